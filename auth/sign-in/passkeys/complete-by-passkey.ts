import { Failure } from '#contract/declaration/failures.ts'
import type { CompletedLoginResource } from '#contract/sign-in/login-steps.ts'
import type { PasskeyAssertionResource } from '#contract/sign-in/webauthn.ts'
import { amrOf } from '../../core/level-of.ts'
import type { Device } from '../../sessions/session-store.ts'
import { removeLogin } from '../login-store.ts'
import { requireLogin } from '../require-login.ts'
import { endLogin } from '../second-factors/end-login.ts'
import { forStep, type PasskeyLogin } from './passkey-login.ts'

/**
 * Completes a login with a passkey, after the password. The passkey must belong to the user of the password.
 * @throws {Failure} `login_expired`, `passkey_invalid`, `passkeys_off`, `sessions_limited`, `user_service_unavailable`
 */
export async function completeByPasskey(
  login: PasskeyLogin,
  input: {
    token: string
    credential: PasskeyAssertionResource
    remembersDevice?: boolean | undefined
    device: Pick<Device, 'userAgent' | 'address'>
  },
): Promise<CompletedLoginResource> {
  const { token, credential, remembersDevice = false } = input
  const begun = await requireLogin(login, token)
  // A login that must add a second factor cannot be completed by a passkey instead.
  if (begun.step !== 'second_factor') throw new Failure('login_expired')
  const { purpose, boundTo } = forStep(token)
  const { userId, epoch, factorsVersion } = begun
  try {
    const { proven, amr } = await login.users.provePasskey({
      ...{ purpose, bound_to: boundTo, credential },
      ...{ user_id: userId, session_epoch: epoch, factors_version: factorsVersion },
    })
    const device = { ...input.device, name: begun.deviceName }
    return await endLogin(login, {
      begun,
      proven,
      amr: amrOf([...begun.amr, ...amr]),
      device,
      remembersDevice,
    })
  } catch (error) {
    // The password or a factor has changed since this login began, so that no later step can complete it.
    if (error instanceof Failure && error.code === 'login_expired') await removeLogin(login.db, begun.digest)
    throw error
  }
}
