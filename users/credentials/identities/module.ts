import { identityEndpoints, internalIdentityEndpoints } from '#contract/sign-in/identities.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../../core/users.ts'
import { removeIdentitiesSince } from './identity-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** This module keeps the accounts at other providers with which users sign in. */
export const openIdentities = (users: Users): Module => ({
  routes: routesOnDemand([...identityEndpoints, ...internalIdentityEndpoints], async () =>
    (await loadRoutes()).identityRoutes(users),
  ),
  rpcs: async () => [(await loadRpcs()).identityRpcs],
  async forgetUser(tx, userId) {
    await removeIdentitiesSince(tx, { userId, since: 0 })
  },
})
