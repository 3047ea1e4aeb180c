import { databaseUrls, readAllSettings } from '#cli/settings/all-settings.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import type { Sample } from '../figures.ts'
import { spreadOf } from '../figures.ts'
import { fillMass } from '../mass.ts'
import { type Deployed, deploy, type Product } from '../product.ts'
import { shown } from '../result-table.ts'
import { contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const sizes = (process.env.BENCH_CONSOLE_USERS ?? '10000').split(',').map(Number)

/** The number of requests for each page in one round. */
const repeats = 15

/** The measured pages of the admin console, by the name of their figure. */
const pages: Record<string, string> = {
  firstPageMs: 'users',
  byNameMs: 'users?sort=username',
  neverLoggedInMs: 'users?has_logged_in=false',
  beginningMs: 'users?q=he',
  searchCommonMs: 'users?q=amber',
  searchNobodyMs: 'users?q=nobody-has-this',
}

export const consolePages: Scenario = {
  name: 'console',
  measures: `The time to the first byte of the users page of the admin console, and of searches on it, one at a time, with ${sizes.map(shown).join(', ')} users (BENCH_CONSOLE_USERS) on each engine.`,
  async run({ rounds }) {
    const samples: Record<string, Sample[]> = {}
    const notes = [
      `Medians of ${repeats} requests each. A page is sent as a whole, so that its first byte comes when all of it is known.`,
    ]
    for (const engine of engines)
      for (const users of sizes) {
        await using deployed = await filled(engine, users)
        const product: Product = { ...deployed, ...(await deployed.start()) }
        const cookie = await signIn(product)
        const name = `${engine}, ${shown(users)} users`
        Object.assign(samples, await inTurns(rounds, { [name]: () => openAll(product, cookie) }))
      }
    return { contestants: contestantsOf(samples), checks: [], notes }
  },
}

async function filled(engine: Engine, users: number): Promise<Deployed> {
  const deployed = await deploy({ engine, users: 1, sessions: 1 })
  try {
    const urls = databaseUrls(readAllSettings({ flags: {}, environment: deployed.environment }).values)
    await fillMass(urls, { users, phc: deployed.population.phc, withSessions: false })
    return deployed
  } catch (error) {
    await deployed[Symbol.asyncDispose]()
    throw error
  }
}

/** Signs the admin in on the sign-in page, and returns the Cookie header of the session. */
async function signIn({ auth, population }: Product): Promise<string> {
  const [admin] = population.people
  const reply = await fetch(`${auth}/account/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(auth).origin },
    body: new URLSearchParams({ username: admin?.username ?? '', password: population.password }),
  })
  const cookie = reply.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  if (reply.status !== 303 || cookie === '') throw new Error(`The admin could not sign in: ${reply.status}.`)
  return cookie
}

async function openAll(product: Product, cookie: string): Promise<Sample> {
  const sample: Sample = {}
  for (const [figure, page] of Object.entries(pages))
    sample[figure] = await firstByteMs(`${product.auth}/console/${page}`, cookie)
  return sample
}

/** Returns the median time, in milliseconds, until the headers of a page arrive. The page is sent together with them. */
async function firstByteMs(url: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < repeats; time++) {
    const startedAt = performance.now()
    const reply = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    times.push(performance.now() - startedAt)
    if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}.`)
    await reply.arrayBuffer()
  }
  return spreadOf(times).median
}
