import { createCounter } from '#runtime/metrics/counter.ts'

export type MailCounter = ReturnType<typeof createMailCounter>

export const createMailCounter = () =>
  createCounter({
    name: 'latchkey_mails_total',
    help: 'Attempts to give a mail to the mail server. `failed` is tried again; `refused` was refused for good.',
    label: 'outcome',
    values: ['sent', 'failed', 'refused'],
  })
