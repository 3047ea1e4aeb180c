import type { AppTexts } from './texts.ts'

const tellThem = 'Wenn das wieder passiert, senden Sie die Angaben unten an den Entwickler der Anwendung.'

export const german: AppTexts = {
  consent: ({ app, user }) => ({
    title: 'Zugriff erlauben?',
    paragraphs: [`${app} möchte auf Ihr Konto ${user} zugreifen. Die Anwendung kann dann:`],
    button: 'Erlauben',
  }),
  ofOthers:
    'Diese Anwendung wird von einem Drittanbieter betrieben. Erlauben Sie den Zugriff nur, wenn Sie ihm vertrauen.',
  scopes: {
    openid: 'Sie bei der Anmeldung wiedererkennen',
    profile: 'Ihren Namen und Benutzernamen sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    roles: 'sehen, ob Sie Administrator sind',
    offline_access: 'den Zugriff behalten, wenn Sie die Anwendung nicht verwenden',
  },
  other: (scope) => `${scope} verwenden`,
  resource: (scopes, address) => `in Ihrem Namen bei ${address} handeln${scopes && `: ${scopes}`}`,
  leadsTo: (host) => `Sie werden zu ${host} weitergeleitet.`,
  leadsToDevice: 'Sie werden zu einer Anwendung auf diesem Gerät weitergeleitet.',
  takeBack: 'Sie können den Zugriff jederzeit in Ihrem Konto widerrufen.',
  changed: 'Die Anfrage hat sich geändert. Prüfen Sie sie noch einmal.',
  choose: (app) => ({ title: 'Konto auswählen', paragraphs: [`um mit ${app} fortzufahren`] }),
  continueAs: (user) => `Weiter als ${user}`,
  cancel: 'Abbrechen',
  otherAccount: ({ app, user }) => ({
    title: 'Anderes Konto verwenden',
    paragraphs: [`Sie sind als ${user} angemeldet, aber ${app} verlangt ein anderes Konto.`],
  }),
  needsFactor: (app) => ({
    title: 'Zweiter Faktor erforderlich',
    paragraphs: [
      `${app} verlangt einen zweiten Faktor, und Ihr Konto hat noch keinen.`,
      'Fügen Sie eine Authenticator-App oder einen Passkey hinzu, um fortzufahren.',
    ],
    addApp: 'Authenticator-App hinzufügen',
  }),
  goOn: 'Weiter',
  goingOn: (app) => ({
    title: 'Einen Moment',
    paragraphs: [app === undefined ? 'Sie werden weitergeleitet …' : `Weiterleitung zu ${app} …`],
  }),
  over: {
    title: 'Diese Anmeldung ist abgelaufen',
    paragraphs: [
      'Sie hat zu lange gedauert oder wurde bereits abgeschlossen. Gehen Sie zurück zur Anwendung und beginnen Sie noch einmal.',
    ],
  },
  userCode: {
    title: 'Gerät verbinden',
    paragraphs: ['Geben Sie den Code ein, den Ihr Fernseher, Terminal oder anderes Gerät anzeigt.'],
    button: 'Weiter',
    code: {
      label: 'Code auf dem Gerät',
      hint: 'Acht Buchstaben, groß oder klein.',
      faults: {
        wrong: 'Falscher Code. Prüfen Sie den Code auf Ihrem Gerät.',
        expired: 'Dieser Code ist abgelaufen. Rufen Sie auf Ihrem Gerät einen neuen ab.',
        used: 'Dieser Code wurde bereits verwendet. Rufen Sie auf Ihrem Gerät einen neuen ab.',
        aborted: 'Das Gerät wurde nicht verbunden. Geben Sie einen Code ein, um ein Gerät zu verbinden.',
        failed: 'Das Gerät konnte nicht verbunden werden. Rufen Sie auf Ihrem Gerät einen neuen Code ab.',
        other: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
      },
    },
  },
  confirmDevice: (app) => ({
    title: 'Ist das Ihr Gerät?',
    paragraphs: [
      `Ein Gerät möchte sich mit Ihrem Konto bei ${app} anmelden. Prüfen Sie, ob es diesen Code anzeigt:`,
    ],
    button: 'Gerät verbinden',
    warning:
      'Hat Ihnen jemand diesen Link oder Code geschickt? Dann brechen Sie ab. Diese Person bekäme Zugriff auf Ihr Konto.',
    no: 'Abbrechen',
  }),
  device: (address, userAgent) =>
    userAgent === undefined
      ? `IP-Adresse des Geräts: ${address}`
      : `IP-Adresse des Geräts: ${address}. Es gibt sich als ${userAgent} aus.`,
  deviceDone: (app) => ({
    title: 'Ihr Gerät ist verbunden',
    paragraphs: [
      app === undefined
        ? 'Sie sind angemeldet. Machen Sie auf Ihrem Gerät weiter.'
        : `Sie sind bei ${app} angemeldet. Machen Sie auf Ihrem Gerät weiter.`,
    ],
  }),
  logout: (app) => ({
    title: 'Abmelden?',
    paragraphs: [
      app === undefined ? 'Eine Anwendung möchte Sie abmelden.' : `${app} möchte Sie abmelden.`,
      'Sie werden hier und bei allen Anwendungen abgemeldet, bei denen Sie sich mit diesem Browser angemeldet haben.',
    ],
    button: 'Abmelden',
    stay: 'Angemeldet bleiben',
  }),
  loggedOut: { title: 'Sie sind abgemeldet', paragraphs: [] },
  problems: {
    expired: {
      title: 'Diese Anmeldung ist abgelaufen',
      paragraphs: [
        'Sie hat zu lange gedauert, wurde bereits abgeschlossen oder in einem anderen Browser begonnen. Gehen Sie zurück zur Anwendung und beginnen Sie noch einmal.',
      ],
    },
    refused: {
      title: 'Etwas ist schiefgelaufen',
      paragraphs: [
        `Die Anwendung kann Sie auf diese Weise nicht anmelden. Gehen Sie zurück zu ihr und versuchen Sie es noch einmal. ${tellThem}`,
      ],
    },
    badRequest: {
      title: 'Ungültige Anfrage',
      paragraphs: [
        `Die Anwendung hat eine unvollständige oder ungültige Anfrage gesendet. Gehen Sie zurück zu ihr und versuchen Sie es noch einmal. ${tellThem}`,
      ],
    },
    unknownApp: {
      title: 'Unbekannte Anwendung',
      paragraphs: [
        'Die Anwendung wurde entfernt oder deaktiviert, oder der aufgerufene Link ist falsch. Sie wurden nicht angemeldet.',
        'Wenn Sie diese Anwendung regelmäßig verwenden, senden Sie die Angaben unten an ihren Entwickler.',
      ],
    },
    badAddress: {
      title: 'Weiterleitung blockiert',
      paragraphs: [
        'Die Anwendung wollte Sie an eine URL weiterleiten, die nicht für sie registriert ist. Das kann ein Versuch sein, Ihre Anmeldung zu stehlen. Sie wurden deshalb nicht weitergeleitet.',
        'Wenn Sie diese Anwendung regelmäßig verwenden, senden Sie die Angaben unten an ihren Entwickler.',
      ],
    },
    outage: {
      title: 'Versuchen Sie es in einer Minute noch einmal',
      paragraphs: ['Das ist gerade nicht möglich. Es wurde nichts geändert.'],
    },
  },
  apps: {
    title: 'Anwendungen',
    text: 'Bei diesen Anwendungen haben Sie sich mit Ihrem Konto angemeldet.',
    since: (day) => `Seit dem ${day}`,
    revoke: 'Zugriff widerrufen',
  },
  forDevelopers: 'Angaben für Entwickler',
  requestId: 'Anfrage',
}
