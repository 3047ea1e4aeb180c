import { createHash } from 'node:crypto'
import type { Language } from '#contract/declaration/languages.ts'
import { findLanguage } from '#runtime/accept-language.ts'
import type { Sql } from '#runtime/database/database.ts'
import { queueDelivery, sink } from '#runtime/events/outbox.ts'
import { type SealedPayload, sealPayload } from '../../core/sealed-payload.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import type { MailContent } from './mail-content.ts'

/** A mail that waits in the outbox. It is encrypted with the master key, because it holds addresses and links. */
export interface QueuedMail {
  /** The recipient's address, as it was stored for the user when the mail was queued (I54). */
  to: string
  language: Language
  /**
   * True when the language of the user is not known. Then the mail is sent in that of the branding, and `language` is for a node of
   * the previous version, which does not know the branding.
   */
  isUsual?: boolean
  content: MailContent
}

export const mailSink = sink<SealedPayload>('mail')
export const mailSeal = 'mail'

/**
 * Queues a mail, in the transaction of the change that it reports, so that it is sent exactly when the change
 * is committed (I61). Mails to one address are sent in order. An address that refuses mail does not delay a
 * warning to another one.
 */
export async function queueMail(
  tx: Sql,
  { secrets, mail: { brand }, clock }: Pick<Users, 'secrets' | 'mail' | 'clock'>,
  mail: { user: Pick<User, 'id' | 'locale'>; to: string; content: MailContent },
): Promise<void> {
  const { user, to, content } = mail
  // Addresses under `.invalid` belong to nobody (RFC 2606). The first admin has one.
  if (to.toLowerCase().endsWith('.invalid')) return
  const own = findLanguage(user.locale ?? undefined)
  const queued: QueuedMail =
    own === undefined
      ? { to, language: brand.language ?? 'en', isUsual: true, content }
      : { to, language: own, content }
  await queueDelivery(tx, {
    sink: mailSink,
    type: content.kind,
    subject: `${user.id}/${createHash('sha256').update(to).digest('base64url')}`,
    payload: sealPayload(secrets.masterKeys, mailSeal, queued),
    at: clock.now(),
  })
}

interface WaitingMail {
  id: string
  type: string
  attempts: number
  last_error: string | null
  created_at: number
  dead_at: number | null
}

/** Finds the mails to a user that wait in the outbox or were given up, newest first, without their content. */
export const findMailsTo = (
  db: Sql,
  { userId, limit }: { userId: string; limit: number },
): Promise<WaitingMail[]> => db.query<WaitingMail>`
  SELECT id, type, attempts, last_error, created_at, dead_at FROM outbox
  WHERE sink = 'mail' AND subject > ${`${userId}/`} AND subject < ${`${userId}0`}
  ORDER BY created_at DESC, id DESC LIMIT ${limit}`

/** Removes the waiting mails of a deleted user. */
export async function forgetMail(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM outbox WHERE sink = 'mail' AND subject > ${`${userId}/`} AND subject < ${`${userId}0`}`
}
