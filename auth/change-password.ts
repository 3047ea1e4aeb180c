import type { TokenPairResource } from '#contract/auth.ts'
import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Auth } from './auth.ts'
import { startSession } from './log-in.ts'
import { countedAttempt } from './login-throttle.ts'
import type { Device } from './session-store.ts'
import { mintTokenPair } from './token.ts'

/**
 * Guesses at the current password count as failed logins of the user: a session is no way around their limit. All
 * sessions are over then; the one who did it gets a new one.
 */
export async function changePassword(
  auth: Auth,
  input: { caller: Caller; currentPassword: string; newPassword: string; device: Device },
): Promise<TokenPairResource> {
  const { userId } = input.caller
  if (userId === undefined) throw new Failure('forbidden')
  const present = await auth.users.findUser(userId)
  if (!present) throw new Failure('session_ended', { reason: 'user_deleted' })
  const who = { name: present.user.username, address: input.device.address }
  return countedAttempt(
    auth,
    who,
    () =>
      auth.users.changePassword({
        user_id: userId,
        current_password: input.currentPassword,
        new_password: input.newPassword,
      }),
    async (changed) => {
      const session = await startSession(auth, {
        userId,
        epoch: changed.session_epoch,
        device: input.device,
      })
      return mintTokenPair(auth, session, changed.user)
    },
  )
}
