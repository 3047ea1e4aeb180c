import { usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { orderEndOfSessions } from './session-directory.ts'
import { requireEmailKey, type User } from './user.ts'
import { replaceUser } from './user-store.ts'

/**
 * Raises the session epoch of a user and orders the end of the sessions of earlier epochs, in the transaction of the change that
 * requires it. `kept` is the id of the session that made the change and does not end; without it all sessions end. Returns the
 * changed user. The caller has locked the user, and delivers the order before its reply, so that the reply can promise the end.
 */
export async function endSessions(
  tx: Sql,
  { user: before, kept, at }: { user: User; kept?: string | undefined; at: number },
): Promise<User> {
  const user: User = {
    ...before,
    sessionEpoch: before.sessionEpoch + 1,
    version: before.version + 1,
    updatedAt: at,
  }
  const keys = { usernameKey: usernameKey(user.username), emailKey: requireEmailKey(user.email) }
  await replaceUser(tx, user, keys)
  const order = { user_id: user.id, epoch: user.sessionEpoch, reason: 'revoked' } as const
  await orderEndOfSessions(tx, kept === undefined ? order : { ...order, kept_session: kept }, at)
  return user
}
