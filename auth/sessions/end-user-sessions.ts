import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { noteLine } from '#runtime/events/record.ts'
import { countActOnOther } from '../core/recent-login.ts'
import { type Ending, ownAddress, requireMayEnd } from '../core/require-may-end.ts'
import { endUserSessionsExcept, hasOtherSession } from '../core/session-store.ts'

/** Ends all present sessions of a user, or all except the caller's. Returns how many were ended. */
export async function endUserSessions(
  auth: Ending,
  input: { userId: string; scope: 'others' | 'all'; caller: Caller; address: string },
): Promise<number> {
  const { userId, scope, caller } = input
  await requireMayEnd(auth, { userId, caller })
  const kept = scope === 'others' ? caller.sessionId : undefined
  // A request that ends no session is not counted as an action against another user.
  if (!(await hasOtherSession(auth.db, { userId, kept }))) return 0
  await countActOnOther(auth, { caller, userId })
  return auth.db.transaction(async (tx) => {
    const reason = 'revoked'
    const by = authorId(caller)
    const end = { reason, at: auth.clock.now(), by, address: ownAddress(input) } as const
    const ended = await endUserSessionsExcept(tx, { userId, kept, ...end })
    const data = { reason, ended, by }
    // No rate limit applies to this route, so a call that ended nothing must not fill the log.
    if (ended > 0) noteLine(tx, { type: 'session.ended', subject: userId, data })
    return ended
  })
}
