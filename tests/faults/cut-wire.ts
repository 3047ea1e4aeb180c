import { setTimeout as sleep } from 'node:timers/promises'
import { type Cut, type CutSystem, cuts, startCutSystem } from '#tests/support/cut-wire.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { passkeySettings } from '#tests/support/passkey-user.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { type HttpReply, startSystem, testClock } from '#tests/support/system.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { changesThatEndSessions, newScene, type Pair } from './changes-that-end-sessions.ts'
import { type Random, seededRandom } from './random.ts'

/** The lifetime of an access token, which is the longest time that `SECURITY.md` names. */
const lifetimeMs = 15 * 60_000
/** How often the ended sessions are tried between the reply to a change and the next step. */
const tries = 5
const lanes = 2
const maxHonest = 40

export interface CutReport {
  changes: number
  pending: number
  /** The time after the reply at which `/auth/validate` last accepted an ended session, for each kind of cut. */
  acceptedMs: Map<Cut, number>
  honest: number
  acknowledged: number
  violations: string[]
}

/** A user who does nothing that ends a session. */
interface Honest {
  username: string
  pair: Pair
  /** The name that the user service has acknowledged last. */
  name: string | undefined
}

interface Wire {
  cut: CutSystem
  random: Random
  report: CutReport
}

/** Cuts the wire between the services under each change that ends sessions, in each way, on each engine. */
export async function cutWires({
  seed,
  rounds = 1,
}: Pick<CampaignOptions, 'seed' | 'rounds'>): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (const engine of engines) {
    const { violations, ...report } = await cutWire(engine, { seed, rounds })
    const accepted = [...report.acceptedMs].map(([how, ms]) => `${how} ${Math.round(ms)} ms`).join(', ')
    outcome.figures.push(
      [`${engine}: changes`, `${report.changes}, ${report.pending} of them pending`],
      [`${engine}: /auth/validate accepted ended sessions until`, `${accepted} after the reply`],
      [`${engine}: sessions that nobody ended`, report.honest],
      [`${engine}: acknowledged writes`, report.acknowledged],
    )
    outcome.violations.push(...violations.map((violation) => `${engine}: ${violation}`))
  }
  return outcome
}

/**
 * Makes each change while no order arrives, under the load of users whom it does not concern. `names` limits the changes. At the end the
 * wire stays cut until the access tokens have expired.
 */
export async function cutWire(
  engine: Engine,
  { seed, rounds, names }: { seed: number; rounds: number; names?: readonly string[] },
): Promise<CutReport> {
  const clock = testClock()
  await using cut = await startCutSystem((options) => startSystem({ engine, ...options }), {
    isApart: true,
    settings: passkeySettings,
    clock,
  })
  const report: CutReport = {
    changes: 0,
    pending: 0,
    honest: 0,
    acknowledged: 0,
    violations: [],
    acceptedMs: new Map(cuts.map((how) => [how, 0])),
  }
  const wire = { cut, random: seededRandom(seed), report }
  const everyone: Honest[][] = Array.from({ length: lanes }, () => [])
  {
    await using parts = new AsyncDisposableStack()
    for (const [lane, honest] of everyone.entries())
      parts.use(startLoad(1, () => actHonestly(wire, { lane, honest })))
    for (let round = 0; round < rounds; round++)
      for (const how of cuts)
        for (const name of names ?? Object.keys(changesThatEndSessions))
          await cutUnder(wire, { name, how, username: `user${report.changes++}` }).catch((error) => {
            report.violations.push(`${name}, ${how}: ${String(error)}`)
          })
  }
  await outliveTokens(wire, clock)
  for (const one of everyone.flat()) await examine(wire, one)
  return report
}

