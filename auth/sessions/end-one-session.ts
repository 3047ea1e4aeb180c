import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import { countActOnOther } from '../core/recent-login.ts'
import { type Ending, ownAddress, requireMayEnd } from '../core/require-may-end.ts'
import { endSession, findEndOf } from '../core/session-store.ts'

/**
 * Ends one session of a user. A repeated call does no harm, and is not counted as an act.
 * @throws {Failure} `forbidden`, `reauthentication_required`; `session_not_found`, also for a session of another user
 */
export async function endOneSession(
  auth: Ending,
  input: { userId: string; sessionId: string; caller: Caller; address: string },
): Promise<void> {
  const { userId, caller } = input
  await requireMayEnd(auth, { userId, caller })
  const id = input.sessionId.toLowerCase()
  const found = isUuid(id) ? await findEndOf(auth.db, { id, userId }) : undefined
  if (!found) throw new Failure('session_not_found')
  if (found.endedAt !== null) return
  await countActOnOther(auth, { caller, userId })
  const address = ownAddress(input)
  const end = { reason: 'revoked', at: auth.clock.now(), by: authorId(caller), address } as const
  await auth.db.transaction((tx) => endSession(tx, id, end))
}
