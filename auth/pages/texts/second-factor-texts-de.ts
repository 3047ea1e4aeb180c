import type { SecondFactorTexts } from './texts.ts'

export const germanSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Code eingeben',
    paragraphs: ['Ihr Konto hat einen zweiten Faktor.'],
    button: 'Anmelden',
    code: {
      label: 'Code Ihrer Authenticator-App',
      hint: 'Die sechs Ziffern, die die App jetzt anzeigt, oder einer Ihrer Wiederherstellungscodes.',
      faults: { other: 'Geben Sie den Code ein.' },
    },
  },
  wrong: 'Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.',
  app: {
    title: 'Authenticator-App hinzufügen',
    paragraphs: [
      'Hier wird ein zweiter Faktor verlangt. Lesen Sie das Bild unten mit einer Authenticator-App ein, zum Beispiel mit der Ihres Passwortmanagers. Geben Sie dann den Code ein, den sie anzeigt.',
    ],
    key: 'Wenn das nicht geht, geben Sie in der App diesen Schlüssel ein:',
  },
  recoveryCodes: {
    title: 'Bewahren Sie die Codes auf',
    paragraphs: [
      'Sie sind angemeldet. Mit einem dieser Codes kommen Sie hinein, wenn die App verloren ist, mit jedem einmal. Schreiben Sie sie auf oder drucken Sie sie: Sie werden nicht noch einmal angezeigt.',
    ],
    goOn: 'Ich habe sie aufbewahrt: weiter',
  },
}
