import type { SecondFactorTexts } from './texts.ts'

const faults = { other: 'Geben Sie den Code ein.' }
const fields = {
  code: {
    label: 'Code Ihrer Authenticator-App',
    hint: 'Die Ziffern, die die App jetzt anzeigt, oder einer Ihrer Wiederherstellungscodes.',
    faults,
  },
  appCode: {
    label: 'Code Ihrer Authenticator-App',
    hint: 'Die Ziffern, die die App jetzt anzeigt.',
    faults,
  },
  recoveryCode: {
    label: 'Wiederherstellungscode',
    hint: 'Einer der Codes, die Sie aufbewahrt haben.',
    faults,
  },
}

export const germanSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Code eingeben',
    paragraphs: ['Ihr Konto hat einen zweiten Faktor.'],
    button: 'Anmelden',
    ...fields,
  },
  wrong: 'Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.',
  remember: 'Auf diesem Gerät 30 Tage lang nicht nach einem Code fragen',
  app: {
    title: 'Authenticator-App hinzufügen',
    paragraphs: [
      'Hier wird ein zweiter Faktor verlangt. Lesen Sie das Bild unten mit einer Authenticator-App ein, zum Beispiel mit der Ihres Passwortmanagers. Geben Sie dann den Code ein, den sie anzeigt.',
    ],
    key: 'Wenn das nicht geht, geben Sie in der App diesen Schlüssel ein:',
  },
  addApp: {
    title: 'Authenticator-App hinzufügen',
    paragraphs: [
      'Eine App auf Ihrem Telefon oder in Ihrem Passwortmanager zeigt alle 30 Sekunden einen neuen Code. Sie melden sich dann mit Ihrem Passwort und einem solchen Code an, so dass ein gestohlenes Passwort nicht genügt.',
      'Halten Sie die App bereit: Die nächste Seite zeigt ein Bild zum Einlesen.',
    ],
    button: 'Bild anzeigen',
  },
  replaceApp: {
    title: 'Authenticator-App ersetzen',
    paragraphs: [
      'Die nächste Seite zeigt ein Bild, das Sie mit der neuen App einlesen. Ihre jetzige App gilt, bis Sie einen Code der neuen eingeben. Dann werden alle anderen Geräte abgemeldet.',
    ],
    button: 'Bild anzeigen',
  },
  scanApp: {
    title: 'Bild einlesen',
    paragraphs: [
      'Lesen Sie das Bild mit Ihrer Authenticator-App ein. Geben Sie dann den Code ein, den die App anzeigt.',
    ],
    button: 'Bestätigen',
  },
  confirmApp: {
    title: 'Authenticator-App bestätigen',
    paragraphs: ['Geben Sie den Code ein, den die neue App jetzt anzeigt.'],
    button: 'Bestätigen',
    again: 'Neues Bild anzeigen',
  },
  removeApp: {
    title: 'Authenticator-App entfernen?',
    paragraphs: ['Die Schaltfläche bewirkt:'],
    points: [
      'Beim Anmelden wird nicht mehr nach einem Code der App gefragt.',
      'Alle anderen Geräte werden abgemeldet.',
      'Ihre Wiederherstellungscodes gelten nicht mehr, außer Sie haben einen Passkey.',
    ],
    button: 'App entfernen',
  },
  makeCodes: {
    title: 'Neue Wiederherstellungscodes',
    paragraphs: [
      'Mit einem Wiederherstellungscode kommen Sie hinein, wenn Ihr Telefon oder Ihr Passkey verloren ist. Es sind zehn, und jeder gilt einmal.',
      'Die Codes, die Sie bisher hatten, gelten dann nicht mehr.',
    ],
    button: 'Neue Codes erstellen',
  },
  recoveryCodes: {
    title: 'Bewahren Sie die Codes auf',
    paragraphs: [
      'Mit einem dieser Codes kommen Sie hinein, wenn Ihr Telefon oder Ihr Passkey verloren ist, mit jedem einmal. Sie werden nicht noch einmal angezeigt: Laden Sie sie herunter, drucken Sie diese Seite, oder schreiben Sie sie auf.',
    ],
    button: 'Ich habe sie aufbewahrt',
    typed: {
      label: 'Einer Ihrer Codes',
      hint: 'Geben Sie einen von dort ein, wo Sie sie aufbewahrt haben.',
      faults: { other: 'Das ist keiner der Codes oben.' },
    },
    file: 'Als Textdatei herunterladen',
    fileTitle: (username) => `Wiederherstellungscodes von ${username}. Jeder gilt einmal.`,
  },
  prove: {
    title: 'Sind Sie es?',
    paragraphs: ['Dafür müssen Sie noch einmal zeigen, wer Sie sind. Dann geht es weiter.'],
    passed: {
      idle: (time) =>
        `Die Konsole wurde ${time} lang nicht benutzt. Bestätigen Sie, dass Sie es sind, dann geht es weiter.`,
      lifetime: (time) =>
        `Ihre letzte Anmeldung oder Bestätigung liegt ${time} zurück. Bestätigen Sie noch einmal, dass Sie es sind, dann geht die Konsole weiter.`,
    },
    button: 'Weiter',
    ...fields,
  },
}
