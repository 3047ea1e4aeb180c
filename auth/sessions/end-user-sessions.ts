import { type Caller, callerId } from '#contract/endpoint.ts'
import type { Auth } from '../core/auth.ts'
import { requireMayEnd } from './require-may-end.ts'
import { endUserSessionsExcept } from './session-store.ts'

/** Ends all sessions that a user has now, or all but the caller's. Returns how many were ended. */
export async function endUserSessions(
  auth: Auth,
  input: { userId: string; scope: 'others' | 'all'; caller: Caller },
): Promise<number> {
  const { userId, scope, caller } = input
  requireMayEnd({ userId, caller })
  const kept = scope === 'others' ? caller.sessionId : undefined
  const ended = await auth.db.transaction((tx) =>
    endUserSessionsExcept(tx, { userId, kept, reason: 'revoked', at: auth.clock.now() }),
  )
  // No rate limit applies to this route, so a call that ended nothing must not fill the log.
  if (ended > 0)
    auth.log.info(
      { event: 'session.ended', user_id: userId, reason: 'revoked', ended, by: callerId(caller) },
      'the sessions of a user were ended',
    )
  return ended
}
