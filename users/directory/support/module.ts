import { oneUserEndpoints } from '#contract/users/one-user.ts'
import { userSupportEndpoints } from '#contract/users/user-support.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../../core/users.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/**
 * This module helps support staff: it shows what happened to a user and why a login fails, confirms addresses, and restores
 * access.
 */
export const openSupport = (users: Users): Module => ({
  routes: routesOnDemand([...userSupportEndpoints, ...oneUserEndpoints], async () =>
    (await loadRoutes()).supportRoutes(users),
  ),
  rpcs: async () => [(await loadRpcs()).supportRpcs],
})
