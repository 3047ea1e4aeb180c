import { userSystemEndpoints } from '#contract/system/system.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { SystemFacts } from '#runtime/system/system-facts.ts'
import type { Users } from '../../core/users.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module reports the state of the user service to admins. */
export const openSystem = (users: Users, facts: SystemFacts): Module => ({
  routes: routesOnDemand(userSystemEndpoints, async () => (await loadRoutes()).systemRoutes(users, facts)),
})
