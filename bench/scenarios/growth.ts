import { totalmem } from 'node:os'
import { databaseUrls, readAllSettings } from '#cli/settings/all-settings.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { UserResource } from '#contract/users/user.ts'
import { encodeCursor } from '#runtime/database/cursor.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { ratios, type Sample } from '../figures.ts'
import { type HttpLoad, type HttpRequest, httpLoad } from '../load.ts'
import { fillMass, livingSessionsOf, type Mass, sessionsOfUser } from '../mass.ts'
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
    if ((rounds + 1) * sessionsInARound > livingSessionsOf(few))
      throw new Error('There are not as many sessions as so many rounds ask for.')
    const samples: Record<string, Sample[]> = {}
    const checks: Check[] = []
    const notes = [
      'Medians of a round. The users came over a year, the sessions began in the last 90 days: a fifth has ended, a sixth has run out, and some more do while this is measured, which sweeps remove.',
      `The machine has ${shown(totalmem() / 2 ** 30)} GiB of memory. What of the data is not in it is read from the disk when it is asked for the first time.`,
    ]
    for (const engine of engines) {
      await using parts = new AsyncDisposableStack()
      const stocks: Stock[] = []
      for (const users of sizes) stocks.push(parts.use(await stock(engine, users)))
      notes.push(...stocks.slice(-1).map(({ mass }) => noteOf(engine, mass)))
      const measured = await inTurnsOf(stocks, rounds, ({ deployed }) => startOnce(deployed))
      const asked: Omit<Asked, 'round'>[] = []
      for (const { deployed, mass } of stocks)
        asked.push({ mass, product: { ...deployed, ...(await deployed.start()) } })
      // Each kind of request is measured at all sizes before the next kind, so that the sizes of a kind are
      // measured within the same minutes.
      for (const [figure, loadOf] of Object.entries(loads)) {
        const more = await inTurnsOf(asked, rounds, (one, round) => ask(figure, loadOf, { ...one, round }))
        measured.forEach((ofSize, size) => {
          ofSize.forEach((sample, round) => {
            Object.assign(sample, more[size]?.[round])
          })
        })
      }
      const [small = [], ...larger] = measured
      measured.forEach((ofSize, size) => {
        samples[`${engine}, ${shown(sizes[size] ?? 0)} users`] = ofSize
      })
      larger.forEach((ofSize, at) => {
        const users = sizes[at + 1] ?? 0
        checks.push(...compare(engine, { users, isLargest: users === Math.max(...sizes) }, ofSize, small))
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

/**
 * Measures databases of all sizes once in every round, and returns the samples of each size in the order of
 * the sizes.
 */
async function inTurnsOf<Size>(
  each: Size[],
  rounds: number,
  measure: (one: Size, round: number) => Promise<Sample>,
): Promise<Sample[][]> {
  const contestants = each.map((one, size) => [`${size}`, (round: number) => measure(one, round)] as const)
  const samples = await inTurns(rounds, Object.fromEntries(contestants))
  return each.map((_, size) => samples[`${size}`] ?? [])
}

async function startOnce(deployed: Deployed): Promise<Sample> {
  const startedAt = performance.now()
  const started = await deployed.start()
  const readyMs = performance.now() - startedAt
  await started.end('SIGTERM')
  return { readyMs }
}

interface Asked {
  product: Product
  mass: Mass
  round: number
}

type Load = Pick<HttpLoad, 'url' | 'requests'> & Partial<HttpLoad>

async function ask(figure: string, loadOf: (asked: Asked) => Load, asked: Asked): Promise<Sample> {
  const load: HttpLoad = { connections: 1, seconds: 'each once', expect: 200, ...loadOf(asked) }
  const { p50Ms = Number.NaN, residentMiB } = await httpLoad([asked.product], load)
  // `residentMiB` is the memory after the last kind of request, because the sample of each kind overwrites
  // it.
  return { [figure]: p50Ms, ...(residentMiB === undefined ? {} : { residentMiB }) }
}

const sessionsInARound = 650
const usersInARound = 300

const pairs = ({ product, mass, round }: Asked, from: number, to: number): TokenPairResource[] =>
  Array.from({ length: to - from }, (_, at) => {
    const { session, user } = mass.livingSession(round * sessionsInARound + from + at)
    return product.population.mint(session, user)
  })

const people = ({ mass, round }: Asked, from: number, to: number): UserResource[] =>
  Array.from({ length: to - from }, (_, at) =>
    mass.user(((round * usersInARound + from + at) * 7_919) % (mass.users - 100)),
  )

/** Builds look-ups with the token of the admin, who may look up everybody. */
const look = ({ product: { users, population } }: Asked, paths: string[]): Load => {
  const headers = bearer(population.tokensOf(0).access_token)
  return { url: users, requests: paths.map((path) => ({ path, headers })) }
}

const lists = (asked: Asked, queries: string[]): Load =>
  look(
    asked,
    Array.from({ length: 21 }, (_, at) => `/api/v1/users?${queries[at % queries.length]}`),
  )

const withToken = (path: string, method: 'GET' | 'POST', given: TokenPairResource[]): HttpRequest[] =>
  given.map(({ access_token }) => ({ method, path, headers: bearer(access_token) }))

/**
 * The kinds of requests, by the name of their figure. Each kind and each round uses other users or sessions,
 * so that nothing is cached from before.
 */
const loads: Record<string, (asked: Asked) => Load> = {
  validateFirstMs: (asked) => ({
    url: asked.product.auth,
    requests: withToken('/auth/validate', 'GET', pairs(asked, 0, 300)),
  }),
  validateAgainMs: (asked) => ({
    url: asked.product.auth,
    requests: withToken('/auth/validate', 'GET', pairs(asked, 300, 350)),
    seconds: { requests: 500 },
  }),
  ownSessionsMs: (asked) => ({
    url: asked.product.auth,
    requests: withToken('/api/v1/auth/sessions', 'GET', pairs(asked, 350, 450)),
  }),
  refreshMs: (asked) => ({
    url: asked.product.auth,
    requests: pairs(asked, 450, 550).map(({ refresh_token }) => ({
      method: 'POST',
      path: '/auth/refresh',
      body: { refresh_token },
    })),
  }),
  logOutMs: (asked) => ({
    url: asked.product.auth,
    requests: withToken('/auth/logout', 'POST', pairs(asked, 550, 650)),
  }),
  lookUpMs: (asked) =>
    look(
      asked,
      people(asked, 0, 200).map(({ email }) => `/users/email/${encodeURIComponent(email)}`),
    ),
  pageMs: (asked) =>
    look(
      asked,
      people(asked, 200, 280).map(
        ({ id, created_at }) =>
          `/api/v1/users?cursor=${encodeCursor({ createdAt: Date.parse(created_at), id })}`,
      ),
    ),
  // The lists of `fewMs` are filtered by properties of few users, whom a full scan would find last.
  fewMs: (asked) => lists(asked, ['role=admin', 'status=suspended']),
  latestMs: (asked) => lists(asked, [`created_after=${asked.mass.user(asked.mass.users - 60).created_at}`]),
  prefixMs: (asked) => lists(asked, ['q=a', 'q=he', 'q=amber.1']),
  logInMs: (asked) => ({
    url: asked.product.auth,
    requests: people(asked, 280, 300).map(({ username }) => ({
      method: 'POST',
      path: '/auth/login',
      body: { username, password: asked.product.population.password },
    })),
  }),
}

const compare = (
  engine: Engine,
  { users, isLargest }: { users: number; isLargest: boolean },
  large: Sample[],
  small: Sample[],
): Check[] =>
  Object.keys(large[0] ?? {}).map((figure) =>
    check(
      `${engine}: ${figureTexts[figure]}, with ${shown(users)} users over that with ${shown(few)}`,
      'x',
      ratios(large, small, figure),
      isLargest ? { atMost: 1.3 } : undefined,
    ),
  )
