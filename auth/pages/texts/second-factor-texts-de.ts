import type { SecondFactorTexts } from './texts.ts'

const faults = { other: 'Geben Sie den Code ein.' }
const fields = {
  code: {
    label: 'Code',
    hint: 'Aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
    faults,
  },
  appCode: {
    label: 'Code',
    hint: 'Die Ziffern, die Ihre Authenticator-App anzeigt.',
    faults,
  },
  recoveryCode: {
    label: 'Wiederherstellungscode',
    hint: 'Einer der Codes, die Sie gespeichert haben.',
    faults,
  },
}

export const germanSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Code eingeben',
    paragraphs: ['Ihr Konto ist durch einen zweiten Faktor geschützt.'],
    button: 'Anmelden',
    ...fields,
  },
  wrong: 'Der Code ist falsch oder wurde bereits verwendet. Warten Sie auf den nächsten.',
  remember: 'Diesem Gerät 30 Tage lang vertrauen',
  app: {
    title: 'Authenticator-App hinzufügen',
    paragraphs: [
      'Hier ist ein zweiter Faktor erforderlich. Scannen Sie den QR-Code mit einer Authenticator-App, zum Beispiel Ihrem Passwortmanager, und geben Sie dann den angezeigten Code ein.',
    ],
    key: 'Scannen nicht möglich? Geben Sie diesen Schlüssel in der App ein:',
  },
  addApp: {
    title: 'Authenticator-App hinzufügen',
    paragraphs: [
      'Eine App auf Ihrem Smartphone oder in Ihrem Passwortmanager zeigt alle 30 Sekunden einen neuen Code an. Sie melden sich mit Ihrem Passwort und diesem Code an. Ein gestohlenes Passwort genügt dann nicht.',
      'Halten Sie die App bereit. Auf der nächsten Seite scannen Sie einen QR-Code.',
    ],
    button: 'Weiter',
  },
  replaceApp: {
    title: 'Authenticator-App ersetzen',
    paragraphs: [
      'Auf der nächsten Seite scannen Sie mit der neuen App einen QR-Code. Ihre bisherige App bleibt gültig, bis Sie einen Code der neuen eingeben. Dann werden alle anderen Geräte abgemeldet.',
    ],
    button: 'Weiter',
  },
  scanApp: {
    title: 'QR-Code scannen',
    paragraphs: ['Scannen Sie ihn mit Ihrer Authenticator-App und geben Sie dann den angezeigten Code ein.'],
    button: 'Bestätigen',
  },
  confirmApp: {
    title: 'Authenticator-App bestätigen',
    paragraphs: ['Geben Sie den Code ein, den Ihre neue App anzeigt.'],
    button: 'Bestätigen',
    again: 'Neuen QR-Code anzeigen',
  },
  removeApp: {
    title: 'Authenticator-App entfernen?',
    paragraphs: ['Das passiert dabei:'],
    points: [
      'Sie melden sich ohne Code aus der App an.',
      'Alle anderen Geräte werden abgemeldet.',
      'Ihre Wiederherstellungscodes werden ungültig, außer Sie haben einen Passkey.',
    ],
    button: 'Authenticator-App entfernen',
  },
  makeCodes: {
    title: 'Neue Wiederherstellungscodes erstellen',
    paragraphs: [
      'Mit Wiederherstellungscodes melden Sie sich an, wenn Sie Ihr Smartphone oder Ihren Passkey verloren haben. Sie erhalten zehn Codes, und jeder gilt einmal.',
      'Ihre bisherigen Codes werden ungültig.',
    ],
    button: 'Wiederherstellungscodes erstellen',
  },
  recoveryCodes: {
    title: 'Wiederherstellungscodes speichern',
    paragraphs: [
      'Mit jedem Code können Sie sich einmal anmelden, wenn Sie Ihr Smartphone oder Ihren Passkey verloren haben. Die Codes werden nicht noch einmal angezeigt: Laden Sie sie herunter, drucken Sie diese Seite, oder schreiben Sie sie auf.',
    ],
    button: 'Ich habe die Codes gespeichert',
    typed: {
      label: 'Einer Ihrer Codes',
      hint: 'Geben Sie einen ein, um zu bestätigen, dass Sie die Codes gespeichert haben.',
      faults: { other: 'Das ist keiner der Codes oben.' },
    },
    file: 'Codes herunterladen',
    fileTitle: (username) => `Wiederherstellungscodes von ${username}. Jeder gilt einmal.`,
  },
  prove: {
    title: 'Bestätigen Sie, dass Sie es sind',
    paragraphs: ['Zu Ihrer Sicherheit bestätigen Sie bitte, dass Sie es sind, bevor Sie fortfahren.'],
    passed: {
      idle: (time) =>
        `Die Konsole wurde ${time} lang nicht verwendet. Bestätigen Sie, dass Sie es sind, um fortzufahren.`,
      lifetime: (time) =>
        `Ihre letzte Bestätigung liegt ${time} zurück. Bestätigen Sie noch einmal, dass Sie es sind, um fortzufahren.`,
    },
    button: 'Weiter',
    ...fields,
  },
}
