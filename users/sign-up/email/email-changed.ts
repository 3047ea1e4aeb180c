import type { User } from '../../core/user.ts'
import { lifetimesMs, type sendNotice } from '../../messages/index.ts'

/**
 * Composes the notice of a changed address. The notice is sent to the old address, with a link that undoes
 * the change.
 */
export const emailChanged = (
  before: User,
  { username, email, updatedAt }: User,
): Parameters<typeof sendNotice>[2] => ({
  user: before,
  at: updatedAt,
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
