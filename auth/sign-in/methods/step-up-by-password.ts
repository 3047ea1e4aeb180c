import type { Body, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { proveFactorEndpoint } from '#contract/sign-in/factors.ts'
import { validateUserEndpoint } from '#contract/sign-in/internal-users.ts'
import { amrOf } from '../../core/level-of.ts'
import type { CheckedUser } from '../../core/user-directory.ts'
import { passwordChangeBuckets } from '../limits/login-limits.ts'
import { beginAttempt } from '../limits/login-throttle.ts'
import type { Login } from '../login.ts'
import { noFactors, type StepUpMethod } from '../method.ts'
import { checkFactor, type Factor, methodOf } from './check-factor.ts'

/**
 * Re-authenticates the user of a session by the password, and by a second factor if the user has one.
 * @throws {Failure} `invalid_credentials`, `second_factor_required`, `second_factor_invalid`, `second_factor_limited`,
 * `login_name_limited`, `login_address_limited`, `session_ended`, `overloaded`, `user_service_unavailable`
 */
export const stepUpByPassword = (
  caller: SignedInCaller,
  { password, factor }: { password: string; factor: Factor | undefined },
): StepUpMethod => ({
  async prove(login, { device: { address } }) {
    const { userId, sessionId } = caller
    const known = await checkPassword(login, { caller, password, address })
    const proof = { known, countedBy: userId, sessionId }
    const { version, factors } = known.second_factors ?? noFactors
    if (factors.length === 0) {
      if (factor) throw new Failure('second_factor_invalid')
      return { ...proof, amr: ['pwd'] }
    }
    if (!factor) throw new Failure('second_factor_required')
    const stood = { user_id: userId, session_epoch: known.session_epoch, factors_version: version }
    const { attempt } = await checkFactor(login, { factor, stood, address }, () =>
      prove(login, { ...stood, ...factor }),
    )
    return { ...proof, amr: amrOf(['pwd', methodOf(factor)]), release: attempt.release }
  },
})

/** Checks the password. Guesses at it have the same rate limit as guesses at the current password when it is changed. */
async function checkPassword(
  login: Login,
  { caller, password, address }: { caller: SignedInCaller; password: string; address: string },
): Promise<CheckedUser> {
  const present = await login.users.findUser(caller.userId)
  if (!present) throw new Failure('session_ended', { reason: 'user_deleted' })
  const attempt = await beginAttempt(login, passwordChangeBuckets(caller))
  const { username } = present.user
  const known = await attempt.check(login.users.ask(validateUserEndpoint, { username, password, address }))
  await attempt.release()
  // Another user has taken this username in the meantime, and the password was that user's.
  if (known.user.id !== caller.userId) throw new Failure('invalid_credentials')
  return known
}

async function prove(login: Login, proof: Body<typeof proveFactorEndpoint>) {
  try {
    return await login.users.ask(proveFactorEndpoint, proof)
  } catch (error) {
    // A factor or the password was changed between the check of the password and that of the factor. The client must
    // begin again, as after a wrong password.
    if (error instanceof Failure && error.code === 'login_expired') throw new Failure('invalid_credentials')
    throw error
  }
}
