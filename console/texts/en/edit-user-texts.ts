/** The texts of the form that changes a user, and of the page that keeps what was typed while somebody signs in. */
export const editUserEnglish = {
  editUser: {
    title: 'Edit',
    button: 'Save',
    done: 'The user was changed.',
    usernameHint: 'The user signs in with it.',
    emailHint: 'Another address counts at once, and is unconfirmed.',
    metadata: 'Metadata (JSON)',
    metadataHint: 'What applications keep with the user: an object, such as {"plan": "free"}.',
    badMetadata: 'The metadata is not a JSON object, so nothing was changed.',
    stale: 'Somebody has changed this user meanwhile, so nothing was changed by you.',
    staleHint:
      'The form has what you typed; where you typed nothing, it has what it is now. Look at it, and save again.',
    field: 'What',
    before: 'When you began',
    now: 'Now',
    typed: 'What you typed',
    empty: 'empty',
    nothing: 'Nothing was typed that differs, so nothing was changed.',
  },
  keepTyped: {
    title: 'What you typed is still here',
    signIn: 'You are not signed in any more, so nothing was done yet.',
    prove: 'What you want to do needs a fresh proof of who you are, so nothing was done yet.',
    steps:
      'Open the page for it in another tab, then come back here and send the form again. Keep this tab open.',
    openSignIn: 'Sign in, in another tab',
    openProve: 'Prove who you are, in another tab',
    send: 'Send it again',
    unsent: {
      typed:
        'You had to confirm who you are first. Your changes have not been saved. Check them and send the form.',
      file: 'You had to confirm who you are first. Nothing was imported. Choose the file again.',
      lost: 'You had to confirm who you are first. Nothing was saved, and what you typed could not be kept. Type it again.',
    },
    ready: 'You can go on',
    readyHint: 'Close this tab, and send the form again in the tab where you were.',
  },
}
