import { exportEndpoints } from '#contract/integrations/exports.ts'
import { bulkEndpoints } from '#contract/users/user-support.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { routesOnDemand } from '#runtime/on-demand/routes-on-demand.ts'
import type { UserAdministration } from '../user/user-administration.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadExports = lazily(() => import('../exports/routes.ts'))

/** This module acts on many users in one request: it changes or imports users, and exports whole lists as files. */
export const openBulk = (users: UserAdministration): Module => ({
  routes: [
    ...routesOnDemand(bulkEndpoints, async () => (await loadRoutes()).bulkRoutes(users)),
    ...routesOnDemand(exportEndpoints, async () => (await loadExports()).exportRoutes(users)),
  ],
})
