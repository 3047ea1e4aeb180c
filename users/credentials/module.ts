import { replacePasswordEndpoint } from '#contract/sign-in/internal-users.ts'
import { useResetLinkEndpoint } from '#contract/users/links.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Credentials } from './credentials.ts'
import { openWrapping } from './open-wrapping.ts'
import { openPasswordCensus } from './password-census.ts'
import { credentialRoutes } from './routes.ts'

const loadPasswordRoutes = lazily(() => import('./password-routes.ts'))

/** This module checks, changes and resets passwords. */
export function openCredentials(users: Credentials): Module {
  const census = openPasswordCensus(users)
  const wrapping = openWrapping(users)
  return {
    routes: [
      ...credentialRoutes(users),
      ...routesOnDemand([replacePasswordEndpoint, useResetLinkEndpoint], async () =>
        (await loadPasswordRoutes()).passwordRoutes(users),
      ),
    ],
    metrics: [census.metric, ...users.passwords.metrics],
    start: () => [census.start(), wrapping.start()],
  }
}
