/** The texts of the pages about the sessions of everybody. */
export const sessionEnglish = {
  sessions: {
    title: 'Sessions',
    hint: 'Where people are signed in now, newest first.',
    who: 'Of whom',
    whoHint: 'A username, an address or an id.',
    address: 'From where',
    addressHint: 'A network address, or how it begins, such as 198.51.100.',
    wrong: 'That cannot be looked for.',
    nobody: 'There is nobody with this name.',
    signedInTo: 'Signed in to',
    all: 'All sessions',
    none: 'Nobody is signed in',
    noneFit: 'No session fits',
    noneHint: 'A session begins when somebody signs in. Each one is shown here until it ends.',
    noneFitHint: 'Look for fewer things at once. A session that has ended is not shown.',
    user: 'User',
    yours: 'this is you',
    end: {
      title: 'End the session of',
      explain: 'Whoever is signed in there is signed out at once, and can sign in again.',
      button: 'End the session',
    },
    endsOwn: 'This is your own session: you are signed out of this console.',
    short: 'End',
    done: 'The session was ended.',
  },
}
