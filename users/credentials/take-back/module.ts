import { useTakeBackLinkEndpoint } from '#contract/users/links.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../../core/users.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module gives an account back to its owner after a theft, by the link “This was not me” in the mail about a change. */
export const openTakeBack = (users: Users): Module => ({
  routes: routesOnDemand([useTakeBackLinkEndpoint], async () => (await loadRoutes()).takeBackRoutes(users)),
})
