import { bulkEndpoints } from '#contract/user-support.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { routesOnDemand } from '#runtime/on-demand/routes-on-demand.ts'
import type { UserAdministration } from '../user/user-administration.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module does the same to many users. */
export const openBulk = (users: UserAdministration): Module => ({
  routes: routesOnDemand(bulkEndpoints, async () => (await loadRoutes()).bulkRoutes(users)),
})
