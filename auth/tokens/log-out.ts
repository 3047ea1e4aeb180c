import { Failure } from '#contract/declaration/failures.ts'
import { endSession } from '../core/session-store.ts'
import type { TokenCheckContext } from './tokens.ts'

/**
 * Ends the session of an access token. A repeated call does no harm. An expired token is accepted, so that a client can
 * always log out; a forged token ends nothing.
 */
export async function logOut(
  auth: TokenCheckContext,
  input: { token: string | undefined; address: string },
): Promise<void> {
  if (input.token === undefined) throw new Failure('authorization_missing')
  const { sid } = await auth.verifier.verify(input.token, { allowExpired: true })
  const end = { reason: 'logout', at: auth.clock.now(), address: input.address } as const
  await auth.db.transaction((tx) => endSession(tx, sid, end))
}