async function cutUnder(
  { cut, random, report }: Wire,
  { name, how, username }: { name: string; how: Cut; username: string },
): Promise<void> {
  const { system } = cut
  const change = changesThatEndSessions[name]
  if (!change) throw new Error(`There is no change ${name}.`)
  const broken = (what: string) => void report.violations.push(`${name}, ${how}: ${what}`)
  const admin = await system.admin()
  const scene = await newScene({ ...cut, cut: (id) => cut.cut(id, how) }, { username, admin })
  const { ended, living, password, reply } = await change(scene)
  const repliedAt = performance.now()
  const isPending = reply.headers.get('latchkey-sessions') === 'pending'
  if (isPending) report.pending++
  for (let time = 0; time < tries; time++) {
    for (const pair of ended) {
      if ((await validate(cut, pair)) === 200) {
        const acceptedMs = performance.now() - repliedAt
        report.acceptedMs.set(how, Math.max(acceptedMs, report.acceptedMs.get(how) ?? 0))
        if (!isPending) broken('/auth/validate accepted a session that had ended by the reply')
      }
      if ((await me(cut, pair)).status === 200) broken('the user service accepted an ended session')
    }
    for (const pair of living) if ((await validate(cut, pair)) !== 200) broken('the kept session has ended')
    await sleep(random.below(200))
  }
  // A login or a refresh tells the authentication service what the order would. Otherwise the order is first.
  const fresh: Pair[] = []
  if (password !== undefined && random.below(3) === 0) {
    fresh.push(await scene.logIn(password))
    for (const pair of ended)
      if ((await validate(cut, pair)) === 200)
        broken('/auth/validate accepted an ended session after a login')
  } else if (random.below(2) === 0) {
    const [pair = ended[0]] = ended
    if (pair && (await refresh(cut, pair)).status !== 401) broken('an ended session was refreshed')
    if (pair && (await validate(cut, pair)) === 200)
      broken('a session was accepted after its refresh was refused')
  }
  await cut.mend()
  for (const pair of ended)
    for (let time = 0; time < tries; time++)
      if ((await validate(cut, pair)) === 200)
        broken('/auth/validate accepted an ended session after the order')
  for (const pair of [...living, ...fresh]) {
    const { status, body } = await refresh(cut, pair)
    if (status !== 200) broken(`a session that goes on got ${status} for its refresh`)
    else if ((await me(cut, body)).status !== 200) broken('a session that goes on has ended')
  }
  if (password !== undefined) await scene.logIn(password).catch(() => broken('the change was lost'))
}

/** The order does not arrive for longer than an access token lives. */
async function outliveTokens({ cut, report }: Wire, clock: { advance(ms: number): void }): Promise<void> {
  const admin = await cut.system.admin()
  const scene = await newScene(cut, { username: 'late', admin })
  const change = changesThatEndSessions['suspended, then restored']
  const changed = await change?.(scene)
  report.changes++
  report.pending++
  clock.advance(lifetimeMs)
  for (const pair of changed?.ended ?? [])
    if ((await validate(cut, pair)) !== 401)
      report.violations.push('an ended session was accepted for longer than an access token lives')
  await cut.mend()
}

/** One turn of a user whom no change concerns: reads, and now and then a write, a refresh or another user. */
async function actHonestly(
  { cut, random, report }: Wire,
  { lane, honest }: { lane: number; honest: Honest[] },
): Promise<void> {
  const { system } = cut
  await sleep(random.below(400))
  if (honest.length === 0 || (honest.length < maxHonest && random.below(5) === 0)) {
    const username = `honest${lane}-${random.below(1_000_000_000)}`
    // What a busy machine refuses is not acknowledged.
    const made = await system.signUpAndLogIn(username).catch(() => undefined)
    if (!made) return
    honest.push({ username, pair: made, name: undefined })
    report.acknowledged += 2
    report.honest++
    return
  }
  const one = random.pick(honest)
  if (!one) return
  const broken = (what: string) => void report.violations.push(`${one.username}: ${what}`)
  const statuses = [await validate(cut, one.pair), (await me(cut, one.pair)).status]
  if (statuses.some((status) => status !== 200)) broken(`an honest session got ${statuses.join()}`)
  const body = { name: `name ${random.below(1_000)}` }
  const url = `${system.usersUrl}/api/v1/users/me`
  const patch = () => system.send('PATCH', url, { token: one.pair.access_token, body })
  const { status } = await answered(patch)
  if (status === 200) {
    one.name = body.name
    report.acknowledged++
  } else broken(`a write got ${status}`)
  if (random.below(3) > 0) return
  const refreshed = await refresh(cut, one.pair)
  if (refreshed.status === 200) one.pair = refreshed.body
  else broken(`a refresh got ${refreshed.status}`)
}

/** Looks at the end whether a user has the session and the name that were acknowledged. */
async function examine({ cut, report }: Wire, { username, pair, name }: Honest): Promise<void> {
  const { status, body } = await refresh(cut, pair)
  const found = status === 200 ? await me(cut, body) : undefined
  if (found?.status !== 200) report.violations.push(`${username}: the session has ended`)
  else if (name !== undefined && found.body.name !== name)
    report.violations.push(`${username}: an acknowledged name is lost`)
}

const validate = async ({ system }: CutSystem, { access_token: token }: Pair): Promise<number> =>
  (await answered(() => system.send('GET', `${system.authUrl}/auth/validate`, { token }))).status

const me = ({ system }: CutSystem, { access_token: token }: Pair) =>
  answered(() => system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token }))

const refresh = ({ system }: CutSystem, { refresh_token }: Pair) =>
  answered(() => system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token } }))

/** Repeats a request while it is answered with 503, which a service on a busy machine may do and which says nothing about sessions. */
async function answered(request: () => Promise<HttpReply>): Promise<HttpReply> {
  for (;;) {
    const reply = await request()
    if (reply.status !== 503) return reply
    await sleep(100)
  }
}
