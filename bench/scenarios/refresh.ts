import { figuresOf } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { startScript } from '../own-process.ts'
import { startProduct } from '../product.ts'
import { refreshes, validations } from '../requests.ts'
import { besideFloor, check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const atOnce = 64
const floorName = 'bare node:http'

export const refresh: Scenario = {
  name: 'refresh',
  measures:
    'POST /auth/refresh on SQLite, on the disk when it is answered: 64 sessions, each refreshed with the token that its last refresh gave; beside a bare server that looks for a header.',
  async run({ rounds, seconds }) {
    await using floor = await startScript('floors/http.ts')
    await using product = await startProduct({ sessions: atOnce * (rounds + 1) })
    const load = { connections: atOnce, seconds, expect: 200 }
    const samples = await inTurns(rounds, {
      [floorName]: () =>
        httpLoad([floor], {
          ...load,
          url: floor.address,
          requests: validations(product.population, { from: 0, count: atOnce }),
        }),
      latchkey: (round: number) =>
        httpLoad([product], {
          ...load,
          url: product.auth,
          requests: refreshes(product.population, { from: round * atOnce, count: atOnce }),
          carry: 'refresh_token',
        }),
    })
    return {
      contestants: contestantsOf(samples),
      checks: [
        check('refreshes a second', '/s', figuresOf(samples.latchkey, 'perSecond'), { atLeast: 5_000 }),
        ...besideFloor(samples, { own: 'latchkey', floor: floorName }),
      ],
      notes: [
        'The load builds and reads JSON for each refresh, and takes its part of the machine. The floor writes nothing: it is there to compare runs with each other.',
      ],
    }
  },
}
