import { englishAccount } from './account-texts-en.ts'
import type { Texts } from './texts.ts'

export const english: Texts = {
  ...englishAccount,
  problem: 'Please check',
  email: {
    label: 'Email address',
    faults: {
      required: 'Enter an email address.',
      too_long: 'This is too long for an email address.',
      email_taken: 'Another account has this email address.',
      other: 'This is not an email address.',
    },
  },
  password: {
    label: 'New password',
    hint: 'At least 8 characters. Several words in a row are easy to remember and hard to guess.',
    faults: {
      required: 'Enter a password.',
      too_short: 'This password is too short: it needs at least 8 characters.',
      too_long: 'This password is too long: 256 characters are the most.',
      is_username: 'Your username cannot be your password.',
      is_email: 'Your email address cannot be your password.',
      too_common: 'This password is one of the most common ones. Choose another.',
      other: 'This password cannot be used. Choose another.',
    },
  },
  forgotPassword: {
    title: 'Forgot your password?',
    paragraphs: ['Enter the email address of your account. You will get a link to set a new password.'],
    button: 'Send the link',
  },
  mailRequested: {
    title: 'Check your mail',
    paragraphs: [
      'If there is an account with this address, a message with a link is on its way to it.',
      'Nothing after a few minutes? Look into the spam folder, and make sure that it was the address of your account.',
    ],
  },
  asks: {
    reset_password: ({ username }) => ({
      title: 'Choose a new password',
      paragraphs: [`For your account ${username}. All devices will be signed out.`],
      button: 'Set password',
    }),
    invitation: ({ username }) => ({
      title: 'Choose a password',
      paragraphs: [
        `An account was made for you. Your username is ${username}. Choose the password that you want to sign in with.`,
      ],
      button: 'Set password',
    }),
    verify_email: ({ username, email }) => ({
      title: 'Confirm your email address',
      paragraphs: [`Please confirm that ${email} is your address, and ${username} your account.`],
      button: 'Confirm address',
      after: ['If you did not sign up, close this page: nothing more will happen.'],
    }),
    change_email: ({ username, email }) => ({
      title: 'Confirm your new email address',
      paragraphs: [`Your account ${username} is to use the address ${email} from now on.`],
      button: 'Confirm address',
      after: ['If you did not ask for this, close this page: nothing will change.'],
    }),
    take_back: ({ username, email }) => ({
      title: 'Was this not you?',
      paragraphs: [
        `Here you take your account ${username} back from whoever is using it. The button does this:`,
      ],
      points: [
        'All devices are signed out.',
        'The present password no longer works.',
        'Authenticator apps, passkeys and recovery codes that were added with the change of that message or after it are removed. Earlier ones stay.',
        'What was allowed to apps since then is taken back.',
        `${email} is the address of your account again, if it was changed.`,
      ],
      button: 'Take my account back',
      after: [
        'Then you choose a new password.',
        'If it was you after all, close this page: nothing will change.',
      ],
    }),
  },
  done: {
    reset_password: ({ username }) => ({
      title: 'Your password is set',
      paragraphs: [
        `You can sign in to your account ${username} with it now. All devices were signed out.`,
        'You can close this page.',
      ],
    }),
    invitation: ({ username }) => ({
      title: 'Your password is set',
      paragraphs: [`You can sign in with it now. Your username is ${username}.`, 'You can close this page.'],
    }),
    verify_email: ({ email }) => ({
      title: 'Thank you',
      paragraphs: [`The address ${email} is confirmed.`, 'You can close this page.'],
    }),
    change_email: ({ email }) => ({
      title: 'Your address was changed',
      paragraphs: [`The address of your account is now ${email}.`, 'You can close this page.'],
    }),
  },
  takenBack: ({ email }, minutes) => ({
    title: 'Your account is yours again',
    paragraphs: [
      `All devices were signed out, the old password no longer works, and ${email} is the address of your account.`,
      `Now choose a new password, within ${minutes} minutes.`,
    ],
    button: 'Set password',
  }),
  linkInvalid: {
    title: 'This link does not work',
    paragraphs: [
      'It was used before, replaced by a newer one, is too old, or was not copied whole. If you got a newer message, use the link in that one.',
      'To get back into your account, ask for another link:',
    ],
    button: 'Send another link',
    after: ['If you were invited and the link is too old, ask whoever invited you.'],
  },
  tryAgain: {
    title: 'Please try again in a minute',
    paragraphs: ['This cannot be done right now. A link that was not used stays good: open it again later.'],
  },
  refused: {
    title: 'This did not work',
    paragraphs: [
      'What was sent did not come from our page, or not whole. Please open the link in the message again.',
    ],
  },
}
