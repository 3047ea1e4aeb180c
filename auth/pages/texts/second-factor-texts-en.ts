import type { SecondFactorTexts } from './texts.ts'

const faults = { other: 'Enter the code.' }
const fields = {
  code: {
    label: 'Code',
    hint: 'From your authenticator app, or one of your recovery codes.',
    faults,
  },
  appCode: {
    label: 'Code',
    hint: 'The digits that your authenticator app shows.',
    faults,
  },
  recoveryCode: { label: 'Recovery code', hint: 'One of the codes you saved.', faults },
}

export const englishSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Enter your code',
    paragraphs: ['Your account is protected by a second factor.'],
    button: 'Sign in',
    ...fields,
  },
  wrong: 'Wrong or already used code. Wait for the next one.',
  remember: 'Trust this device for 30 days',
  app: {
    title: 'Add an authenticator app',
    paragraphs: [
      'A second factor is required here. Scan the QR code with an authenticator app, such as your password manager, then enter the code that it shows.',
    ],
    key: 'Can’t scan it? Enter this key in the app:',
  },
  addApp: {
    title: 'Add an authenticator app',
    paragraphs: [
      'An app on your phone or in your password manager shows a new code every 30 seconds. You sign in with your password and this code, so a stolen password isn’t enough.',
      'Have the app ready. The next page shows a QR code to scan.',
    ],
    button: 'Continue',
  },
  replaceApp: {
    title: 'Replace your authenticator app',
    paragraphs: [
      'The next page shows a QR code to scan with the new app. Your current app keeps working until you enter a code from the new one. Then all other devices are signed out.',
    ],
    button: 'Continue',
  },
  scanApp: {
    title: 'Scan the QR code',
    paragraphs: ['Scan it with your authenticator app, then enter the code that the app shows.'],
    button: 'Confirm',
  },
  confirmApp: {
    title: 'Confirm your authenticator app',
    paragraphs: ['Enter the code that your new app shows.'],
    button: 'Confirm',
    again: 'Show a new QR code',
  },
  removeApp: {
    title: 'Remove your authenticator app?',
    paragraphs: ['This is what happens:'],
    points: [
      'You sign in without a code from the app.',
      'All other devices are signed out.',
      'Your recovery codes stop working, unless you have a passkey.',
    ],
    button: 'Remove authenticator app',
  },
  makeCodes: {
    title: 'Create new recovery codes',
    paragraphs: [
      'Recovery codes let you sign in if you lose your phone or your passkey. You get ten, and each works once.',
      'Your previous codes stop working.',
    ],
    button: 'Create recovery codes',
  },
  recoveryCodes: {
    title: 'Save your recovery codes',
    paragraphs: [
      'Each code lets you sign in once if you lose your phone or your passkey. You won’t see them again: download them, print this page, or write them down.',
    ],
    button: 'I’ve saved my codes',
    typed: {
      label: 'One of your codes',
      hint: 'Enter one to confirm that you saved them.',
      faults: { other: 'This isn’t one of the codes above.' },
    },
    file: 'Download codes',
    fileTitle: (username) => `Recovery codes of ${username}. Each works once.`,
  },
  prove: {
    title: 'Confirm it’s you',
    paragraphs: ['For your security, confirm it’s you before you continue.'],
    passed: {
      idle: (time) => `The console was idle for ${time}. Confirm it’s you to continue.`,
      lifetime: (time) => `You last confirmed it’s you ${time} ago. Confirm it again to continue.`,
    },
    button: 'Continue',
    ...fields,
  },
}
