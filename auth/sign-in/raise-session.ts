import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { learnSessionEpoch } from '../core/learn-session-epoch.ts'
import { levelOf } from '../core/level-of.ts'
import { endOf, type Session } from '../core/session.ts'
import { authenticateAnew, findSession } from '../core/session-store.ts'
import type { Login } from './login.ts'
import type { StepUpProof } from './method.ts'

/**
 * Stores the level, the methods and the time of a re-authentication in a session. The session still ends when it would
 * have ended before (I116). `before` runs first in the transaction: when it throws, the session stays as it was.
 * @throws {Failure} `session_ended`
 */
export async function raiseSession(
  { db, clock }: Pick<Login, 'db' | 'clock'>,
  { known, amr: methods, sessionId: id }: Pick<StepUpProof, 'known' | 'amr' | 'sessionId'>,
  before?: (tx: Sql) => Promise<void>,
): Promise<Session> {
  const at = clock.now()
  const userId = known.user.id
  const amr = [...methods]
  return db.transaction(async (tx) => {
    await before?.(tx)
    // The user service may have kept this session when the epoch rose, so that it still has the earlier epoch.
    await learnSessionEpoch(tx, { userId, known, at })
    const session = await authenticateAnew(tx, { id, userId, epoch: known.session_epoch, amr, at })
    if (!session) {
      const ended = await findSession(tx, id)
      throw new Failure('session_ended', { reason: (ended && endOf(ended, at)) ?? 'revoked' })
    }
    const data = { session_id: id, acr: levelOf(amr), amr }
    await record(tx, { type: 'session.stepped_up', subject: userId, data, at })
    return session
  })
}
