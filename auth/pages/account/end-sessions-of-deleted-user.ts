import { noteLine } from '#runtime/events/record.ts'
import type { Auth } from '../../core/auth.ts'
import { endUserSessionsExcept } from '../../core/session-store.ts'

/**
 * Ends all sessions of a user whose deletion the user service has just confirmed to this service. What else is stored about the user
 * is removed with the order of the user service, which may arrive later and ends a login that is still under way.
 */
export async function endSessionsOfDeletedUser(
  { db, clock }: Pick<Auth, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const reason = 'user_deleted'
    const ended = await endUserSessionsExcept(tx, { userId, kept: undefined, reason, at: clock.now() })
    if (ended > 0) noteLine(tx, { type: 'session.ended', subject: userId, data: { reason, ended } })
  })
}
