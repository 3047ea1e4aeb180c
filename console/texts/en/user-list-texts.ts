/** The texts of the filters of the list of users, and of the page that adds somebody. */
export const userListEnglish = {
  userList: {
    any: 'Any',
    more: 'More filters',
    address: 'Address',
    confirmed: 'address confirmed',
    factor: 'Second factor',
    hasOne: 'has one',
    hasNone: 'has none',
    hasLoggedIn: 'has signed in',
    from: 'Created from',
    to: 'Created until',
    apply: 'Filter',
    clear: 'No filters',
    sort: 'Sort by this',
  },
  exports: {
    csv: 'Download as CSV',
    jsonl: 'Download as JSON Lines',
    proved: 'You have proved who you are: for five minutes, the links below give the file at once.',
  },
  newUser: {
    title: 'Add somebody',
    explain: 'They get a mail with a link to choose a password. Nobody can sign in before.',
    usernameHint: 'Left empty, it is made of the address.',
    language: 'Language',
    languageHint: 'In which mails are written.',
    usual: 'That of the service',
    button: 'Add and invite',
  },
}
