import type { Texts } from '../texts.ts'

export const bulkGerman: Pick<Texts, 'bulk'> = {
  bulk: {
    title: 'Ausgewählte Benutzer',
    choose: 'Ausgewählte Benutzer:',
    go: 'Weiter',
    tickAll: 'Alle auf dieser Seite auswählen',
    tickNobody: 'Auswahl aufheben',
    tick: (name) => `${name} auswählen`,
    nobody: 'Keine Benutzer ausgewählt. Wählen Sie zuerst Benutzer in der Liste aus.',
    noAction: 'Keine Aktion gewählt. Wählen Sie eine Aktion für die ausgewählten Benutzer.',
    actions: {
      end_sessions: 'Alle Sitzungen beenden',
      send_password_reset: 'Passwort-Resets senden',
      invite: 'Einladungen erneut senden',
      confirm_email: 'E-Mail-Adressen bestätigen',
      suspend: 'Benutzer sperren',
      restore: 'Sperren aufheben',
      make_admin: 'Zu Administratoren machen',
      make_user: 'Administratorrolle entziehen',
      delete: 'Benutzer löschen',
    },
    each: 'Für jeden Benutzer:',
    typeNumber: 'Geben Sie zur Bestätigung die Zahl der zu löschenden Benutzer ein',
    wrongNumber:
      'Die Zahl stimmt nicht mit der Zahl der ausgewählten Benutzer überein. Es wurde kein Benutzer gelöscht.',
    result: 'Ergebnis',
    sum: (done, all) => `Erledigt: ${done} von ${all}`,
    answer: 'Ergebnis',
    done: 'Erledigt',
    notDone: 'Nicht erledigt',
    back: 'Zurück zu den Benutzern',
    failures: {
      user_not_found: 'Dieser Benutzer existiert nicht mehr.',
      forbidden: 'Das ist beim eigenen Konto und bei Benutzern mit mehr Rechten nicht möglich.',
      last_admin:
        'Das ist der letzte Administrator. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
      user_suspended: 'Dieser Benutzer ist gesperrt. Heben Sie zuerst die Sperre auf.',
      user_has_password: 'Dieser Benutzer hat bereits ein Passwort.',
      reauthentication_required:
        'Das braucht eine kürzliche Anmeldung. Tun Sie es auf der Seite des Benutzers.',
    },
  },
}
