import { figuresOf, type Sample } from '../figures.ts'
import { type HttpLoad, httpLoad } from '../load.ts'
import { startScript } from '../own-process.ts'
import { type Product, startProduct } from '../product.ts'
import { refreshes, validations } from '../requests.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

type Load = Omit<HttpLoad, 'seconds' | 'expect'>

const connections = 32
const seen = 256
const refreshedAtOnce = 64
const rounds = 4
const warmUpSeconds = 2
/**
 * The processor time, in microseconds, that the server should spend in each load. A fixed amount of work gives comparable
 * figures however busy the machine is. The system reports processor time in steps of 10 ms, which is precise enough for
 * this amount.
 */
const processorUs = 400_000
const floorName = 'bare node:http'

const tokensSeen = (population: Product['population']) => validations(population, { from: 0, count: seen })

export const guard: Scenario = {
  name: 'guard',
  measures:
    'What npm run bench-guard holds against this record: GET /auth/validate and POST /auth/refresh on SQLite, each for a moment, by the least processor time for a request that a round took.',
  async run() {
    await using floor = await startScript('floors/http.ts')
    await using product = await startProduct({ sessions: Math.max(seen, refreshedAtOnce * (rounds + 1)) })
    const { auth, population } = product
    const samples = await inTurns(rounds, {
      [floorName]: sameWork(floor, () => ({
        url: floor.address,
        connections,
        requests: tokensSeen(population),
      })),
      validate: sameWork(product, () => ({ url: auth, connections, requests: tokensSeen(population) })),
      refresh: sameWork(product, (round) => ({
        url: auth,
        connections: refreshedAtOnce,
        requests: refreshes(population, { from: refreshedAtOnce * round, count: refreshedAtOnce }),
        carry: 'refresh_token',
      })),
    })
    const { [floorName]: ofFloor, ...guarded } = samples
    return {
      contestants: contestantsOf(samples),
      checks: Object.entries(guarded).map(([name, ofOne]) =>
        check(name, 'x', [least(ofFloor) / least(ofOne)]),
      ),
      notes: [
        'The processes are still warming up, so that these ratios are lower than those of the scenarios: they are there to compare runs with each other.',
        'A look-up is not among them: on a busy machine its ratio swings by the quarter that would count as a fall.',
      ],
    }
  },
}

/** Returns the lowest processor time for one request. Other programs on the machine can only increase it. */
const least = (samples: readonly Sample[]): number => Math.min(...figuresOf(samples, 'cpuUs'))

/**
 * Measures in the first round, which is not counted, how much processor time a request costs. In the other
 * rounds it sends as many requests as fit into `processorUs`.
 */
function sameWork(
  server: { pid: number },
  load: (round: number) => Load,
): (round: number) => Promise<Sample> {
  let cost = Number.NaN
  return async (round) => {
    const seconds = round === 0 ? warmUpSeconds : { requests: Math.ceil(processorUs / cost) }
    const sample = await httpLoad([server], { ...load(round), seconds, expect: 200 })
    if (round === 0) cost = sample.cpuUs ?? Number.NaN
    return sample
  }
}
