import type { AppTexts } from './texts.ts'

const tellThem = 'If it happens again, send the details below to the developer of the application.'

export const english: AppTexts = {
  consent: ({ app, user }) => ({
    title: 'Allow access?',
    paragraphs: [`${app} wants to access your account ${user}. It will be able to:`],
    button: 'Allow',
  }),
  ofOthers: 'This application is run by a third party. Allow it only if you trust it.',
  scopes: {
    openid: 'recognize you when you sign in',
    profile: 'see your name and username',
    email: 'see your email address',
    roles: 'see whether you’re an admin',
    offline_access: 'keep access when you’re not using it',
  },
  other: (scope) => `use ${scope}`,
  resource: (scopes, address) => `act for you at ${address}${scopes && `: ${scopes}`}`,
  leadsTo: (host) => `You’ll be redirected to ${host}.`,
  leadsToDevice: 'You’ll be redirected to an application on this device.',
  takeBack: 'You can revoke access in your account at any time.',
  changed: 'The request has changed. Review it again.',
  choose: (app) => ({ title: 'Choose an account', paragraphs: [`to continue to ${app}`] }),
  continueAs: (user) => `Continue as ${user}`,
  cancel: 'Cancel',
  otherAccount: ({ app, user }) => ({
    title: 'Use another account',
    paragraphs: [`You’re signed in as ${user}, but ${app} asks for a different account.`],
  }),
  needsFactor: (app) => ({
    title: 'Second factor required',
    paragraphs: [
      `${app} requires a second factor, and your account doesn’t have one yet.`,
      'Add an authenticator app or a passkey to continue.',
    ],
    addApp: 'Add an authenticator app',
  }),
  goOn: 'Continue',
  goingOn: (app) => ({
    title: 'One moment',
    paragraphs: [app === undefined ? 'Redirecting …' : `Redirecting to ${app} …`],
  }),
  over: {
    title: 'This sign-in has expired',
    paragraphs: ['It took too long or was already completed. Go back to the application and start again.'],
  },
  userCode: {
    title: 'Connect a device',
    paragraphs: ['Enter the code shown on your TV, terminal or other device.'],
    button: 'Continue',
    code: {
      label: 'Code on the device',
      hint: 'Eight letters, upper or lower case.',
      faults: {
        wrong: 'Wrong code. Check the code on your device.',
        expired: 'This code has expired. Get a new one on your device.',
        used: 'This code was already used. Get a new one on your device.',
        aborted: 'The device wasn’t connected. Enter a code to connect one.',
        failed: 'The device couldn’t be connected. Get a new code on your device.',
        other: 'Enter the code shown on your device.',
      },
    },
  },
  confirmDevice: (app) => ({
    title: 'Is this your device?',
    paragraphs: [`A device wants to sign in to ${app} with your account. Check that it shows this code:`],
    button: 'Connect device',
    warning: 'Did someone send you this link or code? Cancel. They would get access to your account.',
    no: 'Cancel',
  }),
  device: (address, userAgent) =>
    userAgent === undefined
      ? `IP address of the device: ${address}`
      : `IP address of the device: ${address}. It identifies itself as ${userAgent}.`,
  deviceDone: (app) => ({
    title: 'Your device is connected',
    paragraphs: [
      app === undefined
        ? 'You’re signed in. Continue on your device.'
        : `You’re signed in to ${app}. Continue on your device.`,
    ],
  }),
  logout: (app) => ({
    title: 'Sign out?',
    paragraphs: [
      app === undefined ? 'An application asks to sign you out.' : `${app} asks to sign you out.`,
      'This signs you out here and in every application you signed in to with this browser.',
    ],
    button: 'Sign out',
    stay: 'Stay signed in',
  }),
  loggedOut: { title: 'You’re signed out', paragraphs: [] },
  problems: {
    expired: {
      title: 'This sign-in has expired',
      paragraphs: [
        'It took too long, was already completed, or was started in another browser. Go back to the application and start again.',
      ],
    },
    refused: {
      title: 'Something went wrong',
      paragraphs: [`The application can’t sign you in this way. Go back to it and try again. ${tellThem}`],
    },
    badRequest: {
      title: 'Invalid request',
      paragraphs: [
        `The application sent an incomplete or invalid request. Go back to it and try again. ${tellThem}`,
      ],
    },
    unknownApp: {
      title: 'Unknown application',
      paragraphs: [
        'The application was removed or disabled, or the link you followed is wrong. You weren’t signed in.',
        'If you use this application regularly, send the details below to its developer.',
      ],
    },
    badAddress: {
      title: 'Redirect blocked',
      paragraphs: [
        'The application asked to send you to a URL that isn’t registered for it. This may be an attempt to steal your sign-in, so you weren’t redirected.',
        'If you use this application regularly, send the details below to its developer.',
      ],
    },
    outage: {
      title: 'Try again in a minute',
      paragraphs: ['We can’t do this right now. Nothing was changed.'],
    },
  },
  apps: {
    title: 'Applications',
    text: 'You’ve signed in to these applications with your account.',
    since: (day) => `Since ${day}`,
    revoke: 'Revoke access',
  },
  forDevelopers: 'Details for developers',
  requestId: 'Request',
}
