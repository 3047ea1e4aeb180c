import { Failure } from '#contract/declaration/failures.ts'
import type { CompletedLoginResource } from '#contract/sign-in/login-steps.ts'
import { amrOf } from '../../core/level-of.ts'
import type { Device } from '../../sessions/session-store.ts'
import type { Login } from '../login.ts'
import { type BegunLogin, countRecoveryTry, removeLogin, takeBackRecoveryTry } from '../login-store.ts'
import { requireLogin } from '../require-login.ts'
import { endLogin } from '../second-factors/end-login.ts'
import { checkFactor, methodOf, type Proof, type ProvenUser, type Stood } from './check-factor.ts'

/**
 * Completes a login with its second factor: counts the attempt, lets the user service check the factor and mark it as used, and
 * then makes the session in the transaction that removes the login. After a crash between the last two steps, the code is used
 * and there is no session, which is safe.
 * @throws {Failure} `login_expired`, `second_factor_invalid`, `second_factor_limited`, `login_address_limited`,
 * `enrolment_not_found`, `sessions_limited`, `overloaded`, `user_service_unavailable`
 */
export async function completeLogin(
  login: Login,
  input: {
    token: string
    proof: Proof
    remembersDevice?: boolean | undefined
    device: Pick<Device, 'userAgent' | 'address'>
  },
): Promise<CompletedLoginResource> {
  const { token, proof } = input
  const begun = await requireLogin(login, token)
  const stood = stoodAt(begun)
  const { address } = input.device
  const { proven, attempt } = await checkFactor(login, { proof, stood, address }, async () => {
    // Many attempts may have waited for each other. If the login was completed meanwhile, the remaining ones must not
    // use up a code.
    await requireLogin(login, token)
    const asked = () => prove(login, { begun, stood, proof })
    return 'totp' in proof ? asked() : proveOneOfFew(login, begun, asked)
  })
  const amr = amrOf([...begun.amr, methodOf(proof)])
  const device = { ...input.device, name: begun.deviceName }
  // A recovery code never makes a device remembered: otherwise somebody who found one code could log in from that
  // device later, too (I99).
  const remembersDevice = input.remembersDevice === true && 'totp' in proof
  const session = endLogin(login, { begun, proven, amr, device, remembersDevice })
  const [result] = await Promise.all([session, attempt.takeBack()])
  return result
}

const stoodAt = ({ userId, epoch, factorsVersion }: BegunLogin): Stood => ({
  user_id: userId,
  session_epoch: epoch,
  factors_version: factorsVersion,
})

/** Checks a recovery code, unless the login has had too many wrong codes already. */
async function proveOneOfFew(
  { db, clock }: Pick<Login, 'db' | 'clock'>,
  { digest }: BegunLogin,
  asked: () => Promise<ProvenUser>,
): Promise<ProvenUser> {
  if (!(await countRecoveryTry(db, digest, clock.now()))) throw new Failure('login_expired')
  try {
    return await asked()
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === 'second_factor_invalid'
    if (!isWrong) await takeBackRecoveryTry(db, digest)
    throw error
  }
}

/** Lets the user service check the second factor. If the login demanded a new factor, the code confirms that new factor. */
async function prove(
  login: Login,
  { begun, stood, proof }: { begun: BegunLogin; stood: Stood; proof: Proof },
): Promise<ProvenUser> {
  try {
    if (begun.step === 'second_factor') return await login.users.proveFactor({ ...stood, ...proof })
    // A user without a second factor has no recovery codes either.
    if (!('totp' in proof)) throw new Failure('second_factor_invalid')
    return await login.users.confirmTotp({ ...stood, code: proof.totp })
  } catch (error) {
    // The password or a factor has changed since this login began, so that no later step can complete it.
    if (error instanceof Failure && error.code === 'login_expired') await removeLogin(login.db, begun.digest)
    throw error
  }
}
