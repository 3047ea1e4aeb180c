import type { FederatedTexts } from './texts.ts'

export const englishFederated: FederatedTexts = {
  title: 'Accounts you sign in with',
  about: 'With these you can sign in here without a password.',
  continueWith: (title) => `Continue with ${title}`,
  linkAnother: (title) => `Link ${title}`,
  unlink: 'Unlink',
  signInToLink: (title) =>
    `No account here is linked to this ${title} account yet. Sign in the way you know, and you can link it.`,
  link: ({ title, account, username }) => ({
    title: `Link your ${title} account?`,
    paragraphs: [`From then on, ${account} signs you in to your account ${username}.`],
    button: 'Link the account',
    after: ['If you did not ask for this, go back: nothing was changed.'],
  }),
  notLinked: 'The account was not linked',
  taken: 'This account is linked already. It can sign in to one account here only.',
  tooMany: 'You have linked as many accounts as possible. Unlink one first.',
  unconfirmed:
    'Confirm your email address first: use the link in the message that you got, or ask for another.',
  remove: (title) => ({
    title: `Unlink your ${title} account?`,
    paragraphs: ['The button does this:'],
    points: [`You can no longer sign in with ${title}.`, 'All other devices are signed out.'],
    button: 'Unlink the account',
  }),
  lastWayIn: 'This is your only way in. Set a password or add a passkey first.',
  failed: (title) => ({
    title: `${title} cannot be reached right now`,
    paragraphs: [
      `${title} did not answer as it should. This is not your fault, and nothing was changed here.`,
    ],
  }),
  refused: (title) => ({
    title: `You were not signed in with ${title}`,
    paragraphs: [`${title} did not confirm that it is you. Nothing was changed here.`],
  }),
  tooLate: {
    title: 'This sign-in is over',
    paragraphs: ['It took too long, was used before, or began in another browser. Please begin again.'],
  },
  otherWay: 'Sign in another way',
  noPassword: 'Your account has no password. Prove with one of these that it is you:',
  setPassword: 'Set a password',
}
