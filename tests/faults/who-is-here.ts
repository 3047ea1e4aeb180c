import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authMigrations } from '#auth/service.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { newId } from '#runtime/ids.ts'
import { type Engine, temporaryDatabase } from '#tests/support/engines.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import { cheapPasswords } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { createPasswordHasher } from '#users/passwords/password-hash.ts'
import { userMigrations } from '#users/service.ts'
import { type ImportedUser, userTransfer } from '#users/user/transfer.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { seededRandom } from './random.ts'
import { type TimedReply, type TimedRequest, timedClient } from './timed-client.ts'
import { meanOf, medianOf, welchT, withoutSlowest } from './welch.ts'

/**
 * The highest absolute value of Welch's t that counts as no difference. Two samples of one distribution
 * exceed it only once in 150,000 comparisons.
 */
const highestT = 4.5
/**
 * The number of pairs that are sent before the measurement, while code is compiled and connections are made.
 */
const warmUpPairs = 50
/**
 * The number of pairs that one signed-in user sends, so that all changes of the email address of this user
 * stay within the limit of mails for one user.
 */
const pairsOfActor = 2
const password = 'a long password'

/**
 * A comparison of two requests that a client must not be able to tell apart, not even by the response time.
 */
interface Comparison {
  what: string
  cases: readonly [string, string]
  status: number
  /**
   * The difference of the mean times that is tolerated when both requests hash a password. It is a 500th of
   * the time of a real hash, whose scatter hides it, because a name can be tried only a few times.
   */
  hiddenMs?: number
  /** Sends the request of one of the two cases. Each number is sent once in each case. */
  ask(which: 0 | 1, number: number): Promise<TimedReply>
}

/**
 * Checks that response times do not reveal who is registered when sign-up is private. Sends pairs of requests
 * in random order, one with a name that somebody has and one with a name that nobody has. The times of both
 * must have the same distribution.
 */
export async function askWhoIsHere({
  seed,
  rounds = 12_000,
  engine,
  only = '',
}: CampaignOptions): Promise<Outcome> {
  const outcome: Outcome = {
    figures: [
      ['password hashes', 'argon2id at its least cost, so that they hide nothing; the rest as it ships'],
      ['pairs of each comparison', rounds],
    ],
    violations: [],
  }
  await using place = await openPlace(engine ?? 'sqlite', rounds + warmUpPairs)
  outcome.figures.push(['engine', `${engine ?? 'sqlite'}, in ${place.data}`])
  const random = seededRandom(seed)
  for (const comparison of place.comparisons) {
    if (!comparison.what.startsWith(only)) continue
    const { what, cases, hiddenMs = 0 } = comparison
    const [one, other] = await timesOf(comparison, rounds, () => (random.next() < 0.5 ? 0 : 1))
    await place.settle()
    const [quickOne, quickOther] = [withoutSlowest(one), withoutSlowest(other)]
    const [raw, trimmed] = [welchT(one, other), welchT(quickOne, quickOther)]
    const apartMs = Math.abs(meanOf(quickOne) - meanOf(quickOther))
    const medians = `${medianOf(one).toFixed(3)} / ${medianOf(other).toFixed(3)} ms`
    const ts = `t ${raw.toFixed(1)}, without the slowest tenth ${trimmed.toFixed(1)} (${(1_000 * apartMs).toFixed(1)} µs)`
    outcome.figures.push([`${what}: ${cases.join(' / ')}`, `${medians}; ${ts}`])
    if (Math.max(Math.abs(raw), Math.abs(trimmed)) >= highestT && apartMs > hiddenMs)
      outcome.violations.push(`${what} tells ${cases.join(' from ')} by its time: ${medians}; ${ts}`)
  }
  return outcome
}

async function timesOf(
  { what, status, ask }: Comparison,
  pairs: number,
  first: () => 0 | 1,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let number = 0; number < warmUpPairs + pairs; number++) {
    const begin = first()
    for (const which of [begin, begin === 0 ? 1 : 0] as const) {
      const reply = await ask(which, number)
      if (reply.status !== status) throw new Error(`${what}: ${reply.status} instead of ${status}`)
      if (number >= warmUpPairs) times[which].push(reply.ms)
    }
  }
  return times
}

interface Place extends AsyncDisposable {
  data: string
  comparisons: Comparison[]
  /** Resolves when the outbox is empty: replies leave work in it that is done later. */
  settle(): Promise<void>
}

