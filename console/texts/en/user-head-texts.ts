/** The texts of the head and the tabs of the page of one user. */
export const userHeadEnglish = {
  userHead: {
    label: 'Breadcrumb',
    tabs: {
      overview: 'Overview',
      methods: 'Sign-in methods',
      sessions: 'Sessions',
      apps: 'Applications',
      activity: 'Activity',
    },
    sections: 'Sections of this user',
    more: 'More actions',
    copy: 'Copy',
    copied: 'Copied',
    noApps: 'No connected applications.',
    noAppsHint: 'Applications that this user signs in to, or has granted access to, are listed here.',
    noMethods: 'Password only.',
    noMethodsHint:
      'The user can add passkeys, an authenticator app and provider accounts on the account page.',
    noSession: 'No active sessions.',
    noSessionHint: 'A session starts when the user signs in, and is listed here until it ends.',
    password: 'Password',
    hasPassword: 'Set',
    recent: 'Recent activity',
  },
}
