import { authSystemEndpoints, signingKeyEndpoints } from '#contract/system/system.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { AuthSystem } from './system.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** Opens the feature that shows the state of the authentication service, its settings and its signing keys. */
export const openSystem = (system: AuthSystem): Module => ({
  routes: routesOnDemand([...authSystemEndpoints, ...signingKeyEndpoints], async () =>
    (await loadRoutes()).systemRoutes(system),
  ),
})
