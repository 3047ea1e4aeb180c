import type { AppTexts } from './texts.ts'

const tellThem =
  'Wenn es wieder geschieht, sagen Sie es den Betreibern der App, und geben Sie ihnen, was unten steht.'

export const german: AppTexts = {
  consent: ({ app, user }) => ({
    title: 'Diese App zulassen?',
    paragraphs: [`${app} möchte Sie als ${user} anmelden. Die App möchte:`],
    button: 'Zulassen',
  }),
  ofOthers: 'Diese App betreiben andere. Lassen Sie sie nur zu, wenn Sie ihnen vertrauen.',
  scopes: {
    openid: 'wissen, dass Sie es sind',
    profile: 'Ihren Namen und Ihren Benutzernamen sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    roles: 'sehen, ob Sie Administrator sind',
    offline_access: 'angemeldet bleiben, auch wenn Sie sie nicht benutzen',
  },
  other: (scope) => `${scope} benutzen`,
  resource: (scopes, address) => `für Sie bei ${address} handeln${scopes && `: ${scopes}`}`,
  leadsTo: (host) => `Danach geht es weiter zu ${host}.`,
  leadsToDevice: 'Danach geht es weiter zu einer App auf diesem Gerät.',
  takeBack: 'Sie können das jederzeit in Ihrem Konto zurücknehmen.',
  changed: 'Die Anfrage hat sich geändert. Lesen Sie sie noch einmal.',
  choose: (app) => ({ title: 'Konto auswählen', paragraphs: [`Danach geht es weiter zu ${app}.`] }),
  continueAs: (user) => `Weiter als ${user}`,
  cancel: 'Abbrechen',
  otherAccount: ({ app, user }) => ({
    title: 'Ein anderes Konto ist nötig',
    paragraphs: [`Sie sind als ${user} angemeldet, aber ${app} verlangt ein anderes Konto.`],
  }),
  needsFactor: (app) => ({
    title: 'Ein zweiter Faktor ist nötig',
    paragraphs: [
      `${app} lässt nur mit einem zweiten Faktor hinein, und Ihr Konto hat noch keinen.`,
      'Fügen Sie Ihrem Konto eine Authenticator-App oder einen Passkey hinzu. Dann geht es weiter.',
    ],
    addApp: 'Authenticator-App hinzufügen',
  }),
  goOn: 'Weiter',
  goingOn: (app) => ({
    title: 'Einen Moment',
    paragraphs: [app === undefined ? 'Es geht gleich weiter.' : `Es geht weiter zu ${app}.`],
  }),
  over: {
    title: 'Diese Anmeldung ist vorbei',
    paragraphs: [
      'Sie hat zu lange gedauert oder ist schon abgeschlossen. Gehen Sie zur App zurück und beginnen Sie von vorn.',
    ],
  },
  userCode: {
    title: 'Ein Gerät verbinden',
    paragraphs: ['Ein Fernseher, ein Terminal oder ein anderes Gerät zeigt Ihnen einen Code.'],
    button: 'Weiter',
    code: {
      label: 'Code auf dem Gerät',
      hint: 'Acht Buchstaben. Bindestriche und Groß- und Kleinschreibung spielen keine Rolle.',
      faults: {
        wrong: 'Dieser Code ist falsch. Sehen Sie noch einmal auf Ihr Gerät.',
        expired: 'Dieser Code ist abgelaufen. Lassen Sie Ihr Gerät einen neuen zeigen.',
        used: 'Dieser Code wurde schon benutzt. Lassen Sie Ihr Gerät einen neuen zeigen.',
        aborted: 'Das Gerät wurde nicht verbunden. Geben Sie einen Code ein, um eines zu verbinden.',
        failed: 'Das Gerät konnte nicht verbunden werden. Lassen Sie es einen neuen Code zeigen.',
        other: 'Geben Sie den Code ein, den Ihr Gerät zeigt.',
      },
    },
  },
  confirmDevice: (app) => ({
    title: 'Ist das Ihr Gerät?',
    paragraphs: [
      `${app} auf einem Gerät möchte mit Ihrem Konto angemeldet werden. Das Gerät muss diesen Code zeigen:`,
    ],
    button: 'Ja, verbinden',
    warning:
      'Wenn Ihnen jemand einen Link oder einen Code geschickt hat, brechen Sie ab: Es ist dessen Gerät, und er wäre in Ihrem Konto.',
    no: 'Nein, abbrechen',
  }),
  device: (address, userAgent) =>
    userAgent === undefined
      ? `Das Gerät hat die Adresse ${address}.`
      : `Das Gerät hat die Adresse ${address} und nennt sich ${userAgent}.`,
  deviceDone: (app) => ({
    title: 'Ihr Gerät ist verbunden',
    paragraphs: [
      app === undefined ? 'Es ist jetzt angemeldet.' : `${app} auf Ihrem Gerät ist jetzt angemeldet.`,
      'Sie können diese Seite schließen.',
    ],
  }),
  logout: (app) => ({
    title: 'Abmelden?',
    paragraphs: [
      app === undefined ? 'Eine App möchte Sie abmelden.' : `${app} möchte Sie abmelden.`,
      'Sie werden dann hier und bei allen Apps abgemeldet, bei denen Sie sich mit diesem Browser angemeldet haben.',
    ],
    button: 'Abmelden',
    stay: 'Angemeldet bleiben',
  }),
  loggedOut: { title: 'Sie sind abgemeldet', paragraphs: ['Sie können diese Seite schließen.'] },
  problems: {
    expired: {
      title: 'Diese Anmeldung ist vorbei',
      paragraphs: [
        'Sie hat zu lange gedauert, ist schon abgeschlossen, oder wurde in einem anderen Browser begonnen. Gehen Sie zur App zurück und beginnen Sie von vorn.',
      ],
    },
    refused: {
      title: 'Das hat nicht geklappt',
      paragraphs: [
        `Die App kann Sie so nicht anmelden. Gehen Sie zu ihr zurück und versuchen Sie es noch einmal. ${tellThem}`,
      ],
    },
    badRequest: {
      title: 'Die App hat einen Fehler gemacht',
      paragraphs: [
        `Sie hat um etwas gebeten, das es nicht gibt oder das unvollständig ist. Gehen Sie zu ihr zurück und versuchen Sie es noch einmal. ${tellThem}`,
      ],
    },
    unknownApp: {
      title: 'Diese App ist hier nicht bekannt',
      paragraphs: [
        'Sie wurde entfernt oder abgeschaltet, oder der Link, dem Sie gefolgt sind, ist falsch. Sie wurden nirgends angemeldet.',
        'Wenn Sie diese App jeden Tag benutzen, sagen Sie es ihren Betreibern, und geben Sie ihnen, was unten steht.',
      ],
    },
    badAddress: {
      title: 'Der Weg zurück zur App ist nicht bekannt',
      paragraphs: [
        'Die App wollte Sie an eine Adresse schicken, die sie nicht angemeldet hat. Das kann ein Versuch sein, Ihre Anmeldung zu stehlen. Darum wurden Sie nicht dorthin geschickt.',
        'Wenn Sie diese App jeden Tag benutzen, sagen Sie es ihren Betreibern, und geben Sie ihnen, was unten steht.',
      ],
    },
    outage: {
      title: 'Bitte versuchen Sie es in einer Minute noch einmal',
      paragraphs: ['Das geht gerade nicht. Es wurde nichts geändert.'],
    },
  },
  apps: {
    title: 'Apps mit Ihrem Konto',
    text: 'Bei diesen Apps haben Sie sich mit diesem Konto angemeldet.',
    since: (day) => `Seit dem ${day}`,
    revoke: 'Zugriff entziehen',
  },
  forDevelopers: 'Für die Betreiber der App',
  requestId: 'Anfrage',
}
