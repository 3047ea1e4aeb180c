import { createCounter } from '#runtime/metrics/counter.ts'

export type MailCounter = ReturnType<typeof createMailCounter>

export const createMailCounter = () =>
  createCounter({
    name: 'latchkey_mails_total',
    help: 'Attempts to pass an email to the mail server, by outcome. `failed` is retried; `refused` was rejected permanently.',
    label: 'outcome',
    values: ['sent', 'failed', 'refused'],
  })
