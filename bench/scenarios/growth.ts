import { type Engine, engines } from '#tests/engines.ts'
import type { Started } from '#tests/process.ts'
import { send } from '#tests/system.ts'
import { ratios, type Sample } from '../figures.ts'
import { type Product, startProduct } from '../product.ts'
import { figureTexts } from '../result-table.ts'
import { type Check, check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const few = 10_000
const many = Number(process.env.BENCH_USERS ?? 1_000_000)

interface Asked {
  started: Started
  population: Product['population']
  token: string
  cursor: string
}

const requests: Record<
  string,
  { times: number; ask(of: Asked, number: number): Promise<{ status: number }> }
> = {
  lookUpMs: {
    times: 100,
    ask: ({ started, population: { people }, token }, number) =>
      send('GET', `${started.users}/users/email/${people[(number * 37) % people.length]?.email}`, { token }),
  },
  secondPageMs: {
    times: 30,
    ask: ({ started, token, cursor }) =>
      send('GET', `${started.users}/api/v1/users?limit=50&cursor=${cursor}`, { token }),
  },
  logInMs: {
    times: 10,
    ask: ({ started, population: { people, password } }, number) =>
      send('POST', `${started.auth}/auth/login`, {
        body: { username: people[(number * 37) % people.length]?.username, password },
      }),
  },
}

export const growth: Scenario = {
  name: 'growth',
  measures: `A look-up by e-mail, the second page of the list and a login, one at a time, with ${few} users and with ${many} (BENCH_USERS), on each engine.`,
  async run({ rounds }) {
    const samples: Record<string, Sample[]> = {}
    const checks: Check[] = []
    for (const engine of engines) {
      const [small, large] = [`${engine}, ${few} users`, `${engine}, ${many} users`]
      await using fewUsers = await startProduct({ engine, users: few, sessions: 1 })
      await using manyUsers = await startProduct({ engine, users: many, sessions: 1 })
      const [ofFew, ofMany] = [await asked(fewUsers), await asked(manyUsers)]
      const measured = await inTurns(rounds, {
        [small]: (round: number) => askAll(ofFew, round),
        [large]: (round: number) => askAll(ofMany, round),
      })
      Object.assign(samples, measured)
      checks.push(...compare(engine, measured[large] ?? [], measured[small] ?? []))
    }
    return { contestants: contestantsOf(samples), checks, notes: ['Medians of a round of requests.'] }
  },
}

async function asked(product: Product): Promise<Asked> {
  const token = product.population.tokensOf(0).access_token
  const first = await send('GET', `${product.users}/api/v1/users?limit=50`, { token })
  return { started: product, population: product.population, token, cursor: first.body.next_cursor }
}

async function askAll(of: Asked, round: number): Promise<Sample> {
  const sample: Sample = {}
  for (const [name, { times, ask }] of Object.entries(requests)) {
    const took: number[] = []
    for (let number = 0; number < times; number++) {
      const startedAt = performance.now()
      const { status } = await ask(of, round * times + number)
      if (status !== 200) throw new Error(`${name}: ${status}`)
      took.push(performance.now() - startedAt)
    }
    sample[name] = took.toSorted((a, b) => a - b)[times >> 1] ?? Number.NaN
  }
  return sample
}

const compare = (engine: Engine, large: Sample[], small: Sample[]): Check[] =>
  Object.keys(requests).map((figure) =>
    check(
      `${engine}: ${figureTexts[figure]}, with ${many} users over that with ${few}`,
      'x',
      ratios(large, small, figure),
      {
        atMost: 1.3,
      },
    ),
  )
