import type { LinkPurpose } from '#contract/links.ts'
import type { Sql } from '#runtime/database.ts'
import { withinMailBudget } from '../mail/mail-budget.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { User } from '../user.ts'
import type { Users } from '../users.ts'
import { digestOf, lifetimesMs, linkUrl, newToken } from './link.ts'
import { insertLink, removeLinksFor } from './link-store.ts'

type Sending = Pick<Users, 'masterKeys' | 'language' | 'clock' | 'publicUrl' | 'log' | 'withheldMails'>

/**
 * In the transaction of what made it necessary. A new link voids the older ones of its kind (I53); where too many were asked
 * for there is none, and the older one counts on.
 */
export async function sendLink(
  tx: Sql,
  users: Sending,
  link: {
    user: Pick<User, 'id' | 'locale'>
    purpose: Exclude<LinkPurpose, 'take_back'>
    to: string
    content: (url: string) => MailContent
  },
): Promise<void> {
  const { user, purpose, to, content } = link
  const kind = purpose === 'change_email' ? 'confirm_email_change' : purpose
  if (!(await withinMailBudget(tx, users, { kind, to, userId: user.id }))) return
  await removeLinksFor(tx, user.id, purpose)
  const token = await newLink(tx, users, { userId: user.id, purpose, email: to })
  await queueMail(tx, users, { user, to, content: content(linkUrl(users.publicUrl, purpose, token)) })
}

export async function newLink(
  tx: Sql,
  { clock }: Pick<Users, 'clock'>,
  { userId, purpose, email }: { userId: string; purpose: LinkPurpose; email: string },
): Promise<string> {
  const token = newToken()
  const createdAt = clock.now()
  const expiresAt = createdAt + lifetimesMs[purpose]
  await insertLink(tx, digestOf(token), { purpose, userId, email, createdAt, expiresAt })
  return token
}
