import type { FederatedTexts } from './texts.ts'

export const englishFederated: FederatedTexts = {
  title: 'Linked accounts',
  about: 'Sign in with an account you already have elsewhere.',
  continueWith: (title) => `Continue with ${title}`,
  linkAnother: (title) => `Link ${title}`,
  unlink: 'Unlink',
  signInToLink: (title) => `This ${title} account isn’t linked yet. Sign in another way to link it.`,
  link: ({ title, account, username }) => ({
    title: `Link your ${title} account?`,
    paragraphs: [`Use ${account} to sign in to your account ${username}.`],
    button: 'Link account',
    after: ['Didn’t request this? Go back. Nothing was changed.'],
  }),
  notLinked: 'The account wasn’t linked',
  taken: 'This account is already linked. It can be linked to one account here only.',
  tooMany: 'You’ve reached the maximum number of linked accounts. Unlink one first.',
  unconfirmed:
    'Confirm your email address first. Use the link in the email we sent you, or request another one.',
  remove: (title) => ({
    title: `Unlink your ${title} account?`,
    paragraphs: ['This is what happens:'],
    points: [`You can no longer sign in with ${title}.`, 'All other devices are signed out.'],
    button: 'Unlink account',
  }),
  lastWayIn: 'This is your only sign-in method. Set a password or add a passkey first.',
  failed: (title) => ({
    title: `Can’t reach ${title} right now`,
    paragraphs: [`${title} returned an error. Try again later. Nothing was changed here.`],
  }),
  refused: (title) => ({
    title: `You weren’t signed in with ${title}`,
    paragraphs: [`${title} didn’t confirm your sign-in. Nothing was changed here.`],
  }),
  tooLate: {
    title: 'This sign-in has expired',
    paragraphs: ['It took too long, was already completed, or was started in another browser. Start again.'],
  },
  otherWay: 'Sign in another way',
  noPassword: 'Your account has no password. Confirm it’s you with one of these:',
  setPassword: 'Set a password',
}
