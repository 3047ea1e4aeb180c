import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import type { MailContent, NewNotification } from '../messages/index.ts'
import { findCreatedCredentials, linesOf } from './account-recovery/created-credentials.ts'

/**
 * The maximum age of the API keys and webhooks that the notice of a changed password lists. It is the time for which a session
 * can stay unused by default (`LATCHKEY_SESSION_IDLE`).
 */
const lookBackMs = 30 * 24 * 60 * 60_000

/**
 * Composes the notice that a password was changed. It lists the user's recent API keys and webhooks, because the end of all
 * sessions does not end them.
 */
export async function passwordChanged(
  tx: Sql,
  user: User,
  at: number,
): Promise<{
  user: User
  at: number
  notification: Omit<NewNotification, 'userId'>
  content(link: string): MailContent
}> {
  const lasting = await findCreatedCredentials(tx, { madeBy: user.id, since: at - lookBackMs, now: at })
  const made = linesOf(lasting)
  const body = 'Your password was changed, and every session was ended.'
  const { apiKeys, webhooks } = lasting
  const ids = { api_keys: apiKeys.map(({ id }) => id), webhooks: webhooks.map(({ id }) => id) }
  return {
    user,
    at,
    notification: {
      type: 'user.password_changed',
      title: 'New password',
      body: made
        ? `${body} Made by you or with your API keys in the last 30 days, and still good:\n${made}`
        : body,
      ...(made ? { data: ids } : {}),
    },
    content: (link) => ({ kind: 'password_changed', username: user.username, at, link, made }),
  }
}
