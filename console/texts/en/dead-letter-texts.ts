/** The texts of the pages about deliveries that failed for good (dead letters). */
export const deadLetterEnglish = {
  deadLetters: {
    title: 'Failed deliveries',
    hint: 'Emails, events and orders of the user service that were given up: rejected for good, or not accepted for days. They are kept for 30 days. For the authentication service, run: latchkey events dead-letters.',
    none: 'No failed deliveries.',
    noneHint: 'Everything that the user service sends has arrived or is still being tried.',
    webhooks: 'Webhook deliveries are listed with each webhook:',
    what: 'Delivery',
    why: 'Error',
    subject: 'About',
    attempts: (count: string) => `Attempts: ${count}`,
    givenUp: 'given up',
    short: 'Retry',
    one: {
      title: 'Retry delivery',
      explain: 'Sends it immediately, and keeps trying for as long as with a new one.',
      button: 'Retry delivery',
    },
    all: {
      title: 'Retry all',
      explain: 'Retries up to 1,000 deliveries, oldest first. Fix the cause of the errors first.',
      button: 'Retry all',
    },
    drop: {
      title: 'Delete failed delivery',
      explain:
        'It will never be delivered, and this can’t be undone. Delete only what no receiver will ever accept.',
      button: 'Delete failed delivery',
    },
    shortDrop: 'Delete',
    dropped: 'Failed delivery deleted.',
    everything: 'all failed deliveries',
    done: 'The delivery is tried again. If it fails for good, it is listed here again.',
    replayed: (count: string) => `Deliveries tried again: ${count}.`,
  },
}
