import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { provePasskeyEndpoint } from '#contract/sign-in/passkeys.ts'
import type { PasskeyAssertionResource } from '#contract/sign-in/webauthn.ts'
import { amrOf } from '../../core/level-of.ts'
import type { Method, StepUpMethod } from '../method.ts'
import { forLogin, forStep, forStepUp } from '../passkeys/passkey-request.ts'
import { removePendingLogin } from '../pending-login-store.ts'
import { requirePendingLogin } from '../require-pending-login.ts'

/**
 * Signs a user in with a passkey alone. A passkey is two factors in one, so no further step is needed (I85). Attempts
 * are not counted, because a signature cannot be guessed: an attempt without a passkey costs this service an HMAC and a
 * look-up only.
 * @throws {Failure} `passkey_invalid`, `passkeys_off`, `user_service_unavailable`
 */
export const byPasskey = (credential: PasskeyAssertionResource): Method => ({
  async prove({ users }) {
    const { purpose, boundTo } = forLogin
    const { proven, amr } = await users.ask(provePasskeyEndpoint, { purpose, bound_to: boundTo, credential })
    return { known: proven, amr: amrOf(amr), countedBy: proven.user.id }
  },
  refused: 'passkey_invalid',
  counter: 'passkeyLogins',
})

/**
 * Completes a login with a passkey, after the password. The passkey must belong to the user of the password.
 * @throws {Failure} `login_expired`, `passkey_invalid`, `passkeys_off`, `user_service_unavailable`
 */
export const byPasskeyStep = (given: {
  token: string
  credential: PasskeyAssertionResource
  remembersDevice?: boolean | undefined
}): Method => ({
  async prove(login) {
    const { token, credential, remembersDevice = false } = given
    const pending = await requirePendingLogin(login, token)
    // A login that must add a second factor cannot be completed by a passkey instead.
    if (pending.step !== 'second_factor') throw new Failure('login_expired')
    const { purpose, boundTo } = forStep(token)
    const { userId, epoch, factorsVersion, countedBy } = pending
    try {
      const { proven, amr } = await login.users.ask(provePasskeyEndpoint, {
        purpose,
        bound_to: boundTo,
        credential,
        user_id: userId,
        session_epoch: epoch,
        factors_version: factorsVersion,
      })
      const completes = { pending, remembersDevice }
      return { known: proven, amr: amrOf([...pending.amr, ...amr]), countedBy, completes }
    } catch (error) {
      // The password or a factor has changed since this login began, so that no later step can complete it.
      if (error instanceof Failure && error.code === 'login_expired')
        await removePendingLogin(login.db, pending.digest)
      throw error
    }
  },
  refused: 'login_expired',
})

/**
 * Re-authenticates the user of a session with a passkey. The challenge is valid for this session only (I116).
 * @throws {Failure} `passkey_invalid`, `passkeys_off`, `user_service_unavailable`
 */
export const stepUpByPasskey = (
  { userId, sessionId }: SignedInCaller,
  credential: PasskeyAssertionResource,
): StepUpMethod => ({
  async prove({ users }) {
    const { purpose, boundTo } = forStepUp(sessionId)
    const { proven, amr } = await users.ask(provePasskeyEndpoint, {
      purpose,
      bound_to: boundTo,
      credential,
      user_id: userId,
    })
    return { known: proven, amr: amrOf(amr), countedBy: userId, sessionId }
  },
})
