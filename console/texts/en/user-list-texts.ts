/** The texts of the filters of the list of users, and of the page that creates a user. */
export const userListEnglish = {
  userList: {
    any: 'Any',
    more: 'More filters',
    email: 'Email',
    confirmed: 'Confirmed',
    unconfirmed: 'Not confirmed',
    factor: 'Second factor',
    hasOne: 'Enrolled',
    hasNone: 'Not enrolled',
    hasLoggedIn: 'Has signed in',
    from: 'Created from',
    to: 'Created until',
    apply: 'Apply filters',
    clear: 'Clear filters',
    sort: 'Sort by this column',
  },
  exports: {
    csv: 'Export CSV',
    jsonl: 'Export JSON Lines',
    proved: 'Identity confirmed. For five minutes, the export links below download the file directly.',
  },
  newUser: {
    title: 'Create user',
    explain: 'The user gets an email with a link to choose a password, and can sign in after that.',
    usernameHint: 'Leave empty to derive it from the email address.',
    language: 'Language',
    languageHint: 'The language of emails to this user.',
    usual: 'Default',
    button: 'Create and invite user',
  },
}
