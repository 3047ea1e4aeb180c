import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { orderEndOfSessions } from './session-directory.ts'
import type { User } from './user.ts'
import { removeUser } from './user-store.ts'

/** A function that removes what each feature keeps of a user. */
export type ForgetInFeatures = (tx: Sql, user: { id: string; at: number }) => Promise<void>

/** Removes a locked user and all data about it. `by` is null when the service itself does it. */
export async function forgetUser(
  tx: Sql,
  user: User,
  { by, at, forgetInFeatures }: { by: string | null; at: number; forgetInFeatures: ForgetInFeatures },
): Promise<void> {
  await removeUser(tx, user.id, at)
  await forgetInFeatures(tx, { id: user.id, at })
  // This event is recorded after the features have removed the user's earlier ones, because it must stay.
  await record(tx, { type: 'user.deleted', subject: user.id, data: { by }, at })
  const order = { user_id: user.id, epoch: user.sessionEpoch + 1, reason: 'user_deleted' } as const
  await orderEndOfSessions(tx, order, at)
}
