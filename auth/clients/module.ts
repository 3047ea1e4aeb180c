import { oidcClientEndpoints } from '#contract/oidc/clients.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { expiredReplies } from '#runtime/requests/idempotency.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { expiredAssertions } from './authentication/used-assertion-store.ts'
import type { OidcClients } from './oidc-clients.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** Opens the feature that stores the OpenID clients: the applications that log people in by OpenID Connect. */
export const openOidcClients = (clients: OidcClients): Module => ({
  routes: routesOnDemand(oidcClientEndpoints, async () => (await loadRoutes()).oidcClientRoutes(clients)),
  sweeps: [expiredReplies, expiredAssertions],
})
