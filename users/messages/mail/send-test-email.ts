import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { TestEmailFault, TestEmailResource } from '#contract/system/test-email.ts'
import { findLanguage } from '#runtime/accept-language.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { limitReached } from '#runtime/limits/limit-reached.ts'
import { type Mailer, MailFailed } from '#runtime/mail/mail.ts'
import { takeFromBucket } from '../../core/rate-limit-store.ts'
import type { User } from '../../core/user.ts'
import { findUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { noteTestedEmail } from '../../setup/index.ts'
import { findMailBrand } from './mail-brand.ts'
import { renderMail } from './render-mail.ts'

/** The rate limit of test emails to one user: five at once, then one every twelve minutes. */
const rate = { quota: 5, windowMs: 60 * 60_000 }

/**
 * Sends a test email to the address of a user, without the outbox, and returns what the mail server replied. The address is never
 * an input: otherwise an admin's stolen session could send mail to strangers.
 * @throws {Failure} `user_not_found`, `changes_limited`
 */
export async function sendTestEmail(
  users: Users,
  { mailer, userId, by }: { mailer: Mailer; userId: string; by: Caller },
): Promise<TestEmailResource> {
  const user = await findUser(users.db, userId)
  if (!user) throw new Failure('user_not_found')
  const server = mailer.server ?? null
  // Addresses under `.invalid` belong to nobody (RFC 2606). The first admin has one.
  if (user.email.toLowerCase().endsWith('.invalid'))
    return { outcome: 'failed', to: user.email, server, fault: 'no_address', reply: null }
  await countTestEmail(users, userId)
  const sent = await send(users, mailer, user)
  const at = users.clock.now()
  await users.db.transaction(async (tx) => {
    if (sent.outcome !== 'failed') await noteTestedEmail(tx, { server, at })
    const data = { outcome: sent.outcome, fault: sent.fault, by: authorId(by) }
    await record(tx, { type: 'email.tested', subject: null, data, at })
  })
  return { to: user.email, server, ...sent }
}

async function countTestEmail({ db, clock }: Users, userId: string): Promise<void> {
  const waitMs = await db.transaction((tx) =>
    takeFromBucket(tx, { bucket: `test email ${userId}`, ...rate }, clock.now()),
  )
  if (waitMs === undefined) return
  const { quota, windowMs } = rate
  throw limitReached('changes_limited', { name: 'test-email', quota, windowSeconds: windowMs / 1000, waitMs })
}

async function send(
  users: Users,
  mailer: Mailer,
  { username, email: to, locale }: User,
): Promise<Pick<TestEmailResource, 'outcome' | 'fault' | 'reply'>> {
  const brand = await findMailBrand(users)
  const language = findLanguage(locale ?? undefined) ?? brand.language
  const content = { kind: 'test', username, at: users.clock.now() } as const
  try {
    const reply = await mailer.send({
      id: newId(users.clock.now()),
      to,
      language,
      ...renderMail(content, language, brand),
    })
    return { outcome: mailer.server === undefined ? 'stored' : 'accepted', fault: null, reply: reply ?? null }
  } catch (error) {
    // A fault of the mailbox, such as a full disk, is no fault of the settings.
    if (!(error instanceof MailFailed)) throw error
    const fault: TestEmailFault = error.fault
    return { outcome: 'failed', fault, reply: error.reply }
  }
}
