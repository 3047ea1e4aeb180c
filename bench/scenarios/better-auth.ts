import type { UserResource } from '#contract/users/user.ts'
import { type BetterAuth, type Cookies, lookedUp, sessionChecks, startBetterAuth } from '../better-auth.ts'
import { afterlifeNote, afterlivesOf, requireRefusedAtOnce } from '../ended-sessions.ts'
import { type HttpLoad, httpLoad } from '../load.ts'
import { startScript } from '../own-process.ts'
import peer from '../peers/better-auth/package.json' with { type: 'json' }
import { type Product, startProduct } from '../product.ts'
import { validations } from '../requests.ts'
import { besideAnother, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { betterAuthSessions, latchkeySessions } from '../sessions-to-end.ts'
import { proxied } from '../visitors.ts'

type Load = Pick<HttpLoad, 'url' | 'connections' | 'requests' | 'holding'>

const connections = 32
const sessions = 256
/**
 * The number of people whose sessions are ended during this scenario. The load generator does not use the
 * sessions of these people.
 */
const leaving = 3
/**
 * The factor by which the first round, which is not counted, is longer. better-auth keeps getting faster for
 * its first thousands of requests.
 */
const warmUp = 3
/**
 * The interval and the maximum duration of the requests with the credential of an ended session. The duration
 * is above five minutes, because the cookie cache of better-auth is valid for that long.
 */
const asking = { everyMs: 1_000, maxMs: 330_000 }

const floorName = 'bare node:http'
const checks = {
  ours: 'Latchkey, session check',
  theirs: 'better-auth, session check',
  within: 'better-auth, session check in its process',
  caching: 'better-auth with its cookie cache, session check',
  cachingWithin: 'better-auth with its cookie cache, session check in its process',
}
const one = { ours: 'Latchkey, 1 sign-in at once', theirs: 'better-auth, 1 sign-in at once' }
const eight = { ours: 'Latchkey, 8 sign-ins at once', theirs: 'better-auth, 8 sign-ins at once' }

/**
 * Compares Latchkey with better-auth, each set up as well as possible; `bench/README.md` gives the reasons. Latchkey runs
 * with its default settings: durable commits, all limits on, and every token refused as soon as its session has ended.
 * better-auth runs on bare `node:http`, on `node:sqlite` as durable as Latchkey, with the same hashes, and with neither
 * rate limit nor telemetry. Its cookie cache is measured off, which is as strict as Latchkey, and on, as its own guide to
 * performance advises. Session checks go to its endpoint, and also to its API inside its own process, which is fastest.
 */
export const betterAuth: Scenario = {
  name: 'better-auth',
  measures:
    'Beside another product for this purpose, both on SQLite and in one process each: whether a session is good (GET /auth/validate, GET /api/auth/get-session), and sign-ins with argon2id of the same cost (POST /auth/login, POST /api/auth/sign-in/email).',
  async run({ rounds, seconds }) {
    await using floor = await startScript('floors/http.ts')
    await using product = await startProduct({ sessions, settings: proxied.settings })
    const { population } = product
    await using strict = await startBetterAuth(population, { cookieCache: false })
    await using caching = await startBetterAuth(population, { cookieCache: true })
    const staying = population.people.slice(0, -leaving)
    const gone = population.people.slice(-leaving)

    const endedOurs = await afterlivesOf(latchkeySessions(product), gone, asking)
    requireRefusedAtOnce('Latchkey', endedOurs)
    const endedTheirs = await afterlivesOf(betterAuthSessions(strict), gone, asking)
    // The measurement of ended sessions takes minutes, at three requests a second, and runs beside the load generator. An
    // error in it is thrown where it is awaited; the empty handler avoids an unhandled rejection before that.
    const endedCaching = afterlivesOf(betterAuthSessions(caching), gone, asking)
    endedCaching.catch(() => {})

    const under = (server: { pid: number }, load: () => Load | Promise<Load>) => async (round: number) =>
      httpLoad([server], {
        ...(await load()),
        seconds: round === 0 ? seconds * warmUp : seconds,
        expect: 200,
      })
    const requests = validations(population, { from: 0, count: sessions })
    const ofStrict = await sessionChecksOf(strict, staying)
    const ofCaching = await sessionChecksOf(caching, staying)
    const samples = await inTurns(rounds, {
      [floorName]: under(floor, () => ({ url: floor.address, connections, requests })),
      [checks.ours]: under(product, () => ({ url: product.auth, connections, requests })),
      [checks.theirs]: under(strict, ofStrict(lookedUp.atItsEndpoint)),
      [checks.within]: under(strict, ofStrict(lookedUp.within)),
      [checks.caching]: under(caching, ofCaching(lookedUp.atItsEndpoint)),
      [checks.cachingWithin]: under(caching, ofCaching(lookedUp.within)),
      [one.ours]: under(product, () => logIns(product, staying, 1)),
      [one.theirs]: under(strict, () => signInsOf(strict, staying, 1)),
      [eight.ours]: under(product, () => logIns(product, staying, 8)),
      [eight.theirs]: under(strict, () => signInsOf(strict, staying, 8)),
    })
    return {
      contestants: contestantsOf(samples),
      checks: [
        ...[checks.theirs, checks.within, checks.caching, checks.cachingWithin].flatMap((other) =>
          besideAnother(samples, { own: checks.ours, other }),
        ),
        ...besideAnother(samples, { own: one.ours, other: one.theirs }),
        ...besideAnother(samples, { own: eight.ours, other: eight.theirs }),
        ...besideAnother(samples, { own: checks.ours, other: floorName }),
        ...besideAnother(samples, { own: checks.within, other: floorName }),
      ],
      notes: [
        `Session checks: ${connections} connections, ${sessions} sessions. Those in its process are an application's that uses better-auth as a library: one call, and no handler between. better-auth ${peer.dependencies['better-auth']} on node:http and node:sqlite, each commit on the disk when it is answered, as with Latchkey. Its rate limit is off; the limits of Latchkey are on.`,
        'Not the same work: better-auth answers a check with the session and the user, and a sign-in with a cookie; Latchkey answers a check with what the token says, and a sign-in with two signed tokens, an event written. Every check of better-auth was answered with a session, not only with 200: it says that without one too.',
        afterlifeNote('Latchkey', endedOurs),
        afterlifeNote('better-auth', endedTheirs),
        afterlifeNote('better-auth with its cookie cache', await endedCaching),
      ],
    }
  },
}

/** The maximum number of sign-ins at the same time. */
const hand = 8

/**
 * Signs in once for each session. The function that it returns is called before each load, and renews every
 * cookie cache, as browsers do every five minutes.
 */
async function sessionChecksOf(
  server: BetterAuth,
  people: readonly UserResource[],
): Promise<(path: string) => () => Promise<Load>> {
  let all: Cookies[] = []
  for (let at = 0; at < sessions; at += hand)
    all.push(...(await Promise.all(people.slice(at, at + hand).map(server.signIn))))
  return (path) => async () => {
    all = await Promise.all(all.map(server.renewed))
    return { url: server.address, connections, ...sessionChecks(all, path) }
  }
}

const logIns = ({ auth, population }: Product, people: readonly UserResource[], atOnce: number): Load => ({
  url: auth,
  connections: atOnce,
  requests: people.map(({ username }, number) => ({
    method: 'POST',
    path: '/auth/login',
    headers: proxied.headers(number),
    body: { username, password: population.password },
  })),
})

const signInsOf = (server: BetterAuth, people: readonly UserResource[], atOnce: number): Load => ({
  url: server.address,
  connections: atOnce,
  requests: people.map((person, number) => ({
    ...server.signingIn(person),
    headers: proxied.headers(number),
  })),
})
