import type { Texts } from '../texts.ts'

export const importGerman: Pick<Texts, 'importUsers'> = {
  importUsers: {
    title: 'Benutzer importieren',
    explain:
      'Eine Datei mit Benutzern eines anderen Systems, als CSV mit einer Zeile der Namen oder als JSON Lines. Zuerst sehen Sie, was mit jeder Zeile geschähe, und nichts wird geändert.',
    columns: 'Eine Adresse genügt. Eine Zeile kann haben:',
    limits: (rows, megabytes) =>
      `Höchstens ${rows} Zeilen und ${megabytes} MiB. Die Kommandozeile importiert größere Dateien, und Exporte anderer Systeme, wie sie sind: latchkey import.`,
    invite: 'Allen, die kein Passwort haben, eine Einladung senden',
    inviteHint:
      'Eine Mail mit einem Link, um ein Passwort zu wählen. Ohne den Haken wird keine Mail gesendet.',
    file: 'Datei',
    check: 'Datei prüfen',
    noFile: 'Es war keine Datei da, oder sie war leer.',
    dryRun: 'Was geschähe',
    wouldBe: (made, exist, refused) =>
      `Benutzer, die angelegt würden: ${made}. Benutzer, die es gibt und die bleiben, wie sie sind: ${exist}. Abgelehnte Zeilen: ${refused}. Noch wurde nichts geändert.`,
    mails: 'Wer ohne Passwort angelegt wird, bekommt eine Einladung.',
    noMails: 'Es wird keine Mail gesendet.',
    again:
      'Die Datei ist zu groß, als dass diese Seite sie behalten könnte. Wählen Sie dieselbe Datei noch einmal: Eine andere wird zuerst geprüft.',
    go: (count) => `Jetzt importieren: ${count}`,
    other: 'Andere Datei',
    done: 'Der Import ist fertig',
    was: (made, exist, refused) =>
      `Angelegte Benutzer: ${made}. Benutzer, die es gab und die bleiben, wie sie sind: ${exist}. Abgelehnte Zeilen: ${refused}.`,
    leftOut: (count) => `Weggelassene Felder: ${count}. Die Benutzer werden ohne sie angelegt.`,
    leftOutOf: 'weggelassen:',
    fastHashes: (count) =>
      `Zeilen, deren Passwort-Hash schnell zu erraten ist: ${count}. Daran ist nichts zu berichtigen. Die Kommandozeile importiert sie und speichert jeden Hash in argon2id:`,
    exportOf: (system) =>
      `Das sieht nach einem Export von ${system} aus. Die Kommandozeile importiert ihn, wie er ist:`,
    rowsOf: (system) =>
      `Das sieht nach einem Export von ${system} aus. Machen Sie daraus eine Datei mit den Namen der vorigen Seite: Die Anleitung „Moving in“ beschreibt, wie.`,
    line: 'Zeile',
    wouldMake: 'würde angelegt',
    made: 'angelegt',
    exists: 'gibt es schon',
    refused: 'abgelehnt',
    more: (count) => `${count} weitere Zeilen werden nicht gezeigt.`,
    not_csv:
      'Hinter dieser Stelle ist die Datei kein CSV: Ein Anführungszeichen fehlt oder steht mitten in einer Zelle.',
    no_names:
      'Die erste Zeile der Datei hat keine Namen von Spalten, sondern eine Adresse oder einen Passwort-Hash. Setzen Sie die Namen davor.',
    too_many: 'Die Datei hat mehr Zeilen, als diese Seite annimmt. Der Rest wurde nicht gelesen.',
    stopped: (line) =>
      `Der Import hielt hinter Zeile ${line} an; was als angelegt dasteht, ist angelegt. Importieren Sie die Datei noch einmal: Niemand wird doppelt angelegt. Der Dienst sagt:`,
    refusals: {
      invalid_row: 'Die Zeile stimmt nicht.',
      fast_hash: 'Der Passwort-Hash ist schnell zu erraten.',
      repeated_row: 'Eine frühere Zeile hat dieselbe Id, dieselbe Adresse oder denselben Benutzernamen.',
      username_taken: 'Jemand anderes hat diesen Benutzernamen.',
      email_taken: 'Jemand, der diese Adresse bis vor Kurzem hatte, kann sie noch zurückholen.',
      deleted_here: 'Jemand mit dieser Id oder Adresse wurde hier gelöscht.',
      forbidden: 'Die Rolle hat mehr Rechte als Sie.',
      unreadable: 'Die Zeile ist nicht lesbar oder hat eine andere Zahl von Zellen als die erste.',
      too_long: 'Die Zeile ist zu lang.',
    },
  },
}
