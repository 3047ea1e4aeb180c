import {
  countActOnOtherEndpoint,
  findOwnFactorsEndpoint,
  linkOwnIdentityEndpoint,
  removeOwnIdentityEndpoint,
} from '#contract/sign-in/own-factors.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../../core/users.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module serves the account pages, on which people see and change how they log in. */
export const openOwnFactors = (users: Users): Module => ({
  routes: routesOnDemand(
    [findOwnFactorsEndpoint, countActOnOtherEndpoint, linkOwnIdentityEndpoint, removeOwnIdentityEndpoint],
    async () => (await loadRoutes()).ownSignInRoutes(users),
  ),
})
