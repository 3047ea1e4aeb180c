import { grpcLoad } from '../load.ts'
import { startScript } from '../own-process.ts'
import { startProduct } from '../product.ts'
import { besideFloor, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const floorName = 'bare grpc-js'

export const grpcValidate: Scenario = {
  name: 'grpc-validate',
  measures:
    'ValidateToken over gRPC with a token seen before, strict, on SQLite, beside a bare grpc-js server with the same messages.',
  async run({ rounds, seconds }) {
    await using floor = await startScript('floors/grpc.ts')
    await using product = await startProduct({ sessions: 1 })
    const token = product.population.tokensOf(0).access_token
    const samples = await inTurns(rounds, {
      [floorName]: () => grpcLoad([floor], { address: floor.address, token, seconds }),
      latchkey: () => grpcLoad([product], { address: product.authGrpc, token, seconds }),
    })
    return {
      contestants: contestantsOf(samples),
      checks: besideFloor(samples, { own: 'latchkey', floor: floorName, target: { atLeast: 0.75 } }),
      notes: ['4 connections with 16 calls under way on each.'],
    }
  },
}
