import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import type { confirmAtLoginEndpoint, proveFactorEndpoint } from '#contract/factors.ts'
import { Failure } from '#contract/failures.ts'
import type { Login } from '../login/login.ts'
import { type Attempt, beginAttempt } from '../login/login-throttle.ts'
import { secondFactorBuckets } from './second-factor-limits.ts'
import { tellWrongFactor } from './tell-wrong-factor.ts'

/** A second factor as a client gives it. */
export type Proof = { totp: string } | { recovery_code: string }

/** What the user service replies when a factor was right, and was used up. */
export type ProvenUser = Reply<typeof proveFactorEndpoint>

/** The method that a factor is in the claim `amr`. */
export const methodOf = (proof: Proof): 'otp' | 'rec' => ('totp' in proof ? 'otp' : 'rec')

/** Where the user stood when the factor was asked for. The user service refuses it when anything of this has changed. */
export type Stood = Pick<Body<typeof confirmAtLoginEndpoint>, 'user_id' | 'session_epoch' | 'factors_version'>

/**
 * Counts a try of a second factor, and then has it checked and used up: the count comes first, so that neither parallel tries nor a
 * crash give more guesses. `takeBack` of the returned attempt belongs into the same turn of the event loop as the session's writes.
 * @throws {Failure} `second_factor_limited`; `second_factor_invalid` after a wrong one; whatever `check` throws
 */
export async function checkFactor(
  login: Login,
  { proof, stood, address }: { proof: Proof; stood: Stood; address: string },
  check: () => Promise<ProvenUser>,
): Promise<{ proven: ProvenUser; attempt: Attempt }> {
  const { user_id: userId, factors_version: factorsVersion } = stood
  const kind = 'totp' in proof ? 'totp' : 'recovery_code'
  const buckets = secondFactorBuckets({ userId, factorsVersion }, kind)
  const attempt = await beginAttempt(login, buckets)
  try {
    return { proven: await attempt.check(check()), attempt }
  } catch (error) {
    if (error instanceof Failure && error.code === 'second_factor_invalid')
      await tellWrongFactor(login, { userId, buckets, address })
    throw error
  }
}
