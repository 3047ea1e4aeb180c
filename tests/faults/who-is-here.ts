import { pbkdf2Sync } from 'node:crypto'
import { hashSync } from '@node-rs/bcrypt'
import { systemClock } from '#runtime/clock.ts'
import { newId } from '#runtime/ids.ts'
import { cheapPasswords } from '#tests/support/cheap-passwords.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import { createPasswordHasher } from '#users/passwords/password-hash.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { seededRandom } from './random.ts'
import { type TimedReply, type TimedRequest, timedClient } from './timed-client.ts'
import { addressOf, nameOf, openTimedPlace, password, type TimedPlace } from './timed-place.ts'
import { meanOf, medianOf, welchT, withoutSlowest } from './welch.ts'

/**
 * The highest absolute value of Welch's t at which two samples count as equal. Two samples of one distribution exceed it
 * only once in 150,000 comparisons.
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

/** A comparison of two requests that a client must not be able to distinguish, not even by the response time. */
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
  const own = await createPasswordHasher({ cost: cheapPasswords }).hash(password)
  const numbers = rounds + warmUpPairs
  const random = seededRandom(seed)
  const ofOneSystem = { numbers, actors: Math.ceil(numbers / pairsOfActor), hashes: [own] }
  const ofThreeSystems = { numbers, actors: 1, hashes: [own, ...foreignHashes()] }
  for (const [people, ofImported] of [
    [ofOneSystem, false],
    [ofThreeSystems, true],
  ] as const) {
    await using place = await openTimedPlace(engine ?? 'sqlite', people)
    await using asking = await openAsking(place)
    outcome.figures.push(['engine', `${engine ?? 'sqlite'}, in ${place.data}`])
    const all = ofImported ? importedComparisons(asking) : comparisons(asking)
    for (const comparison of all.filter(({ what }) => what.startsWith(only))) {
      const times = await timesOf(comparison, rounds, random.next)
      await place.settle()
      judge(comparison, times, outcome)
    }
  }
  return outcome
}

/**
 * Hashes of the password in the formats of two other systems. Their costs differ from the cost of Latchkey's own hashes
 * and from each other.
 */
function foreignHashes(): string[] {
  const salt = Buffer.alloc(16, 1)
  const derived = pbkdf2Sync(password, salt, 2_000, 32, 'sha256')
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return [hashSync(password, 4), `$pbkdf2-sha256$i=2000$${base64(salt)}$${base64(derived)}`]
}

/** Adds the figures of a comparison, and a violation when its two cases differ by more than chance does. */
function judge(
  { what, cases, hiddenMs = 0 }: Comparison,
  [one, other]: [number[], number[]],
  outcome: Outcome,
): void {
  const [quickOne, quickOther] = [withoutSlowest(one), withoutSlowest(other)]
  const [raw, trimmed] = [welchT(one, other), welchT(quickOne, quickOther)]
  const apartMs = Math.abs(meanOf(quickOne) - meanOf(quickOther))
  const medians = `${medianOf(one).toFixed(3)} / ${medianOf(other).toFixed(3)} ms`
  const ts = `t ${raw.toFixed(1)}, without the slowest tenth ${trimmed.toFixed(1)} (${(1_000 * apartMs).toFixed(1)} µs)`
  outcome.figures.push([`${what}: ${cases.join(' / ')}`, `${medians}; ${ts}`])
  if (Math.max(Math.abs(raw), Math.abs(trimmed)) >= highestT && apartMs > hiddenMs)
    outcome.violations.push(`${what} tells ${cases.join(' from ')} by its time: ${medians}; ${ts}`)
}

/**
 * Sends the pairs of a comparison, and returns the times of both cases. The numbers come in random order: ids of users rise with
 * their numbers, and rows that are written in the order of their keys cost less.
 */
async function timesOf(
  { what, status, ask }: Comparison,
  pairs: number,
  next: () => number,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  const numbers = shuffled(warmUpPairs + pairs, next)
  for (const [sent, number] of numbers.entries()) {
    const begin = next() < 0.5 ? 0 : 1
    for (const which of [begin, begin === 0 ? 1 : 0] as const) {
      const reply = await ask(which, number)
      if (reply.status !== status) throw new Error(`${what}: ${reply.status} instead of ${status}`)
      if (sent >= warmUpPairs) times[which].push(reply.ms)
    }
  }
  return times
}

/** Returns the numbers from 0 on in random order (Fisher and Yates). */
function shuffled(count: number, next: () => number): number[] {
  const numbers = Array.from({ length: count }, (_, number) => number)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1))
    const [one = 0, two = 0] = [numbers[last], numbers[other]]
    numbers[last] = two
    numbers[other] = one
  }
  return numbers
}

