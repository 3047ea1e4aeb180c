import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import type { FactorsResource } from '#contract/sign-in/factors.ts'
import type { IdentityResource } from '#contract/sign-in/identities.ts'
import type { PasskeyResource } from '#contract/sign-in/passkeys.ts'
import { isRecentLogin } from '../../core/recent-login.ts'
import { findFactors } from '../../factors/find-factors.ts'
import { listPasskeys } from '../../factors/passkeys/list-passkeys.ts'
import { type Passkeys, toPasskeyResource } from '../../factors/passkeys/passkey.ts'
import { toIdentityResource } from '../identities/identity.ts'
import { listIdentities } from '../identities/list-identities.ts'

interface OwnFactors {
  factors: FactorsResource
  passkeys: PasskeyResource[]
  identities: IdentityResource[]
  is_proof_fresh: boolean
}

/**
 * Returns the second factors, passkeys and linked accounts of the caller, and whether the session may change one now. If it may
 * not, the page asks for a fresh proof before it shows its form.
 * @throws {Failure} `user_not_found`
 */
export async function findOwnFactors(
  users: Passkeys,
  input: { userId: string; caller: SignedInCaller },
): Promise<OwnFactors> {
  const [factors, passkeys, identities] = await Promise.all([
    findFactors(users, input),
    listPasskeys(users, input),
    listIdentities(users, input),
  ])
  return {
    factors,
    passkeys: passkeys.map(toPasskeyResource),
    identities: identities.map(toIdentityResource),
    is_proof_fresh: isRecentLogin(input.caller, users.clock.now()),
  }
}
