import type { HealthResource } from '#contract/system/health.ts'
import { codeOf, messageOf } from '#runtime/log/thrown.ts'
import { ask } from '../ask.ts'
import { type Check, fail, ok } from '../check.ts'
import { faultIn } from '../readiness.ts'

/** Asks the public URL whether the service is ready. */
export const reachableCheck: Check = {
  name: 'reachable',
  async run({ url }, signal) {
    if (!url) return []
    const health = new URL('/health/ready', url)
    try {
      const { status, json } = await ask<Partial<HealthResource>>(health, { signal })
      const fault = json && faultIn(health, json)
      if (fault) return [fault]
      if (status === 200 && json?.status === 'ok') return [ok(`${health} reports that the service is ready`)]
      return [
        fail(
          `${health} returns ${status}, but not from Latchkey`,
          'have the proxy forward all paths except /internal and /dev to the user service',
        ),
      ]
    } catch (error) {
      return [
        fail(
          `${url.origin} cannot be reached: ${codeOf(error) ?? messageOf(error)}`,
          'check the DNS name, the firewall, and that the proxy runs',
        ),
      ]
    }
  },
}