interface Asking extends Pick<TimedPlace, 'tokens' | 'ids'>, AsyncDisposable {
  users: Awaited<ReturnType<typeof timedClient>>
  auth: Awaited<ReturnType<typeof timedClient>>
  rpc: ReturnType<typeof rpcClient>
}

async function openAsking({ at, tokens, ids }: TimedPlace): Promise<Asking> {
  await using parts = new AsyncDisposableStack()
  const users = await timedClient(at.usersUrl)
  parts.defer(() => users.close())
  const auth = await timedClient(at.authUrl)
  parts.defer(() => auth.close())
  const rpc = parts.use(rpcClient(at.usersGrpc, 'latchkey.users.v1.UserService'))
  const kept = parts.move()
  return { users, auth, rpc, tokens, ids, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

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
  // Ids that no user has are generated like real ids, so that both have the same form.
  const nobodysIds = ids.map(() => newId(systemClock.now()))
  const idOf = (which: 0 | 1, number: number) => (which === 0 ? ids : nobodysIds)[number] ?? ''
  const lookUp = (what: string, pathOf: (which: 0 | 1, number: number) => string): Comparison => ({
    what,
    cases: ['somebody else', 'nobody'],
    status: 404,
    ask: (which, number) => users.send('GET', pathOf(which, number), { token }),
  })
  const logIn = (
    what: string,
    cases: Comparison['cases'],
    triedBy: (which: 0 | 1, number: number) => { username: string; password: string },
  ): Comparison => ({
    what,
    cases,
    status: 401,
    hiddenMs: 0.025,
    ask: (which, number) => post('login', triedBy(which, number)),
  })
  return [
    lookUp('look-up by id', (which, number) => `/api/v1/users/${idOf(which, number)}`),
    lookUp('look-up by username', (which, n) => `/users/username/${nameOf(someOrNobody(which), n)}`),
    lookUp('look-up by address', (which, n) => `/users/email/${addressOf(someOrNobody(which), n)}`),
    {
      what: 'look-up by id, gRPC',
      cases: ['somebody else', 'nobody'],
      status: 5,
      ask: (which, number) => timedRpc('GetUser', { id: idOf(which, number) }),
    },
    {
      what: 'look-up by address, gRPC',
      cases: ['somebody else', 'nobody'],
      status: 5,
      ask: (which, number) => timedRpc('GetUserByEmail', { email: addressOf(someOrNobody(which), number) }),
    },
    {
      what: 'sign-up',
      cases: ['taken address', 'free address'],
      status: 201,
      ask: (which, number) => {
        const username = nameOf(which === 0 ? 'held' : 'made', number)
        const email = which === 0 ? addressOf('here', number) : addressOf('made', number)
        return users.send('POST', '/users/create', { body: { username, email, password }, from: from() })
      },
    },
    {
      what: 'change of address',
      cases: ['taken address', 'free address'],
      status: 200,
      ask: (which, number) =>
        users.send('PATCH', '/api/v1/users/me', {
          body: { email: addressOf(someOrNobody(which), number) },
          token: tokens[Math.floor(number / pairsOfActor)] ?? '',
        }),
    },
    {
      what: 'forgotten password',
      cases: ['known address', 'unknown address'],
      status: 202,
      ask: (which, number) => post('password/forgot', { email: addressOf(someOrNobody(which), number) }),
    },
    {
      what: 'another verification mail',
      cases: ['of a sign-up', 'unknown address'],
      status: 202,
      ask: (which, number) =>
        post('email/verification', { email: addressOf(which === 0 ? 'made' : 'none', number) }),
    },
    logIn('login by username', ['wrong password', 'unknown name'], (which, number) => ({
      username: nameOf(someOrNobody(which), number),
      password: 'a wrong password',
    })),
    logIn('login by address', ['wrong password', 'unknown address'], (which, number) => ({
      username: addressOf(someOrNobody(which), number),
      password: 'a wrong password',
    })),
    logIn('login when suspended', ['right password', 'unknown name'], (which, number) => ({
      // These names belong to nobody, and no other comparison has tried them.
      username: which === 0 ? nameOf('gone', number) : nameOf('none', 500_000 + number),
      password,
    })),
    logIn('login after a sign-up', ['taken address', 'free address'], (which, number) => ({
      username: nameOf(which === 0 ? 'held' : 'made', number),
      password,
    })),
  ]
}

/**
 * Returns the comparisons of logins for users who were imported from other systems, with hashes that cost more or less than
 * Latchkey's own. For names that nobody has, the service computes such a hash too, as often as real users have it.
 */
const importedComparisons = (asking: Asking): Comparison[] =>
  comparisons(asking)
    .filter(({ what }) => ['login by username', 'login by address', 'login when suspended'].includes(what))
    .map((comparison) => ({ ...comparison, what: `${comparison.what}, users of three systems` }))
