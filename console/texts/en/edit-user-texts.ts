/** The texts of the form that changes a user, and of the page that keeps a form while an admin signs in. */
export const editUserEnglish = {
  editUser: {
    title: 'Edit user',
    button: 'Save changes',
    done: 'User saved.',
    usernameHint: 'The user signs in with it.',
    emailHint: 'A new email address takes effect immediately, and is not confirmed.',
    metadata: 'Metadata (JSON)',
    metadataHint: 'Data that applications store with the user, as a JSON object such as {"plan": "free"}.',
    badMetadata: 'The metadata is not a JSON object. Nothing was saved. Correct it and save again.',
    stale: 'Another admin changed this user in the meantime. Nothing was saved.',
    staleHint:
      'The form keeps what you typed and shows the current value everywhere else. Check it and save again.',
    field: 'Field',
    before: 'When you opened the form',
    now: 'Now',
    typed: 'Your change',
    empty: 'empty',
    nothing: 'You changed nothing, so nothing was saved.',
  },
  keepTyped: {
    title: 'Your entries are still here',
    signIn: 'You are signed out, so nothing was saved.',
    prove: 'This action needs a recent sign-in, so nothing was saved.',
    steps: 'Continue in another tab, then come back here and send the form again. Keep this tab open.',
    openSignIn: 'Sign in in another tab',
    openProve: 'Confirm it’s you in another tab',
    send: 'Send again',
    unsent: {
      typed:
        'You had to confirm who you are first. Your changes have not been saved. Check them and send the form.',
      file: 'You had to confirm who you are first. Nothing was imported. Choose the file again.',
      lost: 'You had to confirm who you are first. Nothing was saved, and your entries could not be kept. Enter them again.',
    },
    ready: 'You can continue',
    readyHint: 'Close this tab, and send the form again in the previous one.',
  },
}
