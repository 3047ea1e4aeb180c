import { authSystemEndpoints, signingKeyEndpoints } from '#contract/system/system.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { routesOnDemand } from '#runtime/on-demand/routes-on-demand.ts'
import type { AuthSystem } from './system.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** Opens the feature that shows the state of the authentication service, its settings and its signing keys. */
export const openSystem = (system: AuthSystem): Module => ({
  routes: routesOnDemand([...authSystemEndpoints, ...signingKeyEndpoints], async () =>
    (await loadRoutes()).systemRoutes(system),
  ),
})
