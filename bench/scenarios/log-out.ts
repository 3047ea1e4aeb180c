import { httpLoad } from '../load.ts'
import { startProduct } from '../product.ts'
import { logOuts } from '../requests.ts'
import { contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const atOnce = 64
const inARound = 4_096

export const logOut: Scenario = {
  name: 'log-out',
  measures:
    'POST /auth/logout on SQLite, on the disk when it is answered: 64 at once, each of a session of its own.',
  async run({ rounds }) {
    await using product = await startProduct({ sessions: inARound * (rounds + 1) })
    const samples = await inTurns(rounds, {
      latchkey: (round: number) =>
        httpLoad([product], {
          url: product.auth,
          connections: atOnce,
          requests: logOuts(product.population, { from: round * inARound, count: inARound }),
          seconds: 'each once',
          expect: 200,
        }),
    })
    return {
      contestants: contestantsOf(samples),
      checks: [],
      notes: ['Each token is seen for the first time.'],
    }
  },
}
