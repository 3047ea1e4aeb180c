import type { AppTexts } from './texts.ts'

const tellThem = 'If it happens again, tell those who run the app, and give them what is written below.'

export const english: AppTexts = {
  consent: ({ app, user }) => ({
    title: 'Allow this app?',
    paragraphs: [`${app} asks to sign you in as ${user}. It wants to:`],
    button: 'Allow',
  }),
  ofOthers: 'Others run this app. Allow it only if you trust them.',
  scopes: {
    openid: 'know that it is you',
    profile: 'see your name and your username',
    email: 'see your email address',
    roles: 'see whether you are an admin',
    offline_access: 'stay signed in when you are not using it',
  },
  other: (scope) => `use ${scope}`,
  resource: (scopes, address) => `act for you at ${address}${scopes && `: ${scopes}`}`,
  leadsTo: (host) => `You go on to ${host}.`,
  leadsToDevice: 'You go on to an app on this device.',
  takeBack: 'You can take this back at any time in your account.',
  changed: 'The request has changed. Read it again.',
  choose: (app) => ({ title: 'Choose an account', paragraphs: [`Then you go on to ${app}.`] }),
  continueAs: (user) => `Continue as ${user}`,
  cancel: 'Cancel',
  otherAccount: ({ app, user }) => ({
    title: 'Another account is needed',
    paragraphs: [`You are signed in as ${user}, but ${app} asks for another account.`],
  }),
  needsFactor: (app) => ({
    title: 'A second factor is needed',
    paragraphs: [
      `${app} lets people in only with a second factor, and your account has none yet.`,
      'Add an authenticator app or a passkey to your account. Then you can go on.',
    ],
    addApp: 'Add an authenticator app',
  }),
  goOn: 'Go on',
  goingOn: (app) => ({
    title: 'One moment',
    paragraphs: [app === undefined ? 'You go on at once.' : `You go on to ${app}.`],
  }),
  over: {
    title: 'This sign-in is over',
    paragraphs: ['It took too long, or it was completed already. Go back to the app and begin again.'],
  },
  userCode: {
    title: 'Connect a device',
    paragraphs: ['A television, a terminal or another device shows you a code.'],
    button: 'Continue',
    code: {
      label: 'Code on the device',
      hint: 'Eight letters. Hyphens and small letters do not matter.',
      faults: {
        wrong: 'This code is wrong. Look at your device again.',
        expired: 'This code has expired. Have your device show another one.',
        used: 'This code was used already. Have your device show another one.',
        aborted: 'The device was not connected. Enter a code to connect one.',
        failed: 'The device could not be connected. Have it show another code.',
        other: 'Enter the code that your device shows.',
      },
    },
  },
  confirmDevice: (app) => ({
    title: 'Is this your device?',
    paragraphs: [
      `${app} on a device asks to be signed in with your account. The device must show this code:`,
    ],
    button: 'Yes, connect it',
    warning:
      'If somebody has sent you a link or a code, cancel: it is their device, and they would be in your account.',
    no: 'No, cancel',
  }),
  device: (address, userAgent) =>
    userAgent === undefined
      ? `The device is at the address ${address}.`
      : `The device is at the address ${address} and calls itself ${userAgent}.`,
  deviceDone: (app) => ({
    title: 'Your device is connected',
    paragraphs: [
      app === undefined ? 'It is signed in now.' : `${app} on your device is signed in now.`,
      'You can close this page.',
    ],
  }),
  logout: (app) => ({
    title: 'Sign out?',
    paragraphs: [
      app === undefined ? 'An app asks to sign you out.' : `${app} asks to sign you out.`,
      'You are then signed out here and of all apps that you signed in to with this browser.',
    ],
    button: 'Sign out',
    stay: 'Stay signed in',
  }),
  loggedOut: { title: 'You are signed out', paragraphs: ['You can close this page.'] },
  problems: {
    expired: {
      title: 'This sign-in is over',
      paragraphs: [
        'It took too long, was completed already, or was begun in another browser. Go back to the app and begin again.',
      ],
    },
    refused: {
      title: 'This did not work',
      paragraphs: [`The app cannot sign you in this way. Go back to it and try again. ${tellThem}`],
    },
    badRequest: {
      title: 'The app made a mistake',
      paragraphs: [
        `It asked for something that does not exist or is not whole. Go back to it and try again. ${tellThem}`,
      ],
    },
    unknownApp: {
      title: 'This app is not known here',
      paragraphs: [
        'It was removed or switched off, or the link that you followed is wrong. You have not been signed in anywhere.',
        'If you use this app every day, tell those who run it, and give them what is written below.',
      ],
    },
    badAddress: {
      title: 'The way back to the app is not known',
      paragraphs: [
        'The app asked that you be sent to an address that it has not registered. That may be an attempt to steal your sign-in, so you have not been sent there.',
        'If you use this app every day, tell those who run it, and give them what is written below.',
      ],
    },
    outage: {
      title: 'Please try again in a minute',
      paragraphs: ['This cannot be done right now. Nothing was changed.'],
    },
  },
  apps: {
    title: 'Apps with your account',
    text: 'You have signed in to these apps with this account.',
    since: (day) => `Since ${day}`,
    revoke: 'Remove access',
  },
  forDevelopers: 'For those who run the app',
  requestId: 'Request',
}
