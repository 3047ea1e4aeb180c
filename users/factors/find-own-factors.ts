import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import type { FactorsResource } from '#contract/sign-in/factors.ts'
import type { PasskeyResource } from '#contract/sign-in/passkeys.ts'
import { isRecentLogin } from '../core/recent-login.ts'
import type { Users } from '../core/users.ts'
import { findFactors } from './find-factors.ts'
import { listPasskeys } from './passkeys/list-passkeys.ts'
import { toPasskeyResource } from './passkeys/passkey.ts'

interface OwnFactors {
  factors: FactorsResource
  passkeys: PasskeyResource[]
  is_proof_fresh: boolean
}

/**
 * Returns the second factors and passkeys of the caller, and whether the session may change one now. If it may not, the page asks
 * for a new login before it shows its form.
 * @throws {Failure} `user_not_found`
 */
export async function findOwnFactors(
  users: Users,
  input: { userId: string; caller: SignedInCaller },
): Promise<OwnFactors> {
  const [factors, passkeys] = await Promise.all([findFactors(users, input), listPasskeys(users, input)])
  return {
    factors,
    passkeys: passkeys.map(toPasskeyResource),
    is_proof_fresh: isRecentLogin(input.caller, users.clock.now()),
  }
}
