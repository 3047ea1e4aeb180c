import type { Sample } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { runScript } from '../own-process.ts'
import { startProduct } from '../product.ts'
import { besideFloor, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

const floorName = 'bare argon2id'

export const login: Scenario = {
  name: 'login',
  measures:
    'POST /auth/login on SQLite with right passwords, 1, 8 and 64 at once, beside bare argon2id hashes of the same cost on all cores.',
  async run({ rounds, seconds }) {
    await using product = await startProduct({ settings: proxied.settings })
    const { people, password, phc } = product.population
    const requests = people.map(({ username }, number) => ({
      method: 'POST' as const,
      path: '/auth/login',
      headers: proxied.headers(number),
      body: { username, password },
    }))
    const logIn = (connections: number) => () =>
      httpLoad([product], { url: product.auth, connections, requests, seconds, expect: 200 })
    const samples = await inTurns(rounds, {
      [floorName]: () => runScript<object, Sample>('floors/argon2.ts', { phc, password, seconds }),
      '1 at once': logIn(1),
      '8 at once': logIn(8),
      '64 at once': logIn(64),
    })
    const target = { atLeast: 0.95 }
    return {
      contestants: contestantsOf(samples),
      checks: [
        ...besideFloor(samples, { own: '1 at once', floor: floorName }),
        ...besideFloor(samples, { own: '8 at once', floor: floorName, target }),
        ...besideFloor(samples, { own: '64 at once', floor: floorName, target }),
      ],
      notes: [
        proxied.note,
        'Every login was answered 200: one that is not ends the scenario. One at a time can use one core only.',
      ],
    }
  },
}
