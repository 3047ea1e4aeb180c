import type { Texts } from './texts.ts'

export const userGerman: Pick<Texts, 'userPage' | 'actions'> = {
  userPage: {
    state: 'Was los ist',
    fine: 'Nichts hindert diesen Benutzer an der Anmeldung.',
    suspended: 'Gesperrt: keine Anmeldung ist möglich.',
    locked: 'Nach falschen Passwörtern oder Codes ausgesperrt, zumindest aus manchen Netzen, bis',
    unconfirmed: 'Die Adresse ist noch nicht bestätigt.',
    noPassword: 'Es gibt kein Passwort.',
    temporary: 'Das Passwort ist ein vorläufiges, das bei der nächsten Anmeldung geändert wird.',
    signedIn: 'Zuletzt gesehen',
    signedOut: 'Nirgends angemeldet.',
    unknownDevice: 'Unbekanntes Gerät',
    username: 'Benutzername',
    address: 'Adresse',
    id: 'Id',
    sessions: 'Angemeldet auf',
    noSessions: 'Es gibt keine Sitzung.',
    device: 'Gerät',
    lastUsed: 'Zuletzt benutzt',
    begun: 'Seit',
    factors: 'Zweite Faktoren und andere Wege hinein',
    noFactors: 'Keine: Das Passwort ist der einzige Weg hinein.',
    app: 'Authenticator-App',
    added: 'hinzugefügt',
    codes: (left) => `Wiederherstellungscodes, ${left} übrig`,
    passkey: 'Passkey',
    help: 'Diesem Benutzer helfen',
    cancel: 'Abbrechen',
    reason: 'Grund, für alle, die es später ansehen',
    typeName: 'Geben Sie zur Bestätigung den Benutzernamen ein',
    typedWrong: 'Das ist nicht der Benutzername; deshalb wurde nichts gelöscht.',
    lastAdmin: 'Das ist der letzte Administrator, ohne den niemand hineinkäme.',
    notOneself: 'Das können Sie nicht mit sich selbst tun.',
    isSuspended: 'Der Benutzer ist gesperrt. Heben Sie die Sperre zuerst auf.',
    stale: (now) =>
      `Jemand hat diesen Benutzer inzwischen geändert. Jetzt ist es: ${now}. Sie haben nichts geändert.`,
  },
  actions: {
    endSessions: {
      title: 'Alle Sitzungen beenden',
      explain: 'Der Benutzer wird sofort überall abgemeldet und kann sich wieder anmelden.',
      button: 'Alle Sitzungen beenden',
      done: 'Alle Sitzungen wurden beendet.',
    },
    sendReset: {
      title: 'Passwort-Link senden',
      explain:
        'Eine Mail mit einem Link für ein neues Passwort wird gesendet. Bis dahin bleibt das Passwort, wie es ist.',
      button: 'Mail senden',
      done: 'Die Mail ist unterwegs.',
    },
    showReset: {
      title: 'Link für ein neues Passwort anzeigen',
      explain:
        'Der Link wird Ihnen einmal angezeigt, für einen Benutzer, den keine Mail erreicht: Geben Sie ihn so weiter, dass niemand sonst ihn liest. Er gilt einmal, eine Stunde lang. Der Benutzer erfährt, dass Sie ihn haben anzeigen lassen. Zweite Faktoren bleiben.',
      button: 'Link anzeigen',
      done: '',
    },
    temporaryPassword: {
      title: 'Vorläufiges Passwort anzeigen',
      explain:
        'Ein Passwort wird erstellt und Ihnen einmal angezeigt; es gilt 24 Stunden. Der Benutzer muss es bei der nächsten Anmeldung ändern, und alle Sitzungen enden. Der Benutzer erfährt davon.',
      button: 'Passwort erstellen',
      done: '',
    },
    invite: {
      title: 'Einladung noch einmal senden',
      explain:
        'Eine Mail mit einem Link für das erste Passwort wird gesendet. Der Link der Mail davor gilt dann nicht mehr.',
      button: 'Einladung senden',
      done: 'Die Einladung ist unterwegs.',
    },
    unlock: {
      title: 'Aussperrung aufheben',
      explain:
        'Die falschen Passwörter und Codes werden vergessen, und die nächste Anmeldung wird gleich geprüft.',
      button: 'Aussperrung aufheben',
      done: 'Die Aussperrung wurde aufgehoben.',
    },
    confirmAddress: {
      title: 'Adresse bestätigen',
      explain: 'Nur wenn der Benutzer auf anderem Weg bewiesen hat, dass die Adresse ihm gehört.',
      button: 'Adresse bestätigen',
      done: 'Die Adresse wurde bestätigt.',
    },
    resetFactors: {
      title: 'Zweite Faktoren zurücksetzen',
      explain:
        'Alle zweiten Faktoren werden entfernt, und alle Sitzungen enden. Stellen Sie zuerst sicher, wer fragt.',
      button: 'Alle zweiten Faktoren entfernen',
      done: 'Die zweiten Faktoren wurden entfernt.',
    },
    suspend: {
      title: 'Sperren',
      explain: 'Alle Sitzungen enden, und bis die Sperre aufgehoben wird, ist keine Anmeldung möglich.',
      button: 'Benutzer sperren',
      done: 'Der Benutzer wurde gesperrt.',
    },
    restore: {
      title: 'Sperre aufheben',
      explain: 'Der Benutzer kann sich wieder anmelden.',
      button: 'Sperre aufheben',
      done: 'Die Sperre wurde aufgehoben.',
    },
    makeAdmin: {
      title: 'Zum Administrator machen',
      explain: 'Ein Administrator darf alles, auch hier.',
      button: 'Zum Administrator machen',
      done: 'Der Benutzer ist jetzt Administrator.',
    },
    makeUser: {
      title: 'Administratorrolle nehmen',
      explain: 'Der Benutzer behält das Konto, ohne die Rechte eines Administrators.',
      button: 'Rolle nehmen',
      done: 'Der Benutzer ist kein Administrator mehr.',
    },
    delete: {
      title: 'Löschen',
      explain: 'Der Benutzer und alles, was über ihn gespeichert ist, verschwinden für immer.',
      button: 'Für immer löschen',
      done: 'Der Benutzer wurde gelöscht.',
    },
  },
}
