import { type Delivery, Undeliverable } from '#runtime/events/outbox.ts'
import { type Mailer, MailRefused } from '#runtime/mail/mail.ts'
import { openPayload, type SealedPayload } from '../../core/sealed-payload.ts'
import type { MailCounter } from './mail-counter.ts'
import { mailSeal, type QueuedMail } from './queue-mail.ts'
import { renderMail } from './render-mail.ts'

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
    await mailer.send({ id, to, language, ...renderMail(content, language) })
    count('sent')
  } catch (cause) {
    const isRefused = cause instanceof MailRefused
    count(isRefused ? 'refused' : 'failed')
    throw isRefused ? new Undeliverable(cause.message, { cause }) : cause
  }
}
