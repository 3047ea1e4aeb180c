import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { queueSessionEnd } from './session-directory.ts'
import type { User } from './user.ts'
import { removeUser } from './user-store.ts'

/** Calls every feature, such as mail or webhooks, to remove what it keeps of a user. */
export type ForgetInFeatures = (tx: Sql, user: { id: string; at: number }) => Promise<void>

/**
 * Removes a user, whose row the caller has locked, and all data about it. `by` is the id of the user or API key that asked for
 * it, or null when the service itself did.
 */
export async function forgetUser(
  tx: Sql,
  user: User,
  { by, at, forgetInFeatures }: { by: string | null; at: number; forgetInFeatures: ForgetInFeatures },
): Promise<void> {
  await removeUser(tx, user.id, at)
  await forgetInFeatures(tx, { id: user.id, at })
  // The event `user.deleted` is recorded after the features have removed the earlier events of the user, because it must stay.
  await record(tx, { type: 'user.deleted', subject: user.id, data: { by }, at })
  const order = { user_id: user.id, epoch: user.sessionEpoch + 1, reason: 'user_deleted' } as const
  await queueSessionEnd(tx, order, at)
}
