import { type Delivery, Undeliverable } from '#runtime/events/outbox.ts'
import { lazily } from '#runtime/lazily.ts'
import { type Mailer, MailRefused } from '#runtime/mail/mail.ts'
import { createCounter } from '#runtime/metrics/counter.ts'
import { openPayload, type SealedPayload } from '../../core/sealed-payload.ts'
import { mailSeal, type QueuedMail } from './queue-mail.ts'

const loadRenderer = lazily(() => import('./render-mail.ts'))

/** Sends a mail out of the outbox. Its id stays the same over all retries, so that receivers can drop duplicates. */
export async function sendMail(
  {
    mailer,
    masterKeys,
    count,
  }: { mailer: Mailer; masterKeys: readonly Buffer[]; count: MailCounter['count'] },
  { id, payload }: Delivery<SealedPayload>,
): Promise<void> {
  const { to, language, content } = openPayload<QueuedMail>(masterKeys, mailSeal, payload)
  try {
    const { renderMail } = await loadRenderer()
    await mailer.send({ id, to, language, ...renderMail(content, language) })
    count('sent')
  } catch (cause) {
    const isRefused = cause instanceof MailRefused
    count(isRefused ? 'refused' : 'failed')
    throw isRefused ? new Undeliverable(cause.message, { cause }) : cause
  }
}

type MailCounter = ReturnType<typeof createMailCounter>

export const createMailCounter = () =>
  createCounter({
    name: 'latchkey_mails_total',
    help: 'Attempts to give a mail to the mail server. `failed` is tried again; `refused` was refused for good.',
    label: 'outcome',
    values: ['sent', 'failed', 'refused'],
  })
