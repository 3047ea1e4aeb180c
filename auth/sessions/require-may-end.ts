import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'

/** Requires that a caller may end the sessions of a user: its own, or anybody's with the scope `sessions:revoke`. */
export function requireMayEnd({ userId, caller }: { userId: string; caller: Caller }): void {
  if (userId !== caller.userId && !caller.scopes.includes('sessions:revoke')) throw new Failure('forbidden')
}

/**
 * Returns the network address of the caller if users end their own sessions. Otherwise it is undefined: the address of
 * somebody else must not appear in the events of the user.
 */
export const ownAddress = (input: { userId: string; caller: Caller; address: string }): string | undefined =>
  input.caller.userId === input.userId ? input.address : undefined
