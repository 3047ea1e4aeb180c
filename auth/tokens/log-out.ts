import { Failure } from '#contract/failures.ts'
import type { Auth } from '../core/auth.ts'
import { endSession } from '../sessions/session-store.ts'

/**
 * Ends the session of an access token. It may be repeated, and an expired token is accepted, so that a client can always log out.
 * A forged token ends nothing.
 */
export async function logOut(auth: Auth, input: { token: string | undefined }): Promise<void> {
  if (input.token === undefined) throw new Failure('authorization_missing')
  const { sid, sub } = await auth.verifier.verify(input.token, { allowExpired: true })
  const ended = await auth.db.transaction((tx) => endSession(tx, sid, 'logout', auth.clock.now()))
  if (ended)
    auth.log.info(
      { event: 'session.ended', user_id: sub, session_id: sid, reason: 'logout' },
      'a user logged out',
    )
}
