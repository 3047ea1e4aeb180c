import { type Delivery, Undeliverable } from '#runtime/events/outbox.ts'
import { type Mailer, MailRefused } from '#runtime/mail/mail.ts'
import { openPayload, type SealedPayload } from '../../core/sealed-payload.ts'
import type { Users } from '../../core/users.ts'
import { findMailBrand } from './mail-brand.ts'
import type { MailCounter } from './mail-counter.ts'
import { mailSeal, type QueuedMail } from './queue-mail.ts'
import { renderMail } from './render-mail.ts'

/** Sends a mail out of the outbox. Its id stays the same over all retries, so that receivers can drop duplicates. */
export async function sendMail(
  users: Pick<Users, 'db' | 'mail' | 'secrets'>,
  { mailer, count }: { mailer: Mailer; count: MailCounter['count'] },
  { id, payload }: Delivery<SealedPayload>,
): Promise<void> {
  const { to, content, isUsual, ...queued } = openPayload<QueuedMail>(
    users.secrets.masterKeys,
    mailSeal,
    payload,
  )
  const brand = await findMailBrand(users)
  const language = isUsual ? brand.language : queued.language
  try {
    await mailer.send({ id, to, language, ...renderMail(content, language, brand) })
    count('sent')
  } catch (cause) {
    const isRefused = cause instanceof MailRefused
    count(isRefused ? 'refused' : 'failed')
    throw isRefused ? new Undeliverable(cause.message, { cause }) : cause
  }
}
