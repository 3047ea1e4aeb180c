import type { SecondFactorTexts } from './texts.ts'

const faults = { other: 'Enter the code.' }
const fields = {
  code: {
    label: 'Code of your authenticator app',
    hint: 'The digits that the app shows now, or one of your recovery codes.',
    faults,
  },
  appCode: {
    label: 'Code of your authenticator app',
    hint: 'The digits that the app shows now.',
    faults,
  },
  recoveryCode: { label: 'Recovery code', hint: 'One of the codes that you have kept.', faults },
}

export const englishSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Enter your code',
    paragraphs: ['Your account has a second factor.'],
    button: 'Sign in',
    ...fields,
  },
  wrong: 'This code is wrong, or was used before. Wait for the next one.',
  remember: 'Do not ask for a code on this device for 30 days',
  app: {
    title: 'Add an authenticator app',
    paragraphs: [
      'This site asks for a second factor. Scan the picture below with an authenticator app, such as the one of your password manager. Then enter the code that it shows.',
    ],
    key: 'If you cannot scan it, type this key into the app:',
  },
  addApp: {
    title: 'Add an authenticator app',
    paragraphs: [
      'An app on your phone or in your password manager shows a new code every 30 seconds. From then on you sign in with your password and such a code, so that a stolen password is not enough.',
      'Have the app at hand: the next page shows a picture to scan.',
    ],
    button: 'Show the picture',
  },
  replaceApp: {
    title: 'Replace your authenticator app',
    paragraphs: [
      'The next page shows a picture to scan with the new app. The app that you have now stays until you enter a code of the new one. Then all other devices are signed out.',
    ],
    button: 'Show the picture',
  },
  scanApp: {
    title: 'Scan the picture',
    paragraphs: ['Scan it with your authenticator app. Then enter the code that the app shows.'],
    button: 'Confirm',
  },
  confirmApp: {
    title: 'Confirm your authenticator app',
    paragraphs: ['Enter the code that the new app shows now.'],
    button: 'Confirm',
    again: 'Show a new picture',
  },
  removeApp: {
    title: 'Remove your authenticator app?',
    paragraphs: ['The button does this:'],
    points: [
      'A sign-in no longer asks for a code of the app.',
      'All other devices are signed out.',
      'Your recovery codes no longer work, unless you have a passkey.',
    ],
    button: 'Remove the app',
  },
  makeCodes: {
    title: 'Make new recovery codes',
    paragraphs: [
      'With a recovery code you get in when your phone or your passkey is lost. There are ten, and each works once.',
      'The codes that you had before no longer work.',
    ],
    button: 'Make new codes',
  },
  recoveryCodes: {
    title: 'Keep your recovery codes',
    paragraphs: [
      'With one of these codes you get in when your phone or your passkey is lost, each of them once. They are not shown again: download them, print this page, or write them down.',
    ],
    button: 'I have kept them',
    typed: {
      label: 'One of your codes',
      hint: 'Type one from where you have kept them.',
      faults: { other: 'This is none of the codes above.' },
    },
    file: 'Download as a text file',
    fileTitle: (username) => `Recovery codes of ${username}. Each works once.`,
  },
  prove: {
    title: 'Is it you?',
    paragraphs: ['What you want to do needs a fresh proof. Then the page goes on.'],
    passed: {
      idle: (time) => `The console was not used for ${time}. Confirm that it is you, then it goes on.`,
      lifetime: (time) =>
        `${time} have passed since you last confirmed who you are. Confirm it again, then the console goes on.`,
    },
    button: 'Go on',
    ...fields,
  },
}
