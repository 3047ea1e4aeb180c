import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { normalizeId, userInPath } from '#contract/rules/user-in-path.ts'
import {
  listIdentitiesEndpoint,
  proveIdentityEndpoint,
  removeIdentityEndpoint,
  signUpByIdentityEndpoint,
} from '#contract/sign-in/identities.ts'
import { route } from '#runtime/requests/route.ts'
import { toKnownUser, type User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { findSecondFactors } from '../../factors/index.ts'
import { toIdentityResource } from './identity.ts'
import { listIdentities } from './list-identities.ts'
import { proveIdentity } from './prove-identity.ts'
import { removeIdentity } from './remove-identity.ts'
import { signUpByIdentity } from './sign-up-by-identity.ts'

export const identityRoutes = (users: Users) => [
  route(listIdentitiesEndpoint, async ({ params, caller }) => {
    const identities = await listIdentities(users, { userId: userInPath(params.id, caller), caller })
    return { data: identities.map(toIdentityResource) }
  }),
  route(removeIdentityEndpoint, ({ params, caller }) =>
    removeIdentity(users, {
      ...{ userId: userInPath(params.id, caller), caller, id: normalizeId(params.identity_id) },
    }),
  ),
  route(proveIdentityEndpoint, ({ body }) => proveForLogin(users, body)),
  route(signUpByIdentityEndpoint, async ({ body }) => {
    const { provider, issuer, subject, email, email_verified: isVerified, name, locale, address } = body
    // No user is created with an address that the provider has not verified, because it may belong to somebody else.
    if (!isVerified || email === null) throw new Failure('email_unverified')
    const passedOnBy = body.is_passed_on ? 'trusted_proxy' : 'nobody'
    const person = { provider, issuer, subject }
    return proven(users, await signUpByIdentity(users, { person, email, name, locale, address, passedOnBy }))
  }),
]

async function proveForLogin(
  users: Users,
  { issuer, subject, purpose, user_id }: Body<typeof proveIdentityEndpoint>,
): Promise<Reply<typeof proveIdentityEndpoint>> {
  const userId = user_id === undefined ? undefined : normalizeId(user_id)
  return proven(users, await proveIdentity(users, { person: { issuer, subject }, purpose, userId }))
}

const proven = async (users: Users, user: User) => ({
  ...toKnownUser(user),
  second_factors: await findSecondFactors(users.db, user),
})
