import type { Texts } from '../texts.ts'

export const editUserGerman: Pick<Texts, 'editUser' | 'keepTyped'> = {
  editUser: {
    title: 'Benutzer bearbeiten',
    button: 'Änderungen speichern',
    done: 'Benutzer gespeichert.',
    usernameHint: 'Damit meldet sich der Benutzer an.',
    emailHint: 'Eine neue E-Mail-Adresse gilt sofort und ist unbestätigt.',
    metadata: 'Metadaten (JSON)',
    metadataHint: 'Daten, die Anwendungen beim Benutzer ablegen, als JSON-Objekt wie {"plan": "free"}.',
    badMetadata:
      'Die Metadaten sind kein JSON-Objekt. Es wurde nichts gespeichert. Korrigieren Sie sie, und speichern Sie noch einmal.',
    stale: 'Ein anderer Administrator hat diesen Benutzer inzwischen geändert. Es wurde nichts gespeichert.',
    staleHint:
      'Das Formular behält Ihre Eingaben und zeigt sonst die aktuellen Werte. Prüfen Sie es, und speichern Sie noch einmal.',
    field: 'Feld',
    before: 'Beim Öffnen des Formulars',
    now: 'Jetzt',
    typed: 'Ihre Änderung',
    empty: 'leer',
    nothing: 'Sie haben nichts geändert; es wurde nichts gespeichert.',
  },
  keepTyped: {
    title: 'Ihre Eingaben sind noch da',
    signIn: 'Sie sind abgemeldet; es wurde nichts gespeichert.',
    prove: 'Diese Aktion braucht eine kürzliche Anmeldung; es wurde nichts gespeichert.',
    steps:
      'Fahren Sie in einem anderen Tab fort, kommen Sie dann hierher zurück, und senden Sie das Formular erneut. Lassen Sie diesen Tab offen.',
    openSignIn: 'In einem anderen Tab anmelden',
    openProve: 'In einem anderen Tab Identität bestätigen',
    send: 'Erneut senden',
    unsent: {
      typed:
        'Sie mussten zuerst bestätigen, wer Sie sind. Ihre Änderungen wurden noch nicht gespeichert. Prüfen Sie sie, und senden Sie das Formular ab.',
      file: 'Sie mussten zuerst bestätigen, wer Sie sind. Es wurde nichts importiert. Wählen Sie die Datei noch einmal aus.',
      lost: 'Sie mussten zuerst bestätigen, wer Sie sind. Es wurde nichts gespeichert, und Ihre Eingaben konnten nicht aufbewahrt werden. Geben Sie sie noch einmal ein.',
    },
    ready: 'Sie können fortfahren',
    readyHint: 'Schließen Sie diesen Tab, und senden Sie das Formular im vorigen Tab erneut.',
  },
}
