import { appEndpoints } from '#contract/oidc/apps.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Auth } from '../../core/auth.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/**
 * Opens the feature that shows users which OpenID clients have access to them, and revokes it. The OpenID provider stores the
 * access.
 */
export const openApps = (auth: Pick<Auth, 'db' | 'clock' | 'users' | 'policy'>): Module => ({
  routes: routesOnDemand(appEndpoints, async () => (await loadRoutes()).appRoutes(auth)),
})
