import type { TokenPairResource } from '#contract/auth.ts'
import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Auth } from '../core/auth.ts'
import type { Device } from '../sessions/session-store.ts'
import { mintTokenPair } from '../tokens/token.ts'
import { startSession } from './log-in.ts'
import { passwordChangeBuckets } from './login-buckets.ts'
import { countedAttempt } from './login-throttle.ts'

/**
 * Guesses at the current password are limited as failed logins are, whatever the user is called by then. All sessions are
 * over then; the one who did it gets a new one.
 */
export async function changePassword(
  auth: Auth,
  input: { caller: Caller; currentPassword: string; newPassword: string; device: Device },
): Promise<TokenPairResource> {
  const { userId } = input.caller
  if (userId === undefined) throw new Failure('forbidden')
  return countedAttempt(
    auth,
    passwordChangeBuckets(userId),
    () =>
      auth.users.changePassword({
        user_id: userId,
        current_password: input.currentPassword,
        new_password: input.newPassword,
      }),
    async (changed) => {
      const session = await startSession(auth, {
        userId,
        countedBy: userId,
        epoch: changed.session_epoch,
        device: input.device,
      })
      return mintTokenPair(auth, session, changed.user)
    },
  )
}
