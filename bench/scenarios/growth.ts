import { databaseUrls, readAllSettings } from '#cli/all-settings.ts'
import { encodeCursor } from '#runtime/cursor.ts'
import { type Engine, engines } from '#tests/engines.ts'
import { ratios, type Sample } from '../figures.ts'
import { type HttpLoad, httpLoad } from '../load.ts'
import { fillMass, type Mass, sessionsOfUser } from '../mass.ts'
import { type Deployed, deploy, type Product } from '../product.ts'
import { bearer } from '../requests.ts'
import { figureTexts, shown } from '../result-table.ts'
import { type Check, check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const few = 10_000
const sizes = [few, ...(process.env.BENCH_USERS ?? '1000000').split(',').map(Number)]

interface Stock {
  deployed: Deployed
  mass: Mass
}

export const growth: Scenario = {
  name: 'growth',
  measures: `Requests one at a time, and the start, with ${sizes.map(shown).join(', ')} users (BENCH_USERS) and five times as many sessions, on each engine. Whoever is asked for is from all over them, and another one every time.`,
  async run({ rounds }) {
    const samples: Record<string, Sample[]> = {}
    const checks: Check[] = []
    const notes = [
      'Medians of a round. The users came over a year, the sessions began in the last 90 days: a fifth has ended, a sixth has run out, and some more do while this is measured, which sweeps remove.',
    ]
    for (const engine of engines) {
      await using parts = new AsyncDisposableStack()
      const stocks: Stock[] = []
      for (const users of sizes) stocks.push(parts.use(await stock(engine, users)))
      notes.push(...stocks.slice(-1).map(({ mass }) => noteOf(engine, mass)))
      const starts = await inEach(stocks, rounds, ({ deployed }) => startOnce(deployed))
      const products: Product[] = []
      for (const { deployed } of stocks) products.push({ ...deployed, ...(await deployed.start()) })
      const asked = await inEach(stocks, rounds, ({ mass }, at, round) =>
        askAll(products[at] as Product, mass, round),
      )
      const measured = asked.map((ofSize, at) =>
        ofSize.map((sample, round) => ({ ...sample, ...starts[at]?.[round] })),
      )
      const [small = [], ...larger] = measured
      measured.forEach((ofSize, at) => {
        samples[`${engine}, ${shown(sizes[at] ?? 0)} users`] = ofSize
      })
      larger.forEach((ofSize, at) => {
        checks.push(...compare(engine, sizes[at + 1] ?? 0, ofSize, small))
      })
    }
    return { contestants: contestantsOf(samples), checks, notes }
  },
}

async function stock(engine: Engine, users: number): Promise<Stock & AsyncDisposable> {
  const deployed = await deploy({ engine, users: 1, sessions: 1 })
  try {
    const urls = databaseUrls(readAllSettings({ flags: {}, environment: deployed.environment }).values)
    const mass = await fillMass(urls, { users, phc: deployed.population.phc })
    return { deployed, mass, [Symbol.asyncDispose]: () => deployed[Symbol.asyncDispose]() }
  } catch (error) {
    await deployed[Symbol.asyncDispose]()
    throw error
  }
}

const noteOf = (engine: Engine, { users, bytes, fillSeconds }: Mass): string =>
  `${engine}, ${shown(users)} users and ${shown(users * sessionsOfUser)} sessions: ${shown(bytes.user)} bytes for a user and ${shown(bytes.session)} for a session, indexes included, as dense as they are when they have just been built. Filled in ${shown(fillSeconds)} s.`

/** The samples of each, in the order of the stocks. */
async function inEach(
  stocks: Stock[],
  rounds: number,
  measure: (stock: Stock, at: number, round: number) => Promise<Sample>,
): Promise<Sample[][]> {
  const contestants = stocks.map((one, at) => [`${at}`, (round: number) => measure(one, at, round)] as const)
  const samples = await inTurns(rounds, Object.fromEntries(contestants))
  return stocks.map((_, at) => samples[`${at}`] ?? [])
}

async function startOnce(deployed: Deployed): Promise<Sample> {
  const startedAt = performance.now()
  const started = await deployed.start()
  const readyMs = performance.now() - startedAt
  await started.end('SIGTERM')
  return { readyMs }
}

async function askAll(product: Product, mass: Mass, round: number): Promise<Sample> {
  const sample: Sample = {}
  for (const [figure, load] of Object.entries(loadsOf(product, mass, round))) {
    const { p50Ms = Number.NaN, residentMiB } = await httpLoad([product], {
      ...{ connections: 1, seconds: 'each once', expect: 200 },
      ...load,
    })
    sample[figure] = p50Ms
    if (residentMiB !== undefined) sample.residentMiB = residentMiB
  }
  return sample
}

const sessionsInARound = 600

function loadsOf(
  { users, auth, population }: Product,
  mass: Mass,
  round: number,
): Record<string, Pick<HttpLoad, 'url' | 'requests'> & Partial<HttpLoad>> {
  const pairs = Array.from({ length: sessionsInARound }, (_, at) => {
    const { session, user } = mass.livingSession(round * sessionsInARound + at)
    return population.mint(session, user)
  })
  const validated = pairs.slice(0, 400)
  const lookedUp = Array.from({ length: 300 }, (_, at) =>
    mass.user(((round * 300 + at) * 7_919) % (mass.users - 100)),
  )
  const admin = bearer(population.tokensOf(0).access_token)
  const lists = (...queries: string[]) =>
    Array.from({ length: 20 }, (_, at) => ({
      path: `/api/v1/users?${queries[at % queries.length]}`,
      headers: admin,
    }))
  const validations = validated.map(({ access_token }) => ({
    path: '/auth/validate',
    headers: bearer(access_token),
  }))
  return {
    validateFirstMs: { url: auth, requests: validations },
    validateAgainMs: { url: auth, requests: validations.slice(-50), seconds: { requests: 400 } },
    ownSessionsMs: {
      url: auth,
      requests: validated
        .slice(0, 100)
        .map(({ access_token }) => ({ path: '/api/v1/auth/sessions', headers: bearer(access_token) })),
    },
    refreshMs: {
      url: auth,
      requests: pairs
        .slice(400, 500)
        .map(({ refresh_token }) => ({ method: 'POST', path: '/auth/refresh', body: { refresh_token } })),
    },
    logOutMs: {
      url: auth,
      requests: pairs.slice(500).map(({ access_token }) => ({
        method: 'POST',
        path: '/auth/logout',
        headers: bearer(access_token),
      })),
    },
    lookUpMs: {
      url: users,
      requests: lookedUp
        .slice(0, 200)
        .map(({ email }) => ({ path: `/users/email/${encodeURIComponent(email)}`, headers: admin })),
    },
    pageMs: {
      url: users,
      requests: lookedUp.slice(200, 280).map(({ id, created_at }) => ({
        path: `/api/v1/users?cursor=${encodeCursor({ createdAt: Date.parse(created_at), id })}`,
        headers: admin,
      })),
    },
    // Whose first row a walk through all users would come to last.
    fewMs: { url: users, requests: lists('role=admin', 'status=suspended') },
    latestMs: { url: users, requests: lists(`created_after=${mass.user(mass.users - 60).created_at}`) },
    prefixMs: { url: users, requests: lists('q=a', 'q=he', 'q=amber.1') },
    logInMs: {
      url: auth,
      requests: lookedUp.slice(280).map(({ username }) => ({
        method: 'POST',
        path: '/auth/login',
        body: { username, password: population.password },
      })),
    },
  }
}

const compare = (engine: Engine, users: number, large: Sample[], small: Sample[]): Check[] =>
  Object.keys(large[0] ?? {}).map((figure) =>
    check(
      `${engine}: ${figureTexts[figure]}, with ${shown(users)} users over that with ${shown(few)}`,
      'x',
      ratios(large, small, figure),
      { atMost: 1.3 },
    ),
  )
