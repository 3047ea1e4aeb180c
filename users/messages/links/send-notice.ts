import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { withinMailBudget } from '../mail/mail-budget.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { type NewNotification, notify } from '../notifications/notify.ts'
import { linkUrl, newToken } from './link.ts'
import { keepLink } from './send-link.ts'

/**
 * Notifies a user of a change, in the app and by mail. The mail has a link with which an owner who did not make the change
 * recovers the account. An unconfirmed address gets no mail, because its reader may be a stranger, to whom the link would give
 * access. Links of earlier notices stay valid, so that the link in each mail works.
 */
export async function sendNotice(
  tx: Sql,
  users: Users,
  {
    user,
    notification,
    content,
    at,
  }: {
    /** The user, with the address that gets the mail: for a change of address, the old one. */
    user: User
    notification: Omit<NewNotification, 'userId'>
    content: (url: string) => MailContent
    /** The time of the change, in epoch milliseconds. The link undoes what was added then or later, and nothing from before. */
    at: number
  },
): Promise<void> {
  await notify(tx, { userId: user.id, ...notification }, users.clock.now())
  if (user.emailVerifiedAt === null) return
  const { id: userId, email: to } = user
  const token = newToken()
  const mail = content(linkUrl(users.mail.publicUrl, 'take_back', token))
  if (!(await withinMailBudget(tx, users, { kind: mail.kind, to, userId }))) return
  await keepLink(tx, users, { token, userId, purpose: 'take_back', email: to, createdAt: at })
  await queueMail(tx, users, { user, to, content: mail })
}
