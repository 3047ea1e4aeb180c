import type { Sample } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { runScript } from '../own-process.ts'
import { startProduct } from '../product.ts'
import { besideFloor, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

const floorName = 'bare argon2id'
/**
 * The number of new users for one second of load, which is more than any machine can hash. Each name is used
 * once: a second sign-up with it would be refused and end the scenario.
 */
const maxPerSecond = 2_000

export const createUser: Scenario = {
  name: 'create-user',
  measures:
    'POST /users/create on SQLite, 8 at once, beside bare argon2id hashes of the same cost on all cores.',
  async run({ rounds, seconds }) {
    await using product = await startProduct({ settings: proxied.settings })
    const { phc, password } = product.population
    const maxUsers = Math.ceil(maxPerSecond * seconds)
    const samples = await inTurns(rounds, {
      [floorName]: () => runScript<object, Sample>('floors/argon2.ts', { phc, password, seconds }),
      '8 at once': (round: number) =>
        httpLoad([product], {
          url: product.users,
          connections: 8,
          requests: Array.from({ length: maxUsers }, (_, at) => {
            const username = `new.${round}.${at}`
            return {
              method: 'POST' as const,
              path: '/users/create',
              headers: proxied.headers(round * maxUsers + at),
              body: { username, email: `${username}@example.com`, password },
            }
          }),
          seconds,
          expect: 201,
        }),
    })
    return {
      contestants: contestantsOf(samples),
      checks: besideFloor(samples, { own: '8 at once', floor: floorName }),
      notes: [
        proxied.note,
        'Each gets a welcome and a mail to confirm the address, which goes into the mailbox.',
      ],
    }
  },
}
