import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'

const maxLoginAgeMs = 5 * 60_000

/**
 * Requires a login within the last five minutes. It is called before something is made that keeps working after the session has
 * ended: a stolen or forgotten token is not enough for that (RFC 9470). API keys and operators pass, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export function requireRecentLogin(caller: Caller, now: number): void {
  if (caller.userId === undefined) return
  // An older authentication service does not send the time of the login. The comparison with NaN is false then, and the login
  // does not count as recent.
  if (now - Date.parse(caller.authenticatedAt) <= maxLoginAgeMs) return
  throw new Failure('reauthentication_required')
}
