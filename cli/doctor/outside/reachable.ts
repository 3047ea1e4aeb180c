import type { HealthResource } from '#contract/health.ts'
import { codeOf, messageOf } from '#runtime/thrown.ts'
import { ask } from '../ask.ts'
import { type Check, fail, ok } from '../check.ts'

/** Asks the public URL whether the service is ready. */
export const reachableCheck: Check = {
  name: 'reachable',
  async run({ url }, signal) {
    if (!url) return []
    const health = new URL('/health/ready', url)
    try {
      const { status, json } = await ask<Partial<HealthResource>>(health, { signal })
      if (status === 200 && json?.status === 'ok') return [ok(`${health} says that the service is ready`)]
      if (json?.checks?.database === 'unwritable')
        return [
          fail(
            `${health} says that the database takes no writes`,
            'make room on its disk, or see whether its server is a standby; the service goes on by itself',
          ),
        ]
      if (json?.status === 'unavailable')
        return [
          fail(`${health} says that the service has no database`, 'see the checks of databases from inside'),
        ]
      return [
        fail(
          `${health} answers ${status}, and not as Latchkey does`,
          'have the proxy pass all paths on to the user service, but /internal and /dev',
        ),
      ]
    } catch (error) {
      return [
        fail(
          `${url.origin} cannot be reached: ${codeOf(error) ?? messageOf(error)}`,
          'check the DNS name, the firewall and whether the proxy runs',
        ),
      ]
    }
  },
}
