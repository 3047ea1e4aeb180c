/** The texts of the pages about deliveries that were given up. */
export const deadLetterEnglish = {
  deadLetters: {
    title: 'Dead letters',
    hint: 'Deliveries of the user service that were given up, because they were refused for good or not taken for days. They stay for 30 days. Those of the authentication service are shown by latchkey events dead-letters.',
    none: 'Everything has arrived',
    noneHint:
      'What the services tell each other, mails and events wait here when their receiver refuses them for good. Nothing does.',
    what: 'What',
    why: 'Why',
    subject: 'About',
    attempts: (count: string) => `attempts: ${count}`,
    givenUp: 'given up',
    short: 'Try again',
    one: {
      title: 'Try again',
      explain: 'It is delivered at once, and tried for as long as a new one.',
      button: 'Try this one again',
    },
    all: {
      title: 'Try all again',
      explain: 'A thousand at most are tried again, the oldest first. Mend first why they were given up.',
      button: 'Try all again',
    },
    drop: {
      title: 'Remove the dead letter',
      explain:
        'It is not delivered any more, and this cannot be undone. Only for what nobody will ever take.',
      button: 'Remove it',
    },
    shortDrop: 'Remove',
    dropped: 'It was removed.',
    everything: 'all dead letters',
    done: 'It is tried again. If it comes back here, it was given up again.',
    replayed: (count: string) => `Tried again: ${count}.`,
  },
}
