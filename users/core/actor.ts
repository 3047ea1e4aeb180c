import { type Caller, callerId, type Scope, scopes } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'

/** Who makes a change: a caller, or an operator at the command line, who can write the database and so may do everything. */
export type Actor = Caller | 'command line'

/** Null for the command line. */
export const actorId = (actor: Actor): string | null => (actor === 'command line' ? null : callerId(actor))

export const actorScopes = (actor: Actor): readonly Scope[] =>
  actor === 'command line' ? scopes : actor.scopes

const maxLoginAgeMs = 5 * 60_000

/**
 * What outlasts a session is made by people who have just logged in: a token that was stolen or left open is not enough for
 * it (RFC 9470). A machine has nothing to log in with.
 * @throws {Failure} `reauthentication_required`
 */
export function requireRecentLogin(actor: Actor, now: number): void {
  if (actor === 'command line' || actor.apiKeyId !== undefined) return
  // A version of the authentication service that does not tell the time gives NaN, which is no recent one.
  if (now - Date.parse(actor.authenticatedAt) <= maxLoginAgeMs) return
  throw new Failure('reauthentication_required')
}
