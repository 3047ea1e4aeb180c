import type { PasskeyTexts, WaysInTexts } from './texts.ts'

const name = {
  label: 'Passkey name',
  hint: 'Helps you recognize it in your list.',
  faults: { too_long: 'Name must be at most 100 characters.', other: 'Enter a name.' },
}

export const englishPasskey: PasskeyTexts = {
  or: 'or',
  signIn: 'Sign in with a passkey',
  step: 'Use a passkey',
  prove: 'Use a passkey instead',
  needsScript: 'Passkeys need JavaScript, which is disabled in this browser.',
  unsupported: 'This browser doesn’t support passkeys.',
  cancelled: 'No passkey was used. Try again, or continue without one.',
  known: 'This device already has a passkey for your account.',
  failed: 'Something went wrong. Try again, or continue without a passkey.',
  refused: 'This passkey wasn’t accepted. Try again, or use another sign-in method.',
  stepText: 'Confirm it’s you with your passkey, or enter a code.',
  add: {
    title: 'Add a passkey',
    paragraphs: [
      'Sign in with your fingerprint, your face or your device PIN instead of a password. A passkey works on this site only, so it can’t be phished.',
    ],
    button: 'Add a passkey',
    name,
  },
  taken: 'This passkey was already added.',
  tooMany: 'You’ve reached the maximum number of passkeys. Remove one first.',
  rename: { title: 'Rename passkey', paragraphs: [], button: 'Save' },
  remove: (called) => ({
    title: 'Remove passkey?',
    paragraphs: [`You’ll no longer be able to sign in with ${called}. This is what happens:`],
    points: [
      'The passkey stops working on every device.',
      'All other devices are signed out.',
      'Your recovery codes stop working, unless you have another passkey or an authenticator app.',
    ],
    button: 'Remove passkey',
    after: ['Your device may still offer it. You can delete it there too.'],
  }),
  lastWayIn: 'This passkey is your only sign-in method. Set a password first.',
}

export const englishWaysIn: WaysInTexts = {
  title: 'Sign-in methods',
  app: 'Authenticator app',
  noApp: 'Not set up',
  isOn: 'On',
  isRefused: 'Blocked',
  addApp: 'Add',
  replaceApp: 'Replace',
  removeApp: 'Remove',
  codes: 'Recovery codes',
  codesLeft: (left) => (left === 1 ? '1 left' : `${left} left`),
  makeCodes: 'New codes',
  passkeys: 'Passkeys',
  passkeysText: 'Sign in with your fingerprint, your face or your device PIN.',
  addPasskey: 'Add a passkey',
  renamePasskey: 'Rename',
  removePasskey: 'Remove',
  added: (at) => `Added ${at}`,
  lastUsedOn: (day) => `Last used ${day}`,
  refusedPasskey: 'Blocked because it may have been copied. Remove it and add another one.',
  devices: 'Trusted devices',
  devicesText: 'On these devices, you sign in without a second factor.',
  remembered: (at, until) => `Since ${at}, until ${until}`,
  forgetDevice: 'Stop trusting',
  forgetDevices: 'Remove all trusted devices',
}
