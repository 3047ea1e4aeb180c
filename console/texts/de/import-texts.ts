import type { Texts } from '../texts.ts'

export const importGerman: Pick<Texts, 'importUsers'> = {
  importUsers: {
    title: 'Benutzer importieren',
    explain:
      'Laden Sie eine CSV-Datei mit Kopfzeile oder eine JSON-Lines-Datei hoch. Sie sehen das Ergebnis für jede Zeile, bevor etwas geändert wird.',
    columns: 'Nur die E-Mail-Adresse ist erforderlich. Spalten:',
    limits: (rows, megabytes) =>
      `Bis zu ${rows} Zeilen und ${megabytes} MiB. Für größere Dateien und Exporte anderer Systeme verwenden Sie die Kommandozeile: latchkey import.`,
    invite: 'Einladung an Benutzer ohne Passwort senden',
    inviteHint:
      'Sie erhalten eine E-Mail mit einem Link, um ein Passwort zu wählen. Ohne Häkchen wird keine E-Mail gesendet.',
    file: 'Datei',
    check: 'Datei prüfen',
    noFile: 'Es wurde keine Datei gewählt, oder die Datei ist leer. Wählen Sie eine Datei.',
    dryRun: 'Import prüfen',
    wouldBe: (made, exist, refused) =>
      `Zu erstellende Benutzer: ${made}. Vorhandene Benutzer, unverändert: ${exist}. Abgelehnte Zeilen: ${refused}. Es wurde noch nichts importiert.`,
    mails: 'Benutzer, die ohne Passwort erstellt werden, erhalten eine Einladung.',
    noMails: 'Es werden keine E-Mails gesendet.',
    again:
      'Die Datei ist zu groß, um auf dieser Seite zu bleiben. Wählen Sie dieselbe Datei noch einmal. Eine andere Datei wird zuerst geprüft.',
    go: (count) => `Benutzer importieren: ${count}`,
    other: 'Andere Datei wählen',
    done: 'Import abgeschlossen',
    was: (made, exist, refused) =>
      `Erstellte Benutzer: ${made}. Vorhandene Benutzer, unverändert: ${exist}. Abgelehnte Zeilen: ${refused}.`,
    leftOut: (count) => `Übersprungene Felder: ${count}. Die Benutzer werden ohne sie erstellt.`,
    leftOutOf: 'übersprungen:',
    fastHashes: (count) =>
      `Zeilen mit schwachem Passwort-Hash: ${count}. Die Zeilen sind richtig. Importieren Sie sie mit der Kommandozeile, die jeden Hash in argon2id speichert:`,
    exportOf: (system) =>
      `Das sieht nach einem Export von ${system} aus. Die Kommandozeile importiert ihn direkt:`,
    rowsOf: (system) =>
      `Das sieht nach einem Export von ${system} aus. Bringen Sie ihn in die Spalten der vorigen Seite; die Anleitung „Moving in“ beschreibt, wie.`,
    line: 'Zeile',
    wouldMake: 'Wird erstellt',
    made: 'Erstellt',
    exists: 'Vorhanden',
    refused: 'Abgelehnt',
    more: (count) => `${count} weitere Zeilen werden nicht angezeigt.`,
    not_csv:
      'Nach dieser Zeile ist die Datei kein gültiges CSV: Ein Anführungszeichen fehlt oder steht an der falschen Stelle. Korrigieren Sie es, und laden Sie die Datei erneut hoch.',
    no_names:
      'Die erste Zeile der Datei enthält keine Spaltennamen, sondern eine E-Mail-Adresse oder einen Passwort-Hash. Fügen Sie eine Kopfzeile hinzu.',
    too_many: 'Die Datei hat mehr Zeilen, als diese Seite annimmt. Die übrigen Zeilen wurden nicht gelesen.',
    stopped: (line) =>
      `Der Import ist nach Zeile ${line} abgebrochen. Als erstellt aufgeführte Benutzer existieren. Importieren Sie die Datei erneut: Kein Benutzer wird doppelt erstellt. Fehler:`,
    refusals: {
      invalid_row: 'Die Zeile ist ungültig.',
      fast_hash: 'Der Passwort-Hash ist schwach.',
      repeated_row: 'Eine frühere Zeile hat dieselbe ID, E-Mail-Adresse oder denselben Benutzernamen.',
      username_taken: 'Ein anderer Benutzer hat diesen Benutzernamen.',
      email_taken: 'Ein Benutzer, der diese E-Mail-Adresse bis vor Kurzem hatte, kann sie noch zurückholen.',
      deleted_here: 'Ein Benutzer mit dieser ID oder E-Mail-Adresse wurde hier gelöscht.',
      forbidden: 'Die Rolle hat mehr Rechte als Sie.',
      unreadable: 'Die Zeile ist nicht lesbar oder hat eine andere Spaltenzahl als die Kopfzeile.',
      too_long: 'Die Zeile ist zu lang.',
    },
  },
}
