import type { SessionEpoch } from '#contract/rules/session-epoch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { noteLine } from '#runtime/events/record.ts'
import { endUserSessionsBeforeEpoch, raiseEpoch } from './session-store.ts'

/**
 * Ends the sessions of a user that the user service has ended, when an answer of that service tells it before the order does.
 * The session that was kept may be of a much older epoch: the user service keeps only a session that was alive, and the orders that
 * kept it before may be on their way too. Returns the session epoch in force. The order has the reason of the end and this answer has not, so that it is `revoked`.
 */
export async function learnSessionEpoch(
  tx: Sql,
  { userId, known, at }: { userId: string; known: SessionEpoch; at: number },
): Promise<number> {
  const { session_epoch: epoch, kept_session: id } = known
  const { inForce, hasRisen } = await raiseEpoch(tx, { userId, epoch })
  // Whatever raised it before has ended the sessions below, so that a usual login runs no further statement.
  if (!hasRisen) return inForce
  const kept = id === undefined ? undefined : { id, since: 0 }
  const reason = 'revoked'
  const ended = await endUserSessionsBeforeEpoch(tx, { userId, epoch, kept, reason, at })
  if (ended > 0) noteLine(tx, { type: 'session.ended', subject: userId, data: { reason, ended } })
  return inForce
}
