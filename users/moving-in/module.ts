import { userImportEndpoints } from '#contract/user-lists/import-users.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { routesOnDemand } from '#runtime/on-demand/routes-on-demand.ts'
import type { Users } from '../core/users.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module makes users of the rows of another system. */
export const openMovingIn = (users: Users): Module => ({
  routes: routesOnDemand(userImportEndpoints, async () => (await loadRoutes()).movingInRoutes(users)),
})
