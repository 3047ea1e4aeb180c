import { authSystemEndpoints, signingKeyEndpoints } from '#contract/system/system.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { routesOnDemand } from '#runtime/on-demand/routes-on-demand.ts'
import type { AuthSystem } from './system.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** Says how the authentication service is, by which settings it runs, and how old its signing keys are. */
export const openSystem = (system: AuthSystem): Module => ({
  routes: routesOnDemand([...authSystemEndpoints, ...signingKeyEndpoints], async () =>
    (await loadRoutes()).systemRoutes(system),
  ),
})
