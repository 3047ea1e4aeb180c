import { createHistogram } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import { rpcClient } from '#tests/support/rpc-client.ts'
import type { GrpcLoad, LoadReport } from '../load.ts'

/**
 * Calls ValidateToken over a few connections, and writes one line of JSON with the results. A refused call
 * ends the script.
 */
const { address, token, seconds } = (await json(process.stdin)) as GrpcLoad
const connections = 4
const underWayEach = 16

const latencyUs = createHistogram()
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
await Promise.all(
  Array.from({ length: connections }, async (_, number) => {
    // This option gives each client a channel of its own. Without it, all clients of an address share one
    // connection.
    using client = rpcClient(address, 'latchkey.auth.v1.AuthService', undefined, {
      'bench.connection': number,
    })
    await Promise.all(
      Array.from({ length: underWayEach }, async () => {
        while (performance.now() - startedAt < seconds * 1_000) {
          const askedAt = performance.now()
          await client.call('ValidateToken', {}, { token })
          latencyUs.record(Math.round((performance.now() - askedAt) * 1_000))
        }
      }),
    )
  }),
)
const tookMs = performance.now() - startedAt
const { user, system } = process.cpuUsage(cpuBefore)
const report: LoadReport = {
  requests: latencyUs.count,
  seconds: tookMs / 1_000,
  p50Ms: latencyUs.percentile(50) / 1_000,
  p99Ms: latencyUs.percentile(99) / 1_000,
  statuses: { OK: latencyUs.count },
  errors: 0,
  loadShare: (user + system) / 1_000 / tookMs,
}
process.stdout.write(`${JSON.stringify(report)}\n`)
