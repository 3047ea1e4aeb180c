/** The texts of the filters of the list of users, and of the page that adds somebody. */
export const userListGerman = {
  userList: {
    any: 'Alle',
    more: 'Weitere Filter',
    address: 'Adresse',
    confirmed: 'Adresse bestätigt',
    factor: 'Zweiter Faktor',
    hasOne: 'hat einen',
    hasNone: 'hat keinen',
    hasLoggedIn: 'war angemeldet',
    from: 'Angelegt ab',
    to: 'Angelegt bis',
    apply: 'Filtern',
    clear: 'Keine Filter',
    sort: 'Danach sortieren',
  },
  exports: {
    csv: 'Als CSV herunterladen',
    jsonl: 'Als JSON Lines herunterladen',
    proved: 'Sie haben sich ausgewiesen: Fünf Minuten lang geben die Links unten die Datei sofort.',
  },
  newUser: {
    title: 'Jemanden hinzufügen',
    explain: 'Eine Mail mit einem Link für ein Passwort wird gesendet. Vorher kann sich niemand anmelden.',
    usernameHint: 'Bleibt das Feld leer, wird er aus der Adresse gebildet.',
    language: 'Sprache',
    languageHint: 'In der Mails geschrieben werden.',
    usual: 'Die des Dienstes',
    button: 'Hinzufügen und einladen',
  },
}
