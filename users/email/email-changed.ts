import type { User } from '../core/user.ts'
import { lifetimesMs } from '../links/link.ts'
import type { MailContent } from '../mail/mail-content.ts'
import type { NewNotification } from '../notifications/notify.ts'

/**
 * Composes the notice of a changed address. The notice is sent to the old address, with a link that undoes
 * the change.
 */
export const emailChanged = (
  before: User,
  { username, email }: User,
): { user: User; notification: Omit<NewNotification, 'userId'>; content(link: string): MailContent } => ({
  user: before,
  notification: {
    type: 'user.email_changed',
    title: 'New e-mail address',
    body: `Your e-mail address is ${email} now.`,
    data: { email },
  },
  content: (link) => ({
    kind: 'email_changed',
    username,
    email,
    link,
    days: lifetimesMs.take_back / 86_400_000,
  }),
})
