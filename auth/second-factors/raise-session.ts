import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { levelOf } from '../core/level-of.ts'
import { endOf, type Session } from '../core/session.ts'
import type { Login } from '../login/login.ts'
import { authenticateAnew, findSession } from '../sessions/session-store.ts'

/**
 * Stores in the caller's session the level, the methods and the time of a new proof. The session still ends when it
 * would have ended before (I116).
 * @throws {Failure} `session_ended`
 */
export async function raiseSession(
  login: Login,
  {
    caller,
    epoch,
    amr,
    before,
  }: {
    caller: Pick<SignedInCaller, 'userId' | 'sessionId'>
    epoch: number
    amr: string[]
    /** Runs first in the transaction. When it throws, the transaction ends, and the session stays as it was. */
    before?: (tx: Sql) => Promise<void>
  },
): Promise<Session> {
  const at = login.clock.now()
  const { sessionId: id, userId } = caller
  return login.db.transaction(async (tx) => {
    await before?.(tx)
    const session = await authenticateAnew(tx, { id, userId, epoch, amr, at })
    if (!session) {
      const ended = await findSession(tx, id)
      throw new Failure('session_ended', { reason: (ended && endOf(ended, at)) ?? 'revoked' })
    }
    const data = { session_id: id, acr: levelOf(amr), amr }
    await record(tx, { type: 'session.stepped_up', subject: userId, data, at })
    return session
  })
}
