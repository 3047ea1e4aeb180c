import { normalizeId } from '#contract/rules/user-in-path.ts'
import {
  countActOnOtherEndpoint,
  findOwnFactorsEndpoint,
  linkOwnIdentityEndpoint,
  removeOwnIdentityEndpoint,
} from '#contract/sign-in/own-factors.ts'
import { route } from '#runtime/requests/route.ts'
import { callerOnPage, type PersonOnPage } from '../../core/person-on-page.ts'
import { countAct } from '../../core/recent-login.ts'
import type { Users } from '../../core/users.ts'
import { loadOwnFactors } from '../../factors/index.ts'
import { toIdentityResource } from '../identities/identity.ts'
import { linkIdentity } from '../identities/link-identity.ts'
import { listIdentities } from '../identities/list-identities.ts'
import { removeIdentity } from '../identities/remove-identity.ts'

const done = { done: true } as const

/**
 * Connects the account pages, on which people change how they log in, with the use cases of the public routes. Callers can
 * change only their own user.
 */
export function ownSignInRoutes(users: Users) {
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
