import type { Module } from '#runtime/module.ts'
import type { Credentials } from './credentials.ts'
import { openPasswordCensus } from './password-census.ts'
import { credentialRoutes } from './routes.ts'

/** This module checks, changes and resets passwords. */
export function openCredentials(users: Credentials): Module {
  const census = openPasswordCensus(users)
  return {
    routes: credentialRoutes(users),
    metrics: [census.metric, ...users.passwords.metrics],
    start: () => [census.start()],
  }
}
