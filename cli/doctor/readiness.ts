import type { HealthResource } from '#contract/system/health.ts'
import { type Finding, fail, warn } from './check.ts'
import { clockAdvice } from './clock-advice.ts'

/**
 * Returns a finding about what the health response of a service reports as wrong; undefined when all is well. `health` is the URL
 * that was asked.
 */
export function faultIn(health: URL, { checks }: Partial<HealthResource>): Finding | undefined {
  if (checks?.database === 'unwritable')
    return fail(
      `${health} says that the database takes no writes`,
      'make room on its disk, or see whether its server is a standby; the service goes on by itself',
    )
  if (checks?.database === 'unavailable')
    return fail(`${health} says that the service has no database`, 'see the checks of databases from inside')
  if (checks?.clock === 'skewed')
    return fail(
      `${health} says that the clock of the service and that of its database differ by more than a minute`,
      clockAdvice,
    )
  for (const [check, other, setting] of [
    ['auth_service', 'authentication service', 'LATCHKEY_AUTH_URL'],
    ['user_service', 'user service', 'LATCHKEY_USERS_URL'],
  ] as const)
    if (checks?.[check] === 'unavailable')
      return warn(
        `${health} says that the ${other} takes no requests of this service`,
        `see whether it runs, whether ${setting} leads to it, and whether both have the same LATCHKEY_SERVICE_TOKEN`,
      )
  return undefined
}
