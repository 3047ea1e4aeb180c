import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'

/**
 * Requires a user with a session. API keys and operators have none: no session whose level could be raised, and no ways to log in.
 * @throws {Failure} `forbidden`
 */
export function requireUser(caller: Caller): SignedInCaller {
  if (caller.userId === undefined) throw new Failure('forbidden')
  return caller
}
