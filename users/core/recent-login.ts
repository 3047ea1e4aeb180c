import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'

const maxLoginAgeMs = 5 * 60_000

/**
 * Requires a fresh proof: a login or a step-up within the last five minutes, by everything that a login of the user asks for. It is
 * called before something is made that keeps working after the session has ended, or a way in is changed: a stolen or forgotten
 * token is not enough for that (RFC 9470). API keys and operators pass, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export function requireRecentLogin(
  caller: Caller | Pick<SignedInCaller, 'userId' | 'acr' | 'authenticatedAt' | 'hasSecondFactor'>,
  now: number,
): void {
  if (caller.userId === undefined) return
  const wanted = caller.hasSecondFactor ? 'aal2' : 'aal1'
  // An older authentication service does not send the time of the login. The comparison with NaN is false then, and the login
  // does not count as recent.
  const isRecent = now - Date.parse(caller.authenticatedAt) <= maxLoginAgeMs
  if (isRecent && (wanted === 'aal1' || caller.acr === wanted)) return
  throw new Failure('reauthentication_required', wanted === 'aal2' ? { acr: wanted } : {})
}
