import { type HttpLoad, httpLoad } from '../load.ts'
import { startScript } from '../own-process.ts'
import type { Population } from '../population.ts'
import { type Product, startProduct } from '../product.ts'
import { validations } from '../requests.ts'
import { besideFloor, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const connections = 32
/**
 * The number of connections of a second measurement. Look-ups that wait at the same moment share a query on
 * PostgreSQL, so the number of connections matters.
 */
const manyConnections = 128
const seenBefore = 256
const newInARound = 4_000
const floorName = 'bare node:http'
const manyName = `bare node:http, ${manyConnections} at once`

/**
 * Builds the load of token validations. With `seconds: 'each once'`, each token is validated once, so that
 * its signature has not been checked before.
 */
const loadOf = (
  url: string,
  population: Population,
  {
    from,
    count,
    seconds,
    atOnce = connections,
  }: { from: number; count: number; seconds: HttpLoad['seconds']; atOnce?: number },
): HttpLoad => ({
  url,
  connections: atOnce,
  requests: validations(population, { from, count }),
  seconds,
  expect: 200,
})

export const validate: Scenario = {
  name: 'validate',
  measures:
    'GET /auth/validate, one process against one process: tokens seen before (warm) and each for the first time (cold), always strict: a logout counts from its answer on.',
  async run({ rounds, seconds }) {
    const sessions = seenBefore + newInARound * (rounds + 1)
    await using floor = await startScript('floors/http.ts')
    await using sqlite = await startProduct({ sessions })
    await using postgres = await startProduct({ engine: 'postgres', sessions })

    const warm = (url: string, { population }: Product, atOnce = connections): HttpLoad =>
      loadOf(url, population, { from: 0, count: seenBefore, seconds, atOnce })
    const cold = (product: Product) => (round: number) =>
      httpLoad(
        [product],
        loadOf(product.auth, product.population, {
          from: seenBefore + round * newInARound,
          count: newInARound,
          seconds: 'each once',
        }),
      )
    const samples = await inTurns(rounds, {
      [floorName]: () => httpLoad([floor], warm(floor.address, sqlite)),
      'SQLite, warm': () => httpLoad([sqlite], warm(sqlite.auth, sqlite)),
      'PostgreSQL, warm': () => httpLoad([postgres], warm(postgres.auth, postgres)),
      [manyName]: () => httpLoad([floor], warm(floor.address, sqlite, manyConnections)),
      [`PostgreSQL, warm, ${manyConnections} at once`]: () =>
        httpLoad([postgres], warm(postgres.auth, postgres, manyConnections)),
      'SQLite, cold': cold(sqlite),
      'PostgreSQL, cold': cold(postgres),
    })
    return {
      contestants: contestantsOf(samples),
      checks: [
        ...besideFloor(samples, { own: 'SQLite, warm', floor: floorName, target: { atLeast: 0.75 } }),
        ...besideFloor(samples, { own: 'PostgreSQL, warm', floor: floorName, target: { atLeast: 0.6 } }),
        ...besideFloor(samples, {
          own: `PostgreSQL, warm, ${manyConnections} at once`,
          floor: manyName,
        }),
        ...besideFloor(samples, { own: 'SQLite, cold', floor: floorName }),
        ...besideFloor(samples, { own: 'PostgreSQL, cold', floor: floorName }),
      ],
      notes: [
        `${connections} connections where nothing else is said, one request at a time on each. PostgreSQL runs on the same machine, with fsync.`,
      ],
    }
  },
}
