import type { Texts } from './texts.ts'

export const userGerman: Pick<Texts, 'userPage' | 'actions'> = {
  userPage: {
    status: 'Status',
    fine: 'Dieser Benutzer kann sich anmelden.',
    suspended: 'Gesperrt. Dieser Benutzer kann sich nicht anmelden.',
    locked:
      'Die Anmeldung ist nach falschen Passwörtern oder Codes blockiert, zumindest aus manchen Netzen, bis',
    unconfirmed: 'Die E-Mail-Adresse ist nicht bestätigt.',
    noPassword: 'Dieser Benutzer hat kein Passwort.',
    temporary: 'Das Passwort ist temporär und muss bei der nächsten Anmeldung geändert werden.',
    signedIn: 'Zuletzt aktiv',
    signedOut: 'Keine aktiven Sitzungen.',
    unknownDevice: 'Unbekanntes Gerät',
    username: 'Benutzername',
    email: 'E-Mail',
    sessions: 'Aktive Sitzungen',
    device: 'Gerät',
    lastUsed: 'Zuletzt aktiv',
    begun: 'Angemeldet seit',
    factors: 'Zweite Faktoren und verknüpfte Konten',
    app: 'Authenticator-App',
    added: 'hinzugefügt',
    codes: (left) => `Wiederherstellungscodes, ${left} übrig`,
    passkey: 'Passkey',
    cancel: 'Abbrechen',
    reason: 'Grund (steht im Audit-Log)',
    typeName: 'Geben Sie zur Bestätigung den Benutzernamen ein',
    typedWrong:
      'Die Eingabe stimmt nicht mit dem Benutzernamen überein. Es wurde nichts gelöscht. Geben Sie den Benutzernamen genau ein.',
    lastAdmin:
      'Das ist der letzte Administrator. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
    notOneself: 'Das ist beim eigenen Konto nicht möglich. Bitten Sie einen anderen Administrator.',
    isSuspended: 'Dieser Benutzer ist gesperrt. Heben Sie zuerst die Sperre auf.',
    stale: (now) =>
      `Ein anderer Administrator hat diesen Benutzer inzwischen geändert. Aktueller Stand: ${now}. Ihre Änderung wurde nicht gespeichert. Prüfen Sie sie, und senden Sie sie noch einmal.`,
  },
  actions: {
    endSessions: {
      title: 'Alle Sitzungen beenden',
      explain: 'Meldet den Benutzer sofort überall ab. Er kann sich wieder anmelden.',
      button: 'Alle Sitzungen beenden',
      done: 'Alle Sitzungen beendet.',
    },
    sendReset: {
      title: 'Passwort-Reset senden',
      explain:
        'Sendet dem Benutzer eine E-Mail mit einem Link für ein neues Passwort. Bis dahin gilt das bisherige.',
      button: 'Passwort-Reset senden',
      done: 'E-Mail zum Zurücksetzen des Passworts gesendet.',
    },
    showReset: {
      title: 'Passwort-Reset-Link anzeigen',
      explain:
        'Für Benutzer, die keine E-Mail erreicht. Der Link wird einmal angezeigt, funktioniert einmal und läuft nach einer Stunde ab. Geben Sie ihn vertraulich weiter. Der Benutzer wird benachrichtigt, dass Sie ihn angezeigt haben. Zweite Faktoren bleiben bestehen.',
      button: 'Passwort-Reset-Link anzeigen',
      done: '',
    },
    temporaryPassword: {
      title: 'Temporäres Passwort setzen',
      explain:
        'Erstellt ein Passwort, das Ihnen einmal angezeigt wird und nach 24 Stunden abläuft. Der Benutzer muss es bei der nächsten Anmeldung ändern. Alle Sitzungen enden, und der Benutzer wird benachrichtigt.',
      button: 'Temporäres Passwort setzen',
      done: '',
    },
    invite: {
      title: 'Einladung erneut senden',
      explain:
        'Sendet dem Benutzer eine E-Mail mit einem neuen Link, um ein Passwort zu wählen. Der vorige Link wird ungültig.',
      button: 'Einladung erneut senden',
      done: 'Einladung gesendet.',
    },
    unlock: {
      title: 'Benutzer entsperren',
      explain:
        'Setzt die Zahl der falschen Passwörter und Codes zurück, sodass der Benutzer es sofort wieder versuchen kann.',
      button: 'Benutzer entsperren',
      done: 'Benutzer entsperrt.',
    },
    confirmAddress: {
      title: 'E-Mail-Adresse bestätigen',
      explain: 'Nur wenn der Benutzer auf anderem Weg nachgewiesen hat, dass ihm die E-Mail-Adresse gehört.',
      button: 'E-Mail-Adresse bestätigen',
      done: 'E-Mail-Adresse bestätigt.',
    },
    resetFactors: {
      title: 'Zweite Faktoren zurücksetzen',
      explain:
        'Entfernt Authenticator-App, Wiederherstellungscodes und Passkeys und beendet alle Sitzungen. Prüfen Sie zuerst, ob die Anfrage wirklich vom Benutzer kommt.',
      button: 'Zweite Faktoren zurücksetzen',
      done: 'Zweite Faktoren entfernt.',
    },
    suspend: {
      title: 'Benutzer sperren',
      explain: 'Beendet alle Sitzungen. Der Benutzer kann sich nicht anmelden, bis Sie die Sperre aufheben.',
      button: 'Benutzer sperren',
      done: 'Benutzer gesperrt.',
    },
    restore: {
      title: 'Sperre aufheben',
      explain: 'Der Benutzer kann sich wieder anmelden.',
      button: 'Sperre aufheben',
      done: 'Sperre aufgehoben.',
    },
    makeAdmin: {
      title: 'Zum Administrator machen',
      explain: 'Ein Administrator darf alles, auch alles in dieser Konsole.',
      button: 'Zum Administrator machen',
      done: 'Der Benutzer ist jetzt Administrator.',
    },
    makeUser: {
      title: 'Administratorrolle entziehen',
      explain: 'Der Benutzer behält sein Konto und verliert die Rechte eines Administrators.',
      button: 'Administratorrolle entziehen',
      done: 'Administratorrolle entzogen.',
    },
    delete: {
      title: 'Benutzer löschen',
      explain:
        'Löscht den Benutzer und alle über ihn gespeicherten Daten endgültig. Das lässt sich nicht rückgängig machen.',
      button: 'Benutzer löschen',
      done: 'Benutzer gelöscht.',
    },
  },
}
