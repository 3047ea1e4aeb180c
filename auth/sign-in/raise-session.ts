import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { SessionEpoch } from '#contract/rules/session-epoch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { levelOf } from '../core/level-of.ts'
import { endOf, type Session } from '../core/session.ts'
import { learnSessionEpoch } from '../sessions/learn-session-epoch.ts'
import { authenticateAnew, findSession } from '../sessions/session-store.ts'
import type { Login } from './login.ts'

/**
 * Stores in the caller's session the level, the methods and the time of a new proof. The session still ends when it
 * would have ended before (I116).
 * @throws {Failure} `session_ended`
 */
export async function raiseSession(
  login: Login,
  {
    caller,
    known,
    amr,
    before,
  }: {
    caller: Pick<SignedInCaller, 'userId' | 'sessionId'>
    /** The session epoch of the user when the proof was checked. */
    known: SessionEpoch
    amr: string[]
    /** Runs first in the transaction. When it throws, the transaction ends, and the session stays as it was. */
    before?: (tx: Sql) => Promise<void>
  },
): Promise<Session> {
  const at = login.clock.now()
  const { sessionId: id, userId } = caller
  return login.db.transaction(async (tx) => {
    await before?.(tx)
    // The session may be the one that the user service has kept, and still have the epoch before.
    await learnSessionEpoch(tx, { userId, known, at })
    const epoch = known.session_epoch
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
