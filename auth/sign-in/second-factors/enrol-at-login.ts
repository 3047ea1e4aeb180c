import { Failure } from '#contract/declaration/failures.ts'
import type { TotpEnrolmentResource } from '#contract/sign-in/factors.ts'
import { enrolAtLoginEndpoint } from '#contract/sign-in/factors.ts'
import type { Auth } from '../../core/auth.ts'
import { removePendingLogin } from '../pending-login-store.ts'
import { requirePendingLogin } from '../require-pending-login.ts'

/**
 * Begins to add the authenticator app that a login demands. A code of the app then completes the login. Before that,
 * other logins do not ask for the app, and this login allows nothing else (I90).
 * @throws {Failure} `login_expired`, also for a login of somebody who has a factor; `changes_limited`,
 * `user_service_unavailable`
 */
export async function enrolAtLogin(auth: Auth, input: { token: string }): Promise<TotpEnrolmentResource> {
  const { step, digest, userId, epoch, factorsVersion } = await requirePendingLogin(auth, input.token)
  if (step !== 'enrolment') throw new Failure('login_expired')
  try {
    const stood = { user_id: userId, session_epoch: epoch, factors_version: factorsVersion }
    return await auth.users.ask(enrolAtLoginEndpoint, stood)
  } catch (error) {
    if (error instanceof Failure && error.code === 'login_expired') await removePendingLogin(auth.db, digest)
    throw error
  }
}