async function openPlace(engine: Engine, numbers: number): Promise<Place> {
  await using parts = new AsyncDisposableStack()
  // The data folder is in memory where /dev/shm exists, because the scatter of disk syncs would hide a
  // difference.
  const data = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'latchkey-who-is-here-'))
  parts.defer(() => rmSync(data, { recursive: true, force: true }))
  const urls = { users: `sqlite:${join(data, 'users.db')}`, auth: `sqlite:${join(data, 'auth.db')}` }
  if (engine === 'postgres') {
    urls.users = parts.use(await temporaryDatabase(engine)).url
    urls.auth = parts.use(await temporaryDatabase(engine)).url
  }
  await (await openNew(urls.auth, authMigrations)).close()
  const db = await openNew(urls.users, userMigrations)
  parts.defer(() => db.close())
  const ids = await addPeople(db, numbers)
  const { places, stop } = await startServices({
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_DATABASE: urls.users,
    LATCHKEY_AUTH_DATABASE: urls.auth,
  })
  parts.defer(stop)
  const users = await timedClient(places.usersUrl)
  parts.defer(() => users.close())
  const auth = await timedClient(places.authUrl)
  parts.defer(() => auth.close())
  const rpc = parts.use(rpcClient(places.usersGrpc, 'latchkey.users.v1.UserService'))
  const tokens = await signInActors(places.authUrl, Math.ceil(numbers / pairsOfActor))
  const kept = parts.move()
  return {
    data,
    comparisons: comparisons({ users, auth, rpc, tokens, ids }),
    settle: () =>
      until(
        'that nothing waits to be done',
        async () => (await db.query`SELECT id FROM outbox WHERE dead_at IS NULL LIMIT 1`).length === 0,
        15 * 60_000,
      ),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function openNew(url: string, migrations: URL): Promise<Database> {
  const db = await openDatabase(url, { connections: 2, exclusive: false, onLostWrites() {} })
  await migrate(db, migrations, systemClock)
  return db
}

interface Asking {
  users: Awaited<ReturnType<typeof timedClient>>
  auth: Awaited<ReturnType<typeof timedClient>>
  rpc: ReturnType<typeof rpcClient>
  /** The access tokens of users without rights over other users. */
  tokens: string[]
  /** The ids of the registered users, by their number. */
  ids: string[]
}

/**
 * Returns a username. All names have the same length. `here` is registered, `none` is not, `gone` is
 * suspended, `held` and `made` signed up during the test, `actr` is a simulated client that sends requests.
 */
const nameOf = (kind: 'here' | 'none' | 'gone' | 'held' | 'made' | 'actr', number: number): string =>
  `${kind}-${String(number).padStart(6, '0')}`
const addressOf = (...name: Parameters<typeof nameOf>): string => `${nameOf(...name)}@example.com`

function comparisons({ users, auth, rpc, tokens, ids }: Asking): Comparison[] {
  const token = tokens[0] ?? ''
  // Each request comes from a network of its own, so that the rate limit for one network is never reached.
  let networks = 0
  const from = () => {
    const number = ++networks
    return `${11 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.1`
  }
  const someOrNobody = (which: 0 | 1) => (which === 0 ? 'here' : 'none')
  const post = (path: string, body: object) =>
    auth.send('POST', `/api/v1/auth/${path}`, { body, from: from() } satisfies TimedRequest)
  const timedRpc = async (name: string, request: object): Promise<TimedReply> => {
    const startedAt = performance.now()
    const status = await rpc.call(name, request, { token }).then(
      () => 0,
      ({ code }: RpcRefusal) => code,
    )
    return { status, ms: performance.now() - startedAt }
  }
  // These ids of no user are generated as real ids are, so that both are text of the same kind.
  const nobodysIds = ids.map(() => newId(systemClock.now()))
  const idOf = (which: 0 | 1, number: number) => (which === 0 ? ids : nobodysIds)[number] ?? ''
  const lookUp = (what: string, pathOf: (which: 0 | 1, number: number) => string): Comparison => ({
    ...{ what, cases: ['somebody else', 'nobody'], status: 404 },
    ask: (which, number) => users.send('GET', pathOf(which, number), { token }),
  })
  const logIn = (
    what: string,
    cases: Comparison['cases'],
    triedBy: (which: 0 | 1, number: number) => { username: string; password: string },
  ): Comparison => ({
    ...{ what, cases, status: 401, hiddenMs: 0.025 },
    ask: (which, number) => post('login', triedBy(which, number)),
  })
  return [
    lookUp('look-up by id', (which, number) => `/api/v1/users/${idOf(which, number)}`),
    lookUp('look-up by username', (which, n) => `/users/username/${nameOf(someOrNobody(which), n)}`),
    lookUp('look-up by address', (which, n) => `/users/email/${addressOf(someOrNobody(which), n)}`),
    {
      ...{ what: 'look-up by id, gRPC', cases: ['somebody else', 'nobody'], status: 5 },
      ask: (which, number) => timedRpc('GetUser', { id: idOf(which, number) }),
    },
    {
      ...{ what: 'look-up by address, gRPC', cases: ['somebody else', 'nobody'], status: 5 },
      ask: (which, number) => timedRpc('GetUserByEmail', { email: addressOf(someOrNobody(which), number) }),
    },
    {
      ...{ what: 'sign-up', cases: ['taken address', 'free address'], status: 201 },
      ask: (which, number) => {
        const username = nameOf(which === 0 ? 'held' : 'made', number)
        const email = which === 0 ? addressOf('here', number) : addressOf('made', number)
        return users.send('POST', '/users/create', { body: { username, email, password }, from: from() })
      },
    },
    {
      ...{ what: 'change of address', cases: ['taken address', 'free address'], status: 200 },
      ask: (which, number) =>
        users.send('PATCH', '/api/v1/users/me', {
          body: { email: addressOf(someOrNobody(which), number) },
          token: tokens[Math.floor(number / pairsOfActor)] ?? '',
        }),
    },
    {
      ...{ what: 'forgotten password', cases: ['known address', 'unknown address'], status: 202 },
      ask: (which, number) => post('password/forgot', { email: addressOf(someOrNobody(which), number) }),
    },
    {
      ...{ what: 'another verification mail', cases: ['of a sign-up', 'unknown address'], status: 202 },
      ask: (which, number) =>
        post('email/verification', { email: addressOf(which === 0 ? 'made' : 'none', number) }),
    },
    logIn('login by username', ['wrong password', 'unknown name'], (which, number) => ({
      ...{ username: nameOf(someOrNobody(which), number), password: 'a wrong password' },
    })),
    logIn('login by address', ['wrong password', 'unknown address'], (which, number) => ({
      ...{ username: addressOf(someOrNobody(which), number), password: 'a wrong password' },
    })),
    logIn('login when suspended', ['right password', 'unknown name'], (which, number) => ({
      // These names belong to nobody, and no other comparison has tried them.
      ...{ username: which === 0 ? nameOf('gone', number) : nameOf('none', 500_000 + number), password },
    })),
    logIn('login after a sign-up', ['taken address', 'free address'], (which, number) => ({
      ...{ username: nameOf(which === 0 ? 'held' : 'made', number), password },
    })),
  ]
}

/**
 * Adds users with confirmed addresses: registered ones, as many suspended ones, and the simulated clients
 * that send the requests. Returns the ids of the registered ones.
 */
async function addPeople(db: Database, numbers: number): Promise<string[]> {
  const hash = await createPasswordHasher({ cost: cheapPasswords }).hash(password)
  const now = systemClock.now()
  const person = (...name: Parameters<typeof nameOf>): ImportedUser => {
    const [username, email] = [nameOf(...name), addressOf(...name)]
    return {
      ...{ type: 'user', id: newId(now), username, email, name: null, locale: null, role: 'user' },
      ...{ status: name[0] === 'gone' ? 'suspended' : 'active', email_verified_at: now },
      ...{ password_hash: hash, metadata: {}, session_epoch: 0, version: 1, created_at: now },
      ...{ updated_at: now, last_login_at: now, usernameKey: usernameKey(username) },
      emailKey: emailKey(email) ?? '',
    }
  }
  const of = (kind: 'here' | 'gone' | 'actr', count: number) =>
    Array.from({ length: count }, (_, number) => person(kind, number))
  const here = of('here', numbers)
  const people = [...here, ...of('gone', numbers), ...of('actr', Math.ceil(numbers / pairsOfActor))]
  for (let at = 0; at < people.length; at += 500)
    await userTransfer.write(db, people.slice(at, at + 500), { now })
  return here.map(({ id }) => id)
}

async function signInActors(authUrl: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let number = 0; number < count; number++) {
    const reply = await fetch(`${authUrl}/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify({ username: nameOf('actr', number), password }),
    })
    const { access_token } = (await reply.json()) as { access_token: string }
    tokens.push(access_token)
  }
  return tokens
}

interface Places {
  usersUrl: string
  authUrl: string
  usersGrpc: string
}

async function startServices(
  settings: Record<string, string>,
): Promise<{ places: Places; stop(): Promise<void> }> {
  const environment = {
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_USERS_OPS_PORT: '0',
    LATCHKEY_AUTH_OPS_PORT: '0',
    LATCHKEY_USERS_GRPC_PORT: '0',
    LATCHKEY_AUTH_GRPC_PORT: '0',
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h',
    LATCHKEY_MAILBOX: 'on',
    LATCHKEY_SIGNUP: 'private',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  }
  const child = fork(new URL('./timed-system.ts', import.meta.url), [JSON.stringify(environment)])
  const gone = once(child, 'exit')
  const early = gone.then(([code]) => {
    throw new Error(`The services ended with ${code}.`)
  })
  early.catch(() => {})
  const [places] = (await Promise.race([once(child, 'message'), early])) as [Places]
  return {
    places,
    async stop() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}
