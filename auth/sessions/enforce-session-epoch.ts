import type { EndReason } from '#contract/declaration/failures.ts'
import { noteLine } from '#runtime/events/record.ts'
import { endUserSessionsBeforeEpoch, raiseEpoch } from '../core/session-store.ts'
import type { Sessions, TakenBack } from './sessions.ts'

/**
 * Ends every session of a user that began with a lower session epoch (a number that rises when all sessions of the user end),
 * and makes logins fail that are under way with a lower one. Returns how many sessions ended. The session `kept` is raised to
 * the new epoch and stays alive, if its epoch is exactly one lower. After a theft (`takenBack`), the access that the thief gave
 * to applications ends too.
 */
export async function enforceSessionEpoch(
  sessions: Sessions,
  input: {
    userId: string
    epoch: number
    reason: EndReason
    kept?: string | undefined
    takenBack?: TakenBack | undefined
  },
): Promise<number> {
  const { userId, epoch, reason, kept, takenBack } = input
  const endAfterTakeover = takenBack && (await sessions.loadEndAfterTakeover())
  return sessions.db.transaction(async (tx) => {
    const at = sessions.clock.now()
    // A session of an even older epoch does not stay: an earlier order is still on its way, and must end it.
    const keptSession = kept === undefined ? undefined : { id: kept, since: epoch - 1 }
    await raiseEpoch(tx, { userId, epoch })
    // The sessions are ended even if the epoch has not risen in this call: a login at a node of an earlier version may
    // have raised it without ending them.
    const ended = await endUserSessionsBeforeEpoch(tx, { userId, epoch, kept: keptSession, reason, at })
    if (takenBack) await endAfterTakeover?.(tx, { userId, epoch, at, ...takenBack })
    if (reason === 'user_deleted') await sessions.forgetUser(tx, { id: userId, at })
    noteLine(tx, { type: 'session.ended', subject: userId, data: { reason, ended } })
    return ended
  })
}
