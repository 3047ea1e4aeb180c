import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { hasRightsOf } from '#contract/rules/rights.ts'
import type { Auth } from './auth.ts'
import type { UserDirectory } from './user-directory.ts'

/** The context of the use cases that end what belongs to a user: sessions, remembered devices, access of applications. */
export interface Ending extends Pick<Auth, 'db' | 'clock'> {
  users: Pick<UserDirectory, 'findUser' | 'ask'>
}

/**
 * Requires that a caller may end the sessions of a user: its own, or with the scope `sessions:revoke` those of every user whose
 * rights the caller has. The user service is asked only when the caller does not have the rights of an admin. A user whom it does
 * not know was deleted, and has no rights.
 * @throws {Failure} `forbidden`
 */
export async function requireMayEnd(
  { users }: { users: Pick<UserDirectory, 'findUser'> },
  { userId, caller }: { userId: string; caller: Caller },
): Promise<void> {
  if (userId === caller.userId) return
  if (!caller.scopes.includes('sessions:revoke')) throw new Failure('forbidden')
  if (userId === '' || hasRightsOf(caller, { role: 'admin' })) return
  const known = await users.findUser(userId)
  if (known && !hasRightsOf(caller, known.user)) throw new Failure('forbidden')
}

/**
 * Returns the network address of the caller if users end their own sessions. Otherwise it is undefined: the address of
 * somebody else must not appear in the events of the user.
 */
export const ownAddress = (input: { userId: string; caller: Caller; address: string }): string | undefined =>
  input.caller.userId === input.userId ? input.address : undefined
