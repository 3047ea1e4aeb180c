import { setTimeout as sleep } from 'node:timers/promises'
import { figuresOf, ratios, type Sample } from '../figures.ts'
import { runScript } from '../own-process.ts'
import { type Product, startProduct } from '../product.ts'
import { rateLoad } from '../rate-load.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

const validationsPerSecond = 250
const timesCapacity = 20
/** The flood has filled the queue by then. */
const aheadMs = 1_000

export const loginFlood: Scenario = {
  name: 'login-flood',
  measures:
    'GET /auth/validate at 250 a second on SQLite, alone and while twenty times as many logins come as the machine can hash.',
  async run({ rounds, seconds }) {
    await using product = await startProduct({ sessions: 256, settings: proxied.settings })
    const { phc, password } = product.population
    const bare = await runScript<object, Sample>('floors/argon2.ts', { phc, password, seconds })
    const loginsPerSecond = Math.round((bare.perSecond ?? Number.NaN) * timesCapacity)
    const samples = await inTurns(rounds, {
      'validate alone': () => validations(product, seconds),
      'validate in a flood of logins': async () => {
        const flooding = flood(product, {
          perSecond: loginsPerSecond,
          seconds: seconds + 2 * (aheadMs / 1_000),
        })
        // Whichever fails first is told; until then nobody waits for the flood.
        flooding.catch(() => {})
        await sleep(aheadMs)
        return { ...(await validations(product, seconds)), ...(await flooding) }
      },
    })
    const [alone, flooded] = [samples['validate alone'], samples['validate in a flood of logins']]
    return {
      contestants: contestantsOf(samples),
      checks: [
        check(
          'validate in a flood of logins: p99 over that without',
          'x',
          ratios(flooded, alone, 'validateP99Ms'),
          { atMost: 3 },
        ),
        check('logins that are too many: 503, 99 of 100 within', 'ms', figuresOf(flooded, 'refusedP99Ms'), {
          atMost: 100,
        }),
        check('503 with Retry-After', 'of all', figuresOf(flooded, 'retryAfterShare'), { atLeast: 1 }),
      ],
      notes: [
        `The flood is ${loginsPerSecond} logins a second with right passwords from a process of its own. Any other status than 200 and 503 ends the scenario. The flood is made on the same cores, and slows validate too.`,
        proxied.note,
      ],
    }
  },
}

async function validations({ auth, population }: Product, seconds: number): Promise<Sample> {
  const requests = Array.from({ length: population.sessions }, (_, at) => ({
    path: '/auth/validate',
    headers: { authorization: `Bearer ${population.tokensOf(at).access_token}` },
  }))
  const load = { url: auth, requests, perSecond: validationsPerSecond, seconds, connections: 64 }
  const { statuses } = await rateLoad(load, ['200'])
  return {
    validateP50Ms: statuses[200]?.p50Ms ?? Number.NaN,
    validateP99Ms: statuses[200]?.p99Ms ?? Number.NaN,
  }
}

async function flood(
  { auth, population }: Product,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Sample> {
  const { people, password } = population
  const requests = Array.from({ length: 10_000 }, (_, number) => ({
    method: 'POST' as const,
    path: '/auth/login',
    headers: proxied.headers(number),
    body: { username: people[number % people.length]?.username, password },
  }))
  const report = await rateLoad({ url: auth, requests, perSecond, seconds, connections: 1_000 }, [
    '200',
    '503',
  ])
  const refused = report.statuses[503]
  if (!refused) throw new Error('No login was too many: the flood was none.')
  return {
    loginsPerSecond: (report.statuses[200]?.count ?? 0) / report.seconds,
    refusedPerSecond: refused.count / report.seconds,
    refusedP99Ms: refused.p99Ms,
    retryAfterShare: refused.withRetryAfter / refused.count,
    loadShare: report.loadShare,
  }
}
