import type { SessionEpoch } from '#contract/rules/session-epoch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { noteLine } from '#runtime/events/record.ts'
import { endUserSessionsBeforeEpoch, raiseEpoch } from './session-store.ts'

/**
 * Ends the sessions of a user that the user service has ended, when a response of that service shows a higher session
 * epoch before its order to end them arrives. The kept session may have a much older epoch, because earlier orders that
 * kept it may still be on their way too. Returns the session epoch in force. The reason of the end is always `revoked`,
 * because only the order has the real reason.
 */
export async function learnSessionEpoch(
  tx: Sql,
  { userId, known, at }: { userId: string; known: SessionEpoch; at: number },
): Promise<number> {
  const { session_epoch: epoch, kept_session: id } = known
  const { inForce, hasRisen } = await raiseEpoch(tx, { userId, epoch })
  // If the epoch was raised before, the sessions of lower epochs have ended already. So a normal login runs no further
  // statement.
  if (!hasRisen) return inForce
  const kept = id === undefined ? undefined : { id, since: 0 }
  const reason = 'revoked'
  const ended = await endUserSessionsBeforeEpoch(tx, { userId, epoch, kept, reason, at })
  if (ended > 0) noteLine(tx, { type: 'session.ended', subject: userId, data: { reason, ended } })
  return inForce
}
