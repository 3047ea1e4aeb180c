import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'

/** One's own sessions, or anybody's with the right to it. */
export function requireMayEnd({ userId, caller }: { userId: string; caller: Caller }): void {
  if (userId !== caller.userId && !caller.scopes.includes('sessions:revoke')) throw new Failure('forbidden')
}
