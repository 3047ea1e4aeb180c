import { createHash } from 'node:crypto'
import { type Language, languages } from '#contract/languages.ts'
import type { Sql } from '#runtime/database/database.ts'
import { queueDelivery } from '#runtime/events/outbox.ts'
import { sealPayload } from '../core/sealed-payload.ts'
import type { User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import type { MailContent } from './mail-content.ts'

/** A mail as it waits to be sent; sealed, for it holds addresses and links. */
export interface QueuedMail {
  /** The stored address of its reader, as it was when the mail was queued (I54). */
  to: string
  language: Language
  content: MailContent
}

export const mailSeal = 'mail'

/**
 * In the transaction of what it is about: it is sent exactly when that has happened (I61). In order for one reader at one
 * address: an address that takes nothing holds up no warning to another.
 */
export async function queueMail(
  tx: Sql,
  { secrets, mail: { language }, clock }: Pick<Users, 'secrets' | 'mail' | 'clock'>,
  mail: { user: Pick<User, 'id' | 'locale'>; to: string; content: MailContent },
): Promise<void> {
  const { user, to, content } = mail
  // RFC 2606: nobody can have an address there. The first admin does.
  if (to.toLowerCase().endsWith('.invalid')) return
  const queued: QueuedMail = { to, language: languageOf(user.locale) ?? language, content }
  await queueDelivery(tx, {
    sink: 'mail',
    type: content.kind,
    subject: `${user.id}/${createHash('sha256').update(to).digest('base64url')}`,
    payload: sealPayload(secrets.masterKeys, mailSeal, queued),
    at: clock.now(),
  })
}

/** What is written to a user who is deleted is nobody's mail any more. */
export async function forgetMail(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM outbox WHERE sink = 'mail' AND subject > ${`${userId}/`} AND subject < ${`${userId}0`}`
}

/** `de-AT` is read by those who read `de`. */
const languageOf = (locale: string | null): Language | undefined =>
  languages.find((one) => locale?.toLowerCase().split('-')[0] === one)
