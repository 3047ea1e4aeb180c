import { Failure } from '#contract/declaration/failures.ts'
import { confirmAtLoginEndpoint, proveFactorEndpoint } from '#contract/sign-in/factors.ts'
import { amrOf } from '../../core/level-of.ts'
import type { Login } from '../login.ts'
import type { Method } from '../method.ts'
import {
  countRecoveryAttempt,
  type PendingLogin,
  releaseRecoveryAttempt,
  removePendingLogin,
} from '../pending-login-store.ts'
import { requirePendingLogin } from '../require-pending-login.ts'
import { checkFactor, type Factor, methodOf, type ProvenUser, type Stood } from './check-factor.ts'

/**
 * Completes a login with a code of the authenticator app or a recovery code. The attempt is counted, then the user
 * service checks the code and marks it as used. After a crash at this point the code is used and there is no session,
 * which is safe.
 * @throws {Failure} `login_expired`, `second_factor_invalid`, `second_factor_limited`, `login_address_limited`,
 * `enrolment_not_found`, `overloaded`, `user_service_unavailable`
 */
export const bySecondFactor = (given: {
  token: string
  factor: Factor
  remembersDevice?: boolean | undefined
}): Method => ({
  async prove(login, { device: { address } }) {
    const { token, factor } = given
    const pending = await requirePendingLogin(login, token)
    const stood = stoodAt(pending)
    const { proven, attempt } = await checkFactor(login, { factor, stood, address }, async () => {
      // Many attempts may have waited for each other. If the login was completed meanwhile, the remaining ones must not
      // use up a code.
      await requirePendingLogin(login, token)
      const asked = () => prove(login, { pending, stood, factor })
      return 'totp' in factor ? asked() : proveOneOfFew(login, pending, asked)
    })
    // A recovery code never makes a device remembered: otherwise somebody who found one code could log in from that
    // device later, too (I99).
    const remembersDevice = given.remembersDevice === true && 'totp' in factor
    return {
      known: proven,
      amr: amrOf([...pending.amr, methodOf(factor)]),
      countedBy: pending.countedBy,
      completes: { pending, remembersDevice },
      release: attempt.release,
    }
  },
  refused: 'login_expired',
})

const stoodAt = ({ userId, epoch, factorsVersion }: PendingLogin): Stood => ({
  user_id: userId,
  session_epoch: epoch,
  factors_version: factorsVersion,
})

/** Checks a recovery code, unless the login has had too many wrong codes already. */
async function proveOneOfFew(
  { db, clock }: Pick<Login, 'db' | 'clock'>,
  { digest }: PendingLogin,
  asked: () => Promise<ProvenUser>,
): Promise<ProvenUser> {
  if (!(await countRecoveryAttempt(db, digest, clock.now()))) throw new Failure('login_expired')
  try {
    return await asked()
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === 'second_factor_invalid'
    if (!isWrong) await releaseRecoveryAttempt(db, digest)
    throw error
  }
}

/** Lets the user service check the second factor. If the login demanded a new factor, the code confirms that new factor. */
async function prove(
  login: Login,
  { pending, stood, factor }: { pending: PendingLogin; stood: Stood; factor: Factor },
): Promise<ProvenUser> {
  try {
    if (pending.step === 'second_factor')
      return await login.users.ask(proveFactorEndpoint, { ...stood, ...factor })
    // A user without a second factor has no recovery codes either.
    if (!('totp' in factor)) throw new Failure('second_factor_invalid')
    return await login.users.ask(confirmAtLoginEndpoint, { ...stood, code: factor.totp })
  } catch (error) {
    // The password or a factor has changed since this login began, so that no later step can complete it.
    if (error instanceof Failure && error.code === 'login_expired')
      await removePendingLogin(login.db, pending.digest)
    throw error
  }
}
