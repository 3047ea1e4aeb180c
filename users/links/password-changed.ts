import type { MailContent } from '../mail/mail-content.ts'
import type { NewNotification } from '../notifications/notify.ts'
import type { User } from '../user.ts'

/** The notice of another password. */
export const passwordChanged = (
  user: User,
  at: number,
): { user: User; notification: Omit<NewNotification, 'userId'>; content(link: string): MailContent } => ({
  user,
  notification: {
    type: 'user.password_changed',
    title: 'New password',
    body: 'Your password was changed, and every session was ended.',
  },
  content: (link) => ({ kind: 'password_changed', username: user.username, at, link }),
})
