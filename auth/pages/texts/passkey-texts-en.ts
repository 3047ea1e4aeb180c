import type { PasskeyTexts, WaysInTexts } from './texts.ts'

const name = {
  label: 'Name of the passkey',
  hint: 'So that you know it again in the list.',
  faults: { too_long: 'This name is too long: 100 characters are the most.', other: 'Enter a name.' },
}

export const englishPasskey: PasskeyTexts = {
  or: 'or',
  signIn: 'Sign in with a passkey',
  step: 'Use a passkey',
  prove: 'Use a passkey instead',
  needsScript: 'A passkey needs JavaScript, which is switched off in this browser.',
  unsupported: 'This browser has no passkeys.',
  cancelled: 'No passkey was used. Try again, or go on without one.',
  known: 'This device has a passkey of your account already.',
  failed: 'This did not work. Try again, or go on without a passkey.',
  refused: 'This passkey does not work here. Try again, or use another way.',
  stepText: 'Your account has a second factor. Use your passkey, or enter a code.',
  add: {
    title: 'Add a passkey',
    paragraphs: [
      'A passkey lets you sign in with your finger, your face or the PIN of your device, without a password. It works on this site only, so that nobody can trick you out of it.',
    ],
    button: 'Add a passkey',
    name,
  },
  taken: 'This passkey was added before.',
  tooMany: 'You have as many passkeys as possible. Remove one first.',
  rename: { title: 'Rename the passkey', paragraphs: [], button: 'Save' },
  remove: (called) => ({
    title: 'Remove the passkey?',
    paragraphs: [`You can no longer sign in with ${called}. The button does this:`],
    points: [
      'The passkey no longer works, on any device.',
      'All other devices are signed out.',
      'Your recovery codes no longer work, unless you have another passkey or an authenticator app.',
    ],
    button: 'Remove the passkey',
    after: ['Your device may go on offering it. You can delete it there too.'],
  }),
  lastWayIn: 'This passkey is your only way in. Set a password first.',
}

export const englishWaysIn: WaysInTexts = {
  title: 'How you sign in',
  app: 'Authenticator app',
  noApp: 'Not set up',
  isOn: 'On',
  isRefused: 'Blocked',
  addApp: 'Add',
  replaceApp: 'Replace',
  removeApp: 'Remove',
  codes: 'Recovery codes',
  codesLeft: (left) => (left === 1 ? 'one left' : `${left} left`),
  makeCodes: 'Make new ones',
  passkeys: 'Passkeys',
  passkeysText: 'Sign in with your finger, your face or the PIN of your device.',
  addPasskey: 'Add a passkey',
  renamePasskey: 'Rename',
  removePasskey: 'Remove',
  added: (at) => `Added ${at}`,
  lastUsedOn: (day) => `Last used ${day}`,
  refusedPasskey: 'It is refused, because there may be a copy of it. Remove it and add another.',
  devices: 'Devices that need no code',
  devicesText: 'On these devices your password is enough to sign in.',
  remembered: (at, until) => `Since ${at}, until ${until}`,
  forgetDevice: 'Ask again',
  forgetDevices: 'Ask again on all devices',
}
