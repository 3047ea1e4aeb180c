import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { confirmAtLoginEndpoint, proveFactorEndpoint } from '#contract/sign-in/factors.ts'
import { removeAttempts } from '../limits/login-attempt-store.ts'
import { type Attempt, beginAttempt } from '../limits/login-throttle.ts'
import { reportWrongFactor } from '../limits/report-wrong-factor.ts'
import { codeBuckets, recoveryCodeBuckets, wrongFactorKeys } from '../limits/second-factor-limits.ts'
import type { Login } from '../login.ts'

/** A second factor that a client has sent: a code of the authenticator app, or a recovery code. */
export type Factor = { totp: string } | { recovery_code: string }

/**
 * The reply of the user service after a right second factor. The user service has marked the factor as used by then, and does
 * not accept it again.
 */
export type ProvenUser = Reply<typeof proveFactorEndpoint>

/** Returns the name of a second factor in the claim `amr` (RFC 8176). */
export const methodOf = (factor: Factor): 'otp' | 'rec' => ('totp' in factor ? 'otp' : 'rec')

/**
 * The session epoch and the version of the factors at the time when the client was asked for a factor. The user service
 * refuses the factor when one of these numbers has changed since.
 */
export type Stood = Pick<Body<typeof confirmAtLoginEndpoint>, 'user_id' | 'session_epoch' | 'factors_version'>

/**
 * Counts an attempt at a second factor, and then lets the user service check the factor and mark it as used. The count comes
 * first, so that neither parallel attempts nor a crash give more guesses. Call `release` of the returned attempt in the same
 * turn of the event loop as the writes of the session, so that SQLite commits them together.
 * @throws {Failure} `second_factor_limited`, `login_address_limited`; `second_factor_invalid` after a wrong one; whatever
 * `check` throws
 */
export const checkFactor = (
  login: Login,
  input: GivenFactor,
  check: () => Promise<ProvenUser>,
): Promise<CheckedFactor> => login.counts.secondFactors.of(countAndCheck(login, input, check))

interface GivenFactor {
  factor: Factor
  stood: Stood
  address: string
}

interface CheckedFactor {
  proven: ProvenUser
  attempt: Pick<Attempt, 'release'>
}

async function countAndCheck(
  login: Login,
  { factor, stood, address }: GivenFactor,
  check: () => Promise<ProvenUser>,
): Promise<CheckedFactor> {
  const tried = { userId: stood.user_id, factorsVersion: stood.factors_version }
  const isCode = 'totp' in factor
  const attempt = await beginAttempt(login, isCode ? codeBuckets(tried) : recoveryCodeBuckets(tried, address))
  try {
    const proven = await attempt.check(check())
    return { proven, attempt: isCode ? attempt : { release: () => forgiveCodes(login, tried, attempt) } }
  } catch (error) {
    if (error instanceof Failure && error.code === 'second_factor_invalid')
      await reportWrongFactor(login, { ...tried, address })
    throw error
  }
}

/**
 * After a right recovery code, also removes the count of wrong codes of the authenticator app: otherwise the codes of
 * the app could stay refused.
 */
async function forgiveCodes(
  { db }: Pick<Login, 'db'>,
  tried: Parameters<typeof wrongFactorKeys>[0],
  attempt: Attempt,
): Promise<void> {
  await Promise.all([attempt.release(), removeAttempts(db, wrongFactorKeys(tried).totp)])
}
