/** The texts of the filters of the list of users, and of the page that creates a user. */
export const userListGerman = {
  userList: {
    any: 'Alle',
    more: 'Weitere Filter',
    email: 'E-Mail',
    confirmed: 'Bestätigt',
    unconfirmed: 'Nicht bestätigt',
    factor: 'Zweiter Faktor',
    hasOne: 'Eingerichtet',
    hasNone: 'Nicht eingerichtet',
    hasLoggedIn: 'War angemeldet',
    from: 'Erstellt ab',
    to: 'Erstellt bis',
    apply: 'Filter anwenden',
    clear: 'Filter zurücksetzen',
    sort: 'Nach dieser Spalte sortieren',
  },
  exports: {
    csv: 'Als CSV exportieren',
    jsonl: 'Als JSON Lines exportieren',
    proved: 'Identität bestätigt. Fünf Minuten lang laden die Export-Links unten die Datei direkt herunter.',
  },
  newUser: {
    title: 'Benutzer erstellen',
    explain:
      'Der Benutzer erhält eine E-Mail mit einem Link, um ein Passwort zu wählen, und kann sich danach anmelden.',
    usernameHint: 'Leer lassen, um ihn aus der E-Mail-Adresse abzuleiten.',
    language: 'Sprache',
    languageHint: 'Die Sprache der E-Mails an diesen Benutzer.',
    usual: 'Standard',
    button: 'Benutzer erstellen und einladen',
  },
}
