import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { TokenPairResource } from '#contract/login/token-pair.ts'
import type { Device } from '../sessions/session-store.ts'
import { mintTokenPair } from '../tokens/token.ts'
import type { Login } from './login.ts'
import { passwordChangeBuckets } from './login-limits.ts'
import { beginAttempt } from './login-throttle.ts'
import { startSession } from './start-session.ts'

/**
 * Changes a user's own password. Guesses at the current password are rate limited as failed logins are. All sessions of the user
 * end, and the caller gets a new one.
 */
export async function changePassword(
  login: Login,
  input: { caller: Caller; currentPassword: string; newPassword: string; device: Device },
): Promise<TokenPairResource> {
  const { caller } = input
  if (caller.userId === undefined) throw new Failure('forbidden')
  const { userId } = caller
  const attempt = await beginAttempt(login, passwordChangeBuckets(caller))
  const changed = login.users.changePassword({
    user_id: userId,
    current_password: input.currentPassword,
    new_password: input.newPassword,
    address: input.device.address,
  })
  const { user, session_epoch: epoch } = await attempt.check(changed)
  const begun = { userId, countedBy: userId, epoch, amr: ['pwd'], device: input.device }
  const [session] = await Promise.all([startSession(login, begun), attempt.takeBack()])
  return mintTokenPair(login, session, user)
}
