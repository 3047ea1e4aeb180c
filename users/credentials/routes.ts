import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { normalizeId, userInPath } from '#contract/rules/user-in-path.ts'
import {
  listIdentitiesEndpoint,
  proveIdentityEndpoint,
  removeIdentityEndpoint,
  signUpByIdentityEndpoint,
} from '#contract/sign-in/identities.ts'
import { replacePasswordEndpoint } from '#contract/sign-in/internal-users.ts'
import {
  countActOnOtherEndpoint,
  findOwnFactorsEndpoint,
  linkOwnIdentityEndpoint,
  removeOwnIdentityEndpoint,
} from '#contract/sign-in/own-factors.ts'
import { useResetLinkEndpoint, useTakeBackLinkEndpoint } from '#contract/users/links.ts'
import { setTemporaryPasswordEndpoint } from '#contract/users/user-support.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { route } from '#runtime/requests/route.ts'
import { callerOnPage, type PersonOnPage } from '../core/person-on-page.ts'
import { countAct } from '../core/recent-login.ts'
import { toKnownUser, toResource, type User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { findSecondFactors, loadOwnFactors } from '../factors/index.ts'
import { lifetimesMs } from '../messages/index.ts'
import { recoverAccount } from './account-recovery/recover-account.ts'
import { changePassword } from './change-password.ts'
import type { Credentials } from './credentials.ts'
import { toIdentityResource } from './identities/identity.ts'
import { linkIdentity } from './identities/link-identity.ts'
import { listIdentities } from './identities/list-identities.ts'
import { proveIdentity } from './identities/prove-identity.ts'
import { removeIdentity } from './identities/remove-identity.ts'
import { signUpByIdentity } from './identities/sign-up-by-identity.ts'
import { resetPassword } from './reset-password.ts'
import { setTemporaryPassword } from './set-temporary-password.ts'

/** The routes that few requests need, unlike that of a login: they are loaded with the first request to one of them. */
export const credentialRoutes = (users: Credentials) => [
  ...passwordRoutes(users),
  ...identityRoutes(users),
  ...ownSignInRoutes(users),
  ...takeBackRoutes(users),
]

const passwordRoutes = (users: Credentials) => [
  route(replacePasswordEndpoint, async ({ body }) =>
    toKnownUser(
      await changePassword(users, {
        userId: normalizeId(body.user_id),
        currentPassword: body.current_password,
        newPassword: body.new_password,
        address: body.address,
        acr: body.acr ?? 'aal1',
        authenticatedAt: body.authenticated_at,
      }),
    ),
  ),
  route(setTemporaryPasswordEndpoint, async ({ params, caller }) => {
    const made = await setTemporaryPassword(users, { userId: normalizeId(params.id), caller })
    return { temporary_password: made.password, expires_at: toRfc3339(made.expiresAt) }
  }),
  route(useResetLinkEndpoint, async ({ body }) => {
    const user = await resetPassword(users, body)
    return { user: toResource(user), session_epoch: user.sessionEpoch }
  }),
]

const identityRoutes = (users: Users) => [
  route(listIdentitiesEndpoint, async ({ params, caller }) => {
    const identities = await listIdentities(users, { userId: userInPath(params.id, caller), caller })
    return { data: identities.map(toIdentityResource) }
  }),
  route(removeIdentityEndpoint, ({ params, caller }) =>
    removeIdentity(users, {
      userId: userInPath(params.id, caller),
      caller,
      id: normalizeId(params.identity_id),
    }),
  ),
  route(proveIdentityEndpoint, ({ body }) => proveIdentityForLogin(users, body)),
  route(signUpByIdentityEndpoint, async ({ body }) => {
    const { provider, issuer, subject, email, email_verified: isVerified, name, locale, address } = body
    // No user is created with an address that the provider has not verified, because it may belong to somebody else.
    if (!isVerified || email === null) throw new Failure('email_unverified')
    const passedOnBy = body.is_passed_on ? 'trusted_proxy' : 'nobody'
    const person = { provider, issuer, subject }
    return proven(users, await signUpByIdentity(users, { person, email, name, locale, address, passedOnBy }))
  }),
]

async function proveIdentityForLogin(
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

const done = { done: true } as const

/**
 * Connects the account pages, on which people change how they log in, with the use cases of the public routes. Callers can
 * change only their own user.
 */
function ownSignInRoutes(users: Users) {
  const own = async (body: PersonOnPage) => {
    const caller = await callerOnPage(users.db, body)
    return { caller, userId: caller.userId }
  }
  return [
    route(findOwnFactorsEndpoint, async ({ body }) => {
      const person = await own(body)
      const { findOwnFactors } = await loadOwnFactors()
      const [factors, identities] = await Promise.all([
        findOwnFactors(users, person),
        listIdentities(users, person),
      ])
      return { ...factors, identities: identities.map(toIdentityResource) }
    }),
    route(countActOnOtherEndpoint, async ({ body }) => {
      const { caller } = await own(body)
      await users.db.transaction((tx) => countAct(tx, caller, users.clock.now()))
      return done
    }),
    route(linkOwnIdentityEndpoint, async ({ body }) => {
      const { provider, issuer, subject, email, email_verified: emailVerified } = body
      const person = { provider, issuer, subject, email, emailVerified }
      await linkIdentity(users, { ...(await own(body)), person })
      return done
    }),
    route(removeOwnIdentityEndpoint, async ({ body }) => {
      await removeIdentity(users, { ...(await own(body)), id: normalizeId(body.identity_id) })
      return done
    }),
  ]
}

const takeBackRoutes = (users: Users) => [
  route(useTakeBackLinkEndpoint, async ({ body }) => {
    const { userId, resetToken, sessionEpoch } = await recoverAccount(users, body)
    const expiresIn = lifetimesMs.reset_password / 1000
    return { user_id: userId, reset_token: resetToken, expires_in: expiresIn, session_epoch: sessionEpoch }
  }),
]
