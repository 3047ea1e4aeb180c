import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'

const maxLoginAgeMs = 5 * 60_000

type Proven = Pick<SignedInCaller, 'userId' | 'acr' | 'authenticatedAt' | 'hasSecondFactor'>

/**
 * Requires a fresh proof: a login or a step-up within the last five minutes, with every factor that a login of the user asks for.
 * It is called before something is made that keeps working after the session has ended, or a way to log in is changed: a stolen
 * or forgotten token is not enough for that (RFC 9470). API keys and operators pass, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export function requireRecentLogin(caller: Caller | Proven, now: number): void {
  if (caller.userId === undefined || isRecentLogin(caller, now)) return
  throw new Failure('reauthentication_required', caller.hasSecondFactor ? { acr: 'aal2' } : {})
}

/** Says whether a session has the fresh proof that `requireRecentLogin` requires. */
export function isRecentLogin(caller: Proven, now: number): boolean {
  // An older authentication service does not send the time of the login. The comparison with NaN is false then, and the login
  // does not count as recent.
  const isRecent = now - Date.parse(caller.authenticatedAt) <= maxLoginAgeMs
  return isRecent && (!caller.hasSecondFactor || caller.acr === 'aal2')
}
