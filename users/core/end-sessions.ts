import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { usernameKey } from '#contract/rules/names.ts'
import { isBeforeEpoch } from '#contract/rules/session-epoch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { queueSessionEnd } from './session-directory.ts'
import { requireEmailKey, sessionEpochOf, type User } from './user.ts'
import { replaceUser, storeKeptSession } from './user-store.ts'

/**
 * Raises the session epoch of a user and orders the end of the sessions of earlier epochs, in the transaction of the change that
 * requires it. `kept` is a caller who changes their own user, and whose session does not end; without it all sessions end.
 * Returns the changed user. The calling function must have locked the user, and must deliver the order before its reply, so that
 * the reply can promise that the sessions have ended.
 * @throws {Failure} `session_ended` when another change has ended the session of `kept` since the request was admitted
 */
export async function endSessions(
  tx: Sql,
  { user: before, kept, at }: { user: User; kept?: Caller; at: number },
): Promise<User> {
  if (kept) requireLiving(before, kept)
  const user: User = {
    ...before,
    sessionEpoch: before.sessionEpoch + 1,
    version: before.version + 1,
    updatedAt: at,
  }
  const keys = { usernameKey: usernameKey(user.username), emailKey: requireEmailKey(user.email) }
  await replaceUser(tx, user, keys)
  const order = { user_id: user.id, epoch: user.sessionEpoch, reason: 'revoked' } as const
  if (kept?.sessionId === undefined) await queueSessionEnd(tx, order, at)
  else {
    // This service must remember the kept session, too: until the order arrives at the authentication service, the session has
    // the earlier epoch and would be refused here.
    await storeKeptSession(tx, user, kept.sessionId)
    await queueSessionEnd(tx, { ...order, kept_session: kept.sessionId }, at)
  }
  return user
}

function requireLiving(user: User, { sessionId: id, sessionEpoch: epoch }: Caller): void {
  if (id === undefined || epoch === undefined) return
  if (isBeforeEpoch({ id, epoch }, sessionEpochOf(user)))
    throw new Failure('session_ended', { reason: 'revoked' })
}
