import { federatedLoginEndpoints } from '#contract/sign-in/federated-login.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { expiredFederatedLogins, removeFederatedLogins } from './federated-login-store.ts'
import type { Federation } from './federation.ts'
import { expiredLinkProofs, removeLinkProofs } from './link-proof-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** Opens logins with accounts at other providers. The user service stores which account belongs to which user. */
export const openFederation = (federation: Federation): Module => ({
  routes: routesOnDemand(federatedLoginEndpoints, async () =>
    (await loadRoutes()).federationRoutes(federation),
  ),
  rpcs: async () => [(await loadRpcs()).federationRpcs],
  sweeps: [expiredFederatedLogins, expiredLinkProofs],
  async forgetUser(tx, userId) {
    await removeFederatedLogins(tx, userId)
    await removeLinkProofs(tx, userId)
  },
})
