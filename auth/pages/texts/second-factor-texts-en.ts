import type { SecondFactorTexts } from './texts.ts'

export const englishSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Enter your code',
    paragraphs: ['Your account has a second factor.'],
    button: 'Sign in',
    code: {
      label: 'Code of your authenticator app',
      hint: 'The six digits that the app shows now, or one of your recovery codes.',
      faults: { other: 'Enter the code.' },
    },
  },
  wrong: 'This code is wrong, or was used before. Wait for the next one.',
  app: {
    title: 'Add an authenticator app',
    paragraphs: [
      'This site asks for a second factor. Scan the picture below with an authenticator app, such as the one of your password manager. Then enter the code that it shows.',
    ],
    key: 'If you cannot scan it, type this key into the app:',
  },
  recoveryCodes: {
    title: 'Keep your recovery codes',
    paragraphs: [
      'You are signed in. With one of these codes you get in when the app is lost, each of them once. Write them down or print them: they are not shown again.',
    ],
    goOn: 'I have kept them: go on',
  },
}
