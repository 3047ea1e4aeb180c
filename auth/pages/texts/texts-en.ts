import { englishAccount } from './account-texts-en.ts'
import type { Texts } from './texts.ts'

export const english: Texts = {
  ...englishAccount,
  problem: 'Check your entries',
  email: {
    label: 'Email address',
    faults: {
      required: 'Enter an email address.',
      too_long: 'Email address must be at most 254 characters.',
      email_taken: 'Another account already uses this email address.',
      other: 'Enter a valid email address, such as name@example.com.',
    },
  },
  password: {
    label: 'New password',
    hint: 'At least 8 characters. Several unrelated words work well.',
    faults: {
      required: 'Enter a password.',
      too_short: 'Password must be at least 8 characters.',
      too_long: 'Password must be at most 256 characters.',
      is_username: 'Your password can’t be your username.',
      is_email: 'Your password can’t be your email address.',
      too_common: 'This password is too common. Choose another one.',
      other: 'This password can’t be used. Choose another one.',
    },
  },
  forgotPassword: {
    title: 'Forgot your password?',
    paragraphs: ['Enter your email address. We’ll send you a link to set a new password.'],
    button: 'Send link',
  },
  mailRequested: {
    title: 'Check your email',
    paragraphs: [
      'If an account uses this address, we’ve sent it an email with a link.',
      'No email after a few minutes? Check your spam folder, and make sure you entered the address of your account.',
    ],
  },
  asks: {
    reset_password: ({ username }) => ({
      title: 'Choose a new password',
      paragraphs: [`This is the new password for ${username}. You’ll be signed out on all devices.`],
      button: 'Set password',
    }),
    invitation: ({ username }) => ({
      title: 'Choose a password',
      paragraphs: [
        `An account was created for you. Your username is ${username}. Choose a password to sign in with.`,
      ],
      button: 'Set password',
    }),
    verify_email: ({ username, email }) => ({
      title: 'Confirm your email address',
      paragraphs: [`Confirm that ${email} is your email address and ${username} is your account.`],
      button: 'Confirm email address',
      after: ['Didn’t create an account? Close this page. Nothing changes until you confirm.'],
    }),
    change_email: ({ username, email }) => ({
      title: 'Confirm your new email address',
      paragraphs: [`${email} becomes the email address of your account ${username}.`],
      button: 'Confirm email address',
      after: ['Didn’t request this? Close this page. Nothing changes until you confirm.'],
    }),
    take_back: ({ username, email }) => ({
      title: 'Wasn’t this you?',
      paragraphs: [
        `If someone else is using your account ${username}, recover it here. This is what happens:`,
      ],
      points: [
        'All devices are signed out.',
        'The current password stops working.',
        'Authenticator apps, passkeys and recovery codes added with the change in that email, or after it, are removed. Earlier ones stay.',
        'Access given to applications since then is revoked.',
        `If your email address was changed, it’s set back to ${email}.`,
      ],
      button: 'Recover my account',
      after: ['Then you choose a new password.', 'Was it you after all? Close this page. Nothing changes.'],
    }),
  },
  done: {
    reset_password: ({ username }) => ({
      title: 'Your password is set',
      paragraphs: [`Sign in to ${username} with your new password. All devices were signed out.`],
    }),
    invitation: ({ username }) => ({
      title: 'Your password is set',
      paragraphs: [`Sign in with your new password. Your username is ${username}.`],
    }),
    verify_email: ({ email }) => ({
      title: 'Your email address is confirmed',
      paragraphs: [`${email} is now confirmed.`],
    }),
    change_email: ({ email }) => ({
      title: 'Your email address was changed',
      paragraphs: [`The email address of your account is now ${email}.`],
    }),
  },
  takenBack: ({ email }, minutes) => ({
    title: 'Your account is recovered',
    paragraphs: [
      `All devices were signed out, the old password no longer works, and ${email} is the email address of your account.`,
      `Choose a new password within ${minutes} minutes.`,
    ],
    button: 'Set password',
  }),
  linkInvalid: {
    title: 'This link isn’t valid',
    paragraphs: [
      'It was already used, has expired, was replaced by a newer one, or wasn’t copied completely. If you have a newer email, use the link in that one.',
      'To set a new password, request another link:',
    ],
    button: 'Send another link',
    after: ['If your invitation has expired, ask the person who invited you for a new one.'],
  },
  tryAgain: {
    title: 'Try again in a minute',
    paragraphs: ['We can’t do this right now. Your link stays valid: open it again later.'],
  },
  refused: {
    title: 'Something went wrong',
    paragraphs: ['We couldn’t verify this request. Open the link in the email again.'],
  },
}
