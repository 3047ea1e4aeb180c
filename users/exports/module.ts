import { exportEndpoints } from '#contract/exports/exports.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { routesOnDemand } from '#runtime/on-demand/routes-on-demand.ts'
import type { Users } from '../core/users.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module gives out whole lists as files. */
export const openExports = (users: Users): Module => ({
  routes: routesOnDemand(exportEndpoints, async () => (await loadRoutes()).exportRoutes(users)),
})
