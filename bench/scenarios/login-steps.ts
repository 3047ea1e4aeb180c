import { availableParallelism } from 'node:os'
import { ceremonyLoad } from '../ceremonies.ts'
import { newApps } from '../factors.ts'
import { figuresOf } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { startProduct } from '../product.ts'
import { besideAnother, check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

/**
 * The number of password hashes that a core computes in a second. It determines the number of logins in a measurement, so
 * that a measurement takes about as long as intended.
 */
const hashesPerCoreSecond = 60
const maxInTurn = 1_000
/**
 * The number of pairs of measurements in a round. A login with two steps costs only a little more than one with a single
 * step, so many short pairs are compared.
 */
const pairsInRound = 3
const stepPath = '/api/v1/auth/login/totp'

const [passwordOnly, bothSteps, secondStep] = [
  'password only',
  'password and code',
  'second step alone',
] as const

export const loginSteps: Scenario = {
  name: 'login-steps',
  measures:
    'Logins on SQLite with a password and a code of an authenticator app, both steps, beside as many logins with a password only, in turns; and the second step alone.',
  async run({ rounds, seconds }) {
    const cores = availableParallelism()
    const connections = 4 * cores
    const inTurn = Math.min(Math.ceil(hashesPerCoreSecond * cores * seconds), maxInTurn)
    const alone = Math.ceil(inTurn / 2)
    const inPair = 2 * inTurn + alone
    const pairs = pairsInRound * rounds
    // Each user logs in once, because a code is accepted only once, and because the first login of a user writes more
    // rows than a later one.
    const apps = newApps((number) => number % inPair >= inTurn)
    await using product = await startProduct({
      users: inPair * (pairs + 1),
      factorRows: apps.rows,
      settings: proxied.settings,
    })
    const { people, password } = product.population
    const firstStep = (number: number) => ({
      headers: proxied.headers(number),
      body: { username: people[number]?.username, password },
    })
    const ceremonies = (count: number, ceremony: Parameters<typeof ceremonyLoad>[1]['ceremony']) =>
      ceremonyLoad([product], { url: product.auth, connections, until: { count }, ceremony })
    const samples = await inTurns(pairs, {
      [passwordOnly]: (pair) =>
        ceremonies(inTurn, async (ask, at) => {
          await ask('/auth/login', { ...firstStep(pair * inPair + at), expect: 200 })
        }),
      [bothSteps]: (pair) =>
        ceremonies(inTurn, async (ask, at) => {
          const number = pair * inPair + inTurn + at
          const { login_token } = await ask('/auth/login', { ...firstStep(number), expect: 401 })
          const body = { login_token, code: apps.code() }
          await ask(stepPath, { headers: proxied.headers(number), body, expect: 200 })
        }),
      [secondStep]: async (pair) => {
        const begun: { number: number; login_token: string }[] = []
        await ceremonies(alone, async (ask, at) => {
          const number = pair * inPair + 2 * inTurn + at
          begun.push({ number, ...(await ask('/auth/login', { ...firstStep(number), expect: 401 })) })
        })
        const requests = begun.map(({ number, login_token }) => ({
          method: 'POST' as const,
          path: stepPath,
          headers: proxied.headers(number),
          body: { login_token, code: apps.code() },
        }))
        return httpLoad([product], {
          url: product.auth,
          connections,
          requests,
          seconds: 'each once',
          expect: 200,
        })
      },
    })
    const hasCpu = samples[secondStep][0]?.cpuUs !== undefined
    return {
      contestants: contestantsOf(samples),
      checks: [
        ...besideAnother(samples, { own: bothSteps, other: passwordOnly, target: { atLeast: 0.95 } }),
        ...(hasCpu
          ? [
              check(
                `${secondStep}: processor time for each`,
                'ms',
                figuresOf(samples[secondStep], 'cpuUs').map((us) => us / 1_000),
                { atMost: 1 },
              ),
            ]
          : []),
      ],
      notes: [
        proxied.note,
        `${connections} at once, ${inTurn} logins in each turn, ${pairsInRound} pairs in a round. Each user logs in once, from a network that is new.`,
      ],
    }
  },
}
