import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'

/**
 * Requires a caller who is a user with a session. API keys and operators are refused: they have no session that could be raised
 * to a higher level, and no passwords, passkeys or other factors.
 * @throws {Failure} `forbidden`
 */
export function requireUser(caller: Caller): SignedInCaller {
  if (caller.userId === undefined) throw new Failure('forbidden')
  return caller
}
