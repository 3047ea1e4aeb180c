import { rpcClient } from '#tests/rpc-client.ts'

/** Calls ValidateToken for some seconds over a few connections; the calls in a second are its output. */
const [address = '', token = '', seconds = '3'] = process.argv.slice(2)
const connections = 4
const underWayEach = 16

const until = performance.now() + Number(seconds) * 1000
let calls = 0
await Promise.all(
  Array.from({ length: connections }, async (_, number) => {
    // A channel of its own: clients of one address share one otherwise.
    using client = rpcClient(address, 'latchkey.auth.v1.AuthService', undefined, {
      'bench.connection': number,
    })
    await Promise.all(
      Array.from({ length: underWayEach }, async () => {
        while (performance.now() < until) {
          await client.call('ValidateToken', {}, { token })
          calls++
        }
      }),
    )
  }),
)
process.stdout.write(`${calls / Number(seconds)}\n`)
