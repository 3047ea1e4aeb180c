import { userListEndpoints } from '#contract/users/list-users.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../../core/users.ts'
import { startFolding } from './fold-names.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module lists users, sorted, filtered and page by page, and folds their names for the search. */
export const openUserLists = (users: Users): Module => ({
  routes: routesOnDemand(userListEndpoints, async () => (await loadRoutes()).userListRoutes(users)),
  start: () => [startFolding(users)],
})
