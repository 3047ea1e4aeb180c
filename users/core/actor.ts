import { type Caller, callerId, type Scope, scopes } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'

/**
 * The author of a change: a caller of the API, or an operator at the command line, who can write to the database and so may do
 * everything.
 */
export type Actor = Caller | 'command line'

/** Returns the id of the user or API key that makes a change; null for the command line. */
export const actorId = (actor: Actor): string | null => (actor === 'command line' ? null : callerId(actor))

export const actorScopes = (actor: Actor): readonly Scope[] =>
  actor === 'command line' ? scopes : actor.scopes

const maxLoginAgeMs = 5 * 60_000

/**
 * Requires a login within the last five minutes. It is called before something is made that keeps working after the session has
 * ended: a stolen or forgotten token is not enough for that (RFC 9470). API keys pass, because a machine cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export function requireRecentLogin(actor: Actor, now: number): void {
  if (actor === 'command line' || actor.apiKeyId !== undefined) return
  // An older authentication service does not send the time of the login. The comparison with NaN is false then, and the login
  // does not count as recent.
  if (now - Date.parse(actor.authenticatedAt) <= maxLoginAgeMs) return
  throw new Failure('reauthentication_required')
}
