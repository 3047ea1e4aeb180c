import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import { amrOf } from '../../core/level-of.ts'
import type { CheckedUser } from '../../core/user-directory.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import { passwordChangeBuckets } from '../limits/login-limits.ts'
import { type Attempt, beginAttempt } from '../limits/login-throttle.ts'
import type { Login } from '../login.ts'
import { raiseSession } from '../raise-session.ts'
import { checkFactor, methodOf, type Proof } from './check-factor.ts'

/**
 * Lets the user of a session prove their identity again, for actions that need a fresh proof (step-up, RFC 9470). The
 * same session continues with the level, the methods and the time of the new proof, and ends when it would have ended
 * before (I116).
 * @throws {Failure} `forbidden`, `invalid_credentials`, `second_factor_required`, `second_factor_invalid`,
 * `second_factor_limited`, `login_name_limited`, `login_address_limited`, `session_ended`, `overloaded`,
 * `user_service_unavailable`
 */
export async function stepUp(
  login: Login,
  input: { caller: Caller; password: string; proof: Proof | undefined; address: string },
): Promise<TokenPairResource> {
  const { caller, proof, address } = input
  if (caller.userId === undefined) throw new Failure('forbidden')
  const known = await checkPassword(login, { caller, password: input.password, address })
  const factors = known.second_factors
  const methods = ['pwd']
  let attempt: Pick<Attempt, 'takeBack'> | undefined
  if (factors && factors.factors.length > 0) {
    if (!proof) throw new Failure('second_factor_required')
    const stood = {
      user_id: caller.userId,
      session_epoch: known.session_epoch,
      factors_version: factors.version,
    }
    const checked = await checkFactor(login, { proof, stood, address }, () =>
      prove(login, { ...stood, ...proof }),
    )
    attempt = checked.attempt
    methods.push(methodOf(proof))
  } else if (proof) throw new Failure('second_factor_invalid')
  const amr = amrOf(methods)
  const stepped = raiseSession(login, { caller, known, amr })
  const [session] = await Promise.all([stepped, attempt?.takeBack()])
  return mintTokenPair(login, session, known.user)
}

/** Checks the password. Guesses at it have the same rate limit as guesses at the current password when it is changed. */
async function checkPassword(
  login: Login,
  { caller, password, address }: { caller: SignedInCaller; password: string; address: string },
): Promise<CheckedUser> {
  const present = await login.users.findUser(caller.userId)
  if (!present) throw new Failure('session_ended', { reason: 'user_deleted' })
  const attempt = await beginAttempt(login, passwordChangeBuckets(caller))
  const { username } = present.user
  const known = await attempt.check(login.users.checkCredentials({ username, password, address }))
  await attempt.takeBack()
  // In the meantime another user has taken this username, and the password was right for that user.
  if (known.user.id !== caller.userId) throw new Failure('invalid_credentials')
  return known
}

async function prove(login: Login, proof: Parameters<Login['users']['proveFactor']>[0]) {
  try {
    return await login.users.proveFactor(proof)
  } catch (error) {
    // A factor or the password was changed between the check of the password and that of the factor. The client must
    // begin again, as after a wrong password.
    if (error instanceof Failure && error.code === 'login_expired') throw new Failure('invalid_credentials')
    throw error
  }
}
