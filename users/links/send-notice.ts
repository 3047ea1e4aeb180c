import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { withinMailBudget } from '../mail/mail-budget.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { type NewNotification, notify } from '../notifications/notify.ts'
import { linkUrl, newToken } from './link.ts'
import { keepLink } from './send-link.ts'

/**
 * Tells the owner of a user what happened to it: in the app, and by mail with a link for those who did not do it. No mail to
 * an address that nobody has confirmed: whoever reads there may be a stranger, and the link would let them in. Links of
 * other notices stay: each mail must do what it says.
 */
export async function sendNotice(
  tx: Sql,
  users: Users,
  {
    user,
    notification,
    content,
  }: {
    /** With the address that is told: the old one, where it changes. */
    user: User
    notification: Omit<NewNotification, 'userId'>
    content: (url: string) => MailContent
  },
): Promise<void> {
  await notify(tx, { userId: user.id, ...notification }, users.clock.now())
  if (user.emailVerifiedAt === null) return
  const { id: userId, email: to } = user
  const token = newToken()
  const mail = content(linkUrl(users.mail.publicUrl, 'take_back', token))
  if (!(await withinMailBudget(tx, users, { kind: mail.kind, to, userId }))) return
  await keepLink(tx, users, { token, userId, purpose: 'take_back', email: to })
  await queueMail(tx, users, { user, to, content: mail })
}
