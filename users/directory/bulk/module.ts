import { exportEndpoints } from '#contract/integrations/exports.ts'
import { bulkEndpoints } from '#contract/users/user-support.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
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
