import { englishFederated } from './federated-texts-en.ts'
import { englishPasskey, englishWaysIn } from './passkey-texts-en.ts'
import { englishSecondFactor } from './second-factor-texts-en.ts'
import type { AccountTexts } from './texts.ts'

export const englishAccount: AccountTexts = {
  signIn: {
    title: 'Sign in',
    paragraphs: [],
    button: 'Sign in',
    name: {
      label: 'Username or email address',
      faults: { other: 'Enter your username or your email address.' },
    },
    password: { label: 'Password', faults: { other: 'Enter your password.' } },
    wrong: 'Wrong username or password.',
    signedOut: 'You’re signed out.',
    toGoOn: (app) => `to continue to ${app}`,
    useAnother: 'Use another account',
    forgot: 'Forgot your password?',
    signUp: 'Create an account',
  },
  limited: (minutes) =>
    minutes === 1
      ? 'Too many attempts. Try again in a minute.'
      : `Too many attempts. Try again in ${minutes} minutes.`,
  temporaryPassword: {
    title: 'Choose a new password',
    paragraphs: ['Your password is temporary. Choose one that only you know.'],
    button: 'Set password',
  },
  secondFactor: englishSecondFactor,
  passkey: englishPasskey,
  waysIn: englishWaysIn,
  federated: englishFederated,
  signUp: {
    title: 'Create an account',
    paragraphs: [],
    button: 'Create account',
    username: {
      label: 'Username',
      hint: 'Letters, digits, dots, hyphens and underscores.',
      faults: {
        required: 'Choose a username.',
        too_short: 'Username must be at least 3 characters.',
        too_long: 'Username must be at most 64 characters.',
        invalid_format:
          'Use letters from a to z and digits. Dots, hyphens and underscores are allowed in between.',
        username_taken: 'This username is taken. Choose another one.',
        other: 'This username can’t be used. Choose another one.',
      },
    },
    password: 'Password',
    signIn: 'Sign in instead',
  },
  signedUp: (email) => ({
    title: 'Check your email',
    paragraphs: [
      `We’ve sent an email to ${email}. Open the link in it to confirm your address, then sign in.`,
      'No email after a few minutes? Check your spam folder, and make sure the address is correct.',
    ],
  }),
  cookieRefused: {
    title: 'Your browser blocked the sign-in cookie',
    paragraphs: [
      'This site needs a cookie that browsers accept over HTTPS only.',
      'Check that the URL begins with https and that cookies are allowed, then sign in again.',
    ],
  },
  account: {
    title: 'Your account',
    signOut: 'Sign out',
    profile: 'Profile',
    username: 'Username',
    name: 'Name',
    email: 'Email address',
    password: 'Password',
    noName: 'Not set',
    noPassword: 'Not set',
    unconfirmed: 'Not confirmed',
    change: 'Change',
    sessions: 'Devices',
    thisSession: 'This device',
    unknownDevice: 'Unknown device',
    signedIn: (at) => `Signed in ${at}`,
    lastUsed: (at) => `Last used ${at}`,
    endSession: 'Sign out',
    endOtherSessions: 'Sign out all other devices',
    deletion: 'Delete account',
    deletionText: 'Permanently delete your account and all data stored about you here.',
    deletionLink: 'Delete account',
    done: {
      name: 'Your name was changed.',
      email: 'We’ve sent an email to the new address. The change takes effect when you open the link in it.',
      password: 'Your password was changed. All other devices were signed out.',
      session: 'The device was signed out.',
      sessions: 'All other devices were signed out.',
      app: 'Your authenticator app was added.',
      app_removed: 'Your authenticator app was removed.',
      codes: 'Your recovery codes are active.',
      passkey: 'Your passkey was added.',
      passkey_renamed: 'Your passkey was renamed.',
      passkey_removed: 'Your passkey was removed.',
      device: 'The device is no longer trusted. It needs a second factor again.',
      devices: 'No device is trusted anymore. Each needs a second factor again.',
      app_revoked: 'The application no longer has access to your account.',
      identity: 'Your account was linked.',
      identity_removed: 'The account was unlinked. All other devices were signed out.',
    },
  },
  changeName: {
    title: 'Change your name',
    paragraphs: ['The name that applications see. Leave it empty to remove it.'],
    button: 'Save',
    name: {
      label: 'Name',
      faults: {
        too_long: 'Name must be at most 200 characters.',
        other: 'This name can’t be used.',
      },
    },
  },
  changeEmail: {
    title: 'Change your email address',
    paragraphs: ['We’ll send a link to the new address. The change takes effect when you open it.'],
    button: 'Send link',
    label: 'New email address',
  },
  changePassword: {
    title: 'Change your password',
    paragraphs: ['All other devices will be signed out.'],
    button: 'Change password',
    current: {
      label: 'Current password',
      faults: {
        wrong: 'Wrong password. Enter your current password.',
        other: 'Enter your current password.',
      },
    },
  },
  deleteAccount: (username) => ({
    title: 'Delete your account?',
    paragraphs: ['This can’t be undone. This is what happens:'],
    points: ['All devices are signed out.', 'All data stored about you here is deleted.'],
    button: 'Delete my account',
    username: {
      label: 'Your username',
      hint: `Type ${username} to confirm.`,
      faults: { other: `This isn’t your username. Type ${username}.` },
    },
  }),
  lastAdmin: 'You’re the last admin. Add another admin first.',
  deleted: {
    title: 'Your account was deleted',
    paragraphs: ['All devices were signed out.'],
  },
  toAccount: 'Go to your account',
  back: 'Back to your account',
  refusedHere: {
    title: 'Something went wrong',
    paragraphs: ['We couldn’t verify this request. Go back and try again.'],
  },
  tryAgainHere: {
    title: 'Try again in a minute',
    paragraphs: ['We can’t do this right now. Nothing was changed.'],
  },
}
