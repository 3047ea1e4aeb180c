import type { Texts } from '../texts.ts'

/** The texts of the search in users, clients, webhooks and pages. */
export const findGerman: Pick<Texts, 'find'> = {
  find: {
    label: 'Benutzer, Clients, Webhooks und Seiten durchsuchen',
    placeholder: 'Suchen',
    button: 'Alles durchsuchen',
    title: 'Suche',
    of: 'Ergebnisse für',
    pages: 'Seiten',
    empty: 'Alles durchsuchen',
    emptyHint:
      'Geben Sie einen Teil eines Namens, Benutzernamens, einer E-Mail-Adresse, URL oder ID ein. Mit / beginnen Sie auf jeder Seite eine Suche.',
    none: 'Keine Ergebnisse.',
    noneHint: 'Prüfen Sie die Schreibweise, oder suchen Sie nach einem Teil des Namens.',
    allUsers: 'Alle passenden Benutzer anzeigen',
    partial: 'Neue Benutzer werden noch indexiert und können fehlen.',
  },
}
