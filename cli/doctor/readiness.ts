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
      `${health} reports that the database does not accept writes`,
      'free up space on its disk, or check whether its server is a standby; the service recovers by itself',
    )
  if (checks?.database === 'unavailable')
    return fail(`${health} reports that the service has no database`, 'see the database checks from inside')
  if (checks?.clock === 'skewed')
    return fail(
      `${health} reports that the clocks of the service and its database differ by more than a minute`,
      clockAdvice,
    )
  for (const [check, other, setting] of [
    ['auth_service', 'authentication service', 'LATCHKEY_AUTH_URL'],
    ['user_service', 'user service', 'LATCHKEY_USERS_URL'],
  ] as const)
    if (checks?.[check] === 'unavailable')
      return warn(
        `${health} reports that the ${other} rejects requests of this service`,
        `check that it runs, that ${setting} leads to it, and that both have the same LATCHKEY_SERVICE_TOKEN`,
      )
  return undefined
}
