import type { Texts } from '../texts.ts'

export const editUserGerman: Pick<Texts, 'editUser' | 'keepTyped'> = {
  editUser: {
    title: 'Bearbeiten',
    button: 'Speichern',
    done: 'Der Benutzer wurde geändert.',
    usernameHint: 'Damit meldet sich der Benutzer an.',
    emailHint: 'Eine andere Adresse gilt sofort und ist unbestätigt.',
    metadata: 'Metadaten (JSON)',
    metadataHint: 'Was Anwendungen beim Benutzer ablegen: ein Objekt, etwa {"plan": "free"}.',
    badMetadata: 'Die Metadaten sind kein JSON-Objekt; deshalb wurde nichts geändert.',
    stale: 'Jemand hat diesen Benutzer inzwischen geändert; deshalb haben Sie nichts geändert.',
    staleHint:
      'Im Formular steht, was Sie eingegeben haben, und sonst, was jetzt gilt. Sehen Sie es an, und speichern Sie noch einmal.',
    field: 'Was',
    before: 'Als Sie begannen',
    now: 'Jetzt',
    typed: 'Ihre Eingabe',
    empty: 'leer',
    nothing: 'Es wurde nichts anderes eingegeben; deshalb wurde nichts geändert.',
  },
  keepTyped: {
    title: 'Ihre Eingaben sind noch da',
    signIn: 'Sie sind nicht mehr angemeldet; deshalb ist noch nichts geschehen.',
    prove:
      'Was Sie tun möchten, braucht einen frischen Beweis, wer Sie sind; deshalb ist noch nichts geschehen.',
    steps:
      'Öffnen Sie die Seite dafür in einem anderen Tab, kommen Sie dann zurück, und senden Sie das Formular noch einmal. Lassen Sie diesen Tab offen.',
    openSignIn: 'In einem anderen Tab anmelden',
    openProve: 'In einem anderen Tab ausweisen',
    send: 'Noch einmal senden',
    unsent: {
      typed:
        'Sie mussten zuerst bestätigen, wer Sie sind. Ihre Eingaben wurden noch nicht gespeichert. Prüfen Sie sie, und senden Sie das Formular ab.',
      file: 'Sie mussten zuerst bestätigen, wer Sie sind. Es wurde nichts importiert. Wählen Sie die Datei noch einmal aus.',
      lost: 'Sie mussten zuerst bestätigen, wer Sie sind. Es wurde nichts gespeichert, und Ihre Eingaben konnten nicht aufbewahrt werden. Geben Sie sie noch einmal ein.',
    },
    ready: 'Sie können weitermachen',
    readyHint:
      'Schließen Sie diesen Tab, und senden Sie das Formular in dem Tab noch einmal, in dem Sie waren.',
  },
}
