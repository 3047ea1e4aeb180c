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
    wrong: 'The username or the password is wrong.',
    signedOut: 'You are signed out.',
    toGoOn: (app) => `Then you go on to ${app}.`,
    useAnother: 'Use another account',
    forgot: 'Forgot your password?',
    signUp: 'Create an account',
  },
  limited: (minutes) =>
    minutes === 1
      ? 'Too many tries. Wait a minute, then try again.'
      : `Too many tries. Wait ${minutes} minutes, then try again.`,
  temporaryPassword: {
    title: 'Choose a new password',
    paragraphs: ['The password that you gave is a temporary one. Choose one that only you know.'],
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
        too_short: 'This username is too short: it needs at least 3 characters.',
        too_long: 'This username is too long: 64 characters are the most.',
        invalid_format:
          'A username has letters from a to z, digits, and in between also dots, hyphens and underscores.',
        username_taken: 'Somebody else has this username. Choose another.',
        other: 'This username cannot be used. Choose another.',
      },
    },
    password: 'Password',
    signIn: 'I have an account: sign in',
  },
  signedUp: (email) => ({
    title: 'Check your mail',
    paragraphs: [
      `A message with a link is on its way to ${email}. Open the link to confirm your address, then sign in.`,
      'Nothing after a few minutes? Look into the spam folder, and make sure that the address is right.',
    ],
  }),
  cookieRefused: {
    title: 'Your browser did not keep the sign-in',
    paragraphs: [
      'This site keeps you signed in with a cookie that browsers accept on a secure connection only.',
      'Check that the address begins with https and that cookies are allowed, then sign in again.',
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
    unconfirmed: 'not confirmed yet',
    change: 'Change',
    sessions: 'Where you are signed in',
    thisSession: 'This device',
    unknownDevice: 'Unknown device',
    signedIn: (at) => `Signed in ${at}`,
    lastUsed: (at) => `Last used ${at}`,
    endSession: 'Sign out',
    endOtherSessions: 'Sign out everywhere else',
    deletion: 'Delete account',
    deletionText: 'Your account and everything that is stored about you here are deleted for good.',
    deletionLink: 'Delete account …',
    done: {
      name: 'Your name was changed.',
      email:
        'A message with a link is on its way to the new address. It counts once you open the link there.',
      password: 'Your password was changed. All other devices were signed out.',
      session: 'The device was signed out.',
      sessions: 'All other devices were signed out.',
      app: 'Your authenticator app was added.',
      app_removed: 'Your authenticator app was removed.',
      codes: 'Your recovery codes are kept.',
      passkey: 'Your passkey was added.',
      passkey_renamed: 'Your passkey was renamed.',
      passkey_removed: 'Your passkey was removed.',
      device: 'The device is asked for a code again.',
      devices: 'Every device is asked for a code again.',
      app_revoked: 'The app no longer has access to your account.',
      identity: 'Your account was linked.',
      identity_removed: 'The account was unlinked. All other devices were signed out.',
    },
  },
  changeName: {
    title: 'Change your name',
    paragraphs: ['This is what you are called here. Leave it empty to have none.'],
    button: 'Save',
    name: {
      label: 'Name',
      faults: {
        too_long: 'This name is too long: 200 characters are the most.',
        other: 'This name cannot be used.',
      },
    },
  },
  changeEmail: {
    title: 'Change your email address',
    paragraphs: ['A message with a link is sent to the new address. It counts once you open the link there.'],
    button: 'Send the link',
    label: 'New email address',
  },
  changePassword: {
    title: 'Change your password',
    paragraphs: ['All other devices are signed out.'],
    button: 'Set password',
    current: {
      label: 'Current password',
      faults: { wrong: 'This is not your current password.', other: 'Enter your current password.' },
    },
  },
  deleteAccount: (username) => ({
    title: 'Delete your account?',
    paragraphs: ['This cannot be undone. The button does this:'],
    points: ['All devices are signed out.', 'Everything that is stored about you here is deleted.'],
    button: 'Delete my account',
    username: {
      label: 'Your username',
      hint: `Type ${username} to confirm.`,
      faults: { other: `This is not your username. Type ${username}.` },
    },
  }),
  lastAdmin: 'You are the last admin. Make somebody else an admin first.',
  deleted: {
    title: 'Your account was deleted',
    paragraphs: ['All devices were signed out.', 'You can close this page.'],
  },
  toAccount: 'Go to your account',
  back: 'Back to your account',
  refusedHere: {
    title: 'This did not work',
    paragraphs: ['What was sent did not come from our page, or not whole. Please go back and try again.'],
  },
  tryAgainHere: {
    title: 'Please try again in a minute',
    paragraphs: ['This cannot be done right now. Nothing was changed.'],
  },
}
