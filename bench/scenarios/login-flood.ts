import { setTimeout as sleep } from 'node:timers/promises'
import { figuresOf, ratios, type Sample } from '../figures.ts'
import { runScript, startScript } from '../own-process.ts'
import type { Population } from '../population.ts'
import { startProduct } from '../product.ts'
import { rateLoad } from '../rate-load.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

const validationsPerSecond = 250
const timesCapacity = 20
/**
 * The time in milliseconds for which the flood of wrong logins runs before the measurement, to fill the queue
 * of logins.
 */
const aheadMs = 1_000

export const loginFlood: Scenario = {
  name: 'login-flood',
  measures:
    'GET /auth/validate at 250 a second on SQLite, alone and while twenty times as many logins come as the machine can hash; and a bare node:http server in the same flood, which refuses every login at once, beside bare argon2id hashes at as low a priority.',
  async run({ rounds, seconds }) {
    await using floor = await startScript('floors/http.ts')
    await using product = await startProduct({ sessions: 256, settings: proxied.settings })
    const { phc, password } = product.population
    const bare = await runScript<object, Sample>('floors/argon2.ts', { phc, password, seconds })
    const loginsPerSecond = Math.round((bare.perSecond ?? Number.NaN) * timesCapacity)
    const inAFlood = async (url: string, refusal: '401' | '503') => {
      const flooding = flood(product.population, {
        url,
        refusal,
        perSecond: loginsPerSecond,
        seconds: seconds + 2 * (aheadMs / 1_000),
      })
      // An error of the flood of wrong logins is thrown where it is awaited; the empty handler avoids an
      // unhandled rejection before that.
      flooding.catch(() => {})
      try {
        await sleep(aheadMs)
        return { ...(await validations(product.population, { url, seconds })), ...(await flooding) }
      } finally {
        // The next system is measured only after the flood of wrong logins has ended.
        await Promise.allSettled([flooding])
      }
    }
    const samples = await inTurns(rounds, {
      'bare node:http alone': () => validations(product.population, { url: floor.address, seconds }),
      'bare node:http in the flood': async () => {
        const hashing = { phc, password, seconds: seconds + 2 * (aheadMs / 1_000), yields: true }
        const [sample] = await Promise.all([
          inAFlood(floor.address, '401'),
          runScript<object, Sample>('floors/argon2.ts', hashing),
        ])
        return sample
      },
      'validate alone': () => validations(product.population, { url: product.auth, seconds }),
      'validate in a flood of logins': () => inAFlood(product.auth, '503'),
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
        check(
          'bare node:http in the flood: p99 over that without',
          'x',
          ratios(samples['bare node:http in the flood'], samples['bare node:http alone'], 'validateP99Ms'),
        ),
        check('logins that are too many: 503, 99 of 100 within', 'ms', figuresOf(flooded, 'refusedP99Ms'), {
          atMost: 100,
        }),
        check('503 with Retry-After', 'of all', figuresOf(flooded, 'retryAfterShare'), { atLeast: 1 }),
      ],
      notes: [
        `The flood is ${loginsPerSecond} logins a second with right passwords from a process of its own. Any other status of Latchkey than 200 and 503 ends the scenario. The flood is made on the same cores, and slows validate too.`,
        proxied.note,
      ],
    }
  },
}

async function validations(
  population: Population,
  { url, seconds }: { url: string; seconds: number },
): Promise<Sample> {
  const requests = Array.from({ length: population.sessions }, (_, at) => ({
    path: '/auth/validate',
    headers: { authorization: `Bearer ${population.tokensOf(at).access_token}` },
  }))
  const load = { url, requests, perSecond: validationsPerSecond, seconds, connections: 64 }
  const { statuses } = await rateLoad(load, ['200'])
  return {
    validateP50Ms: statuses[200]?.p50Ms ?? Number.NaN,
    validateP99Ms: statuses[200]?.p99Ms ?? Number.NaN,
  }
}

async function flood(
  { people, password }: Population,
  {
    url,
    refusal,
    perSecond,
    seconds,
  }: { url: string; refusal: '401' | '503'; perSecond: number; seconds: number },
): Promise<Sample> {
  const requests = Array.from({ length: 10_000 }, (_, number) => ({
    method: 'POST' as const,
    path: '/auth/login',
    headers: proxied.headers(number),
    body: { username: people[number % people.length]?.username, password },
  }))
  const load = { url, requests, perSecond, seconds, connections: 1_000 }
  const report = await rateLoad(load, ['200', refusal])
  const refused = report.statuses[refusal]
  if (!refused) throw new Error('No login was too many: the flood was none.')
  return {
    loginsPerSecond: (report.statuses[200]?.count ?? 0) / report.seconds,
    refusedPerSecond: refused.count / report.seconds,
    refusedP99Ms: refused.p99Ms,
    retryAfterShare: refused.withRetryAfter / refused.count,
    loadShare: report.loadShare,
  }
}
