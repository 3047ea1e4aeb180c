import { availableParallelism } from 'node:os'
import { createHistogram } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import { verify } from '@node-rs/argon2'
import { yieldToRequests } from '#users/passwords/pool-threads.ts'
import type { Sample } from '../figures.ts'

/**
 * The baseline for password hashing: verifies one hash again and again, as many in parallel as there are
 * cores, and does nothing else.
 */
const { phc, password, seconds, yields } = (await json(process.stdin)) as {
  phc: string
  password: string
  seconds: number
  /** True when the hash threads must run at a low priority, as in Latchkey. */
  yields?: boolean
}
if (yields) {
  // The threads that hash are created with the first hash.
  await verify(phc, password)
  yieldToRequests()
}
const latencyUs = createHistogram()
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const askedAt = performance.now()
      if (!(await verify(phc, password))) throw new Error('The password is not that of the hash.')
      latencyUs.record(Math.round((performance.now() - askedAt) * 1_000))
    }
  }),
)
const tookMs = performance.now() - startedAt
const { user, system } = process.cpuUsage(cpuBefore)
const sample: Sample = {
  perSecond: (latencyUs.count * 1_000) / tookMs,
  p50Ms: latencyUs.percentile(50) / 1_000,
  p99Ms: latencyUs.percentile(99) / 1_000,
  cpuUs: (user + system) / latencyUs.count,
}
process.stdout.write(`${JSON.stringify(sample)}\n`)
