import { linkEndpoints } from '#contract/users/links.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Auth } from '../../core/auth.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** Serves the routes about links in mails. The user service stores the links and acts on them. */
export const openLinks = (auth: Auth): Module => ({
  routes: routesOnDemand(linkEndpoints, async () => (await loadRoutes()).linkRoutes(auth)),
  rpcs: async () => [(await loadRpcs()).linkRpcs],
})
