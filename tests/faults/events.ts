import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Deployment, newDeployment, services, withDatabase } from '#tests/support/deployment.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { latchkey, type Started, startProcess } from '#tests/support/process.ts'
import { until } from '#tests/support/until.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { type Changed, createChanges } from './changes.ts'
import { type FlakySink, openSink, type SinkKind, sinkKinds } from './event-sinks.ts'
import { seededRandom } from './random.ts'

export interface TellReport {
  changes: number
  unanswered: number
  kills: number
  events: number
  /** The number of failures of each receiver of events (sink), by its name, and the number of events that it received again. */
  sinks: Record<string, { failed: number; repeated: number }>
  /** The broken promises, each as a text. */
  violations: string[]
}

const scopes = 'users:read,users:write,users:delete,events:read'

export async function tellOnEachEngine({ seed, rounds = 10_000 }: CampaignOptions): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (const engine of engines) {
    const report = await tellThroughKills(engine, { changes: rounds, seed, kinds: sinkKinds })
    const { changes, unanswered, kills, events, sinks, violations } = report
    outcome.figures.push(
      [`${engine}: changes answered`, changes],
      [`${engine}: changes without an answer`, unanswered],
      [`${engine}: kills`, kills],
      [`${engine}: events`, events],
      ...Object.entries(sinks).flatMap(([name, { failed, repeated }]): [string, number][] => [
        [`${engine}: failures of the sink ${name}`, failed],
        [`${engine}: events that it got again`, repeated],
      ]),
    )
    outcome.violations.push(...violations.map((what) => `${engine}: ${what}`))
  }
  return outcome
}

/**
 * Changes users and sessions while the services are killed at random and the receivers of events (sinks) fail
 * at random. Afterwards, the events of every acknowledged change must have reached every receiver, in order
 * for each user. No receiver may have an event that was not committed.
 */
export async function tellThroughKills(
  engine: Engine,
  { changes, seed, kinds }: { changes: number; seed: number; kinds: readonly SinkKind[] },
): Promise<TellReport> {
  const random = seededRandom(seed)
  await using deployment = await newDeployment(engine)
  const environment: Record<string, string> = {
    ...deployment.environment,
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h',
  }
  if (engine === 'postgres') latchkey(['migrate'], environment)
  let started: Started | undefined
  let key = ''
  const place = () => ({ users: started?.users ?? '', auth: started?.auth ?? '', key })
  await using parts = new AsyncDisposableStack()
  const sinks = await Promise.all(kinds.map((kind) => openSink(kind, random, place)))
  for (const sink of sinks) {
    parts.use(sink)
    Object.assign(environment, sink.settings)
  }
  const launch = async () => {
    started = await startProcess([], environment)
  }
  parts.defer(async () => void (await started?.end('SIGKILL')))
  await launch()
  const made = latchkey(['api-keys', 'create', '--name', 'changes', '--scopes', scopes], environment)
  key = /lk_\w+/.exec(made.out)?.[0] ?? ''

  for (const { begin } of sinks) begin?.((args) => assertDone(latchkey(args, environment)))

  const load = createChanges(random, place)
  let isOver = false
  let kills = 0
  // When a start of the services fails, the load must end too. Otherwise the campaign would never finish.
  const over = new AbortController()
  parts.defer(() => over.abort())
  const making = load.make(changes, over.signal).finally(() => {
    isOver = true
  })
  for (;;) {
    // The first kill comes after 100 ms, so that a short run is killed too.
    const pauseMs = kills === 0 ? 100 : 200 + random.below(2_500)
    await Promise.race([making, sleep(pauseMs, undefined, { ref: false })])
    if (isOver) break
    kills++
    await started?.end('SIGKILL')
    await launch()
  }
  await making
  await letLeasesExpire(deployment)
  const { events, violations } = await compare(deployment, { sinks, people: load.people })
  return {
    changes: load.answered,
    unanswered: load.unanswered,
    kills,
    events,
    sinks: Object.fromEntries(
      sinks.map(({ name, failed, received }) => [
        name,
        { failed, repeated: received.length - new Set(received).size },
      ]),
    ),
    violations: [...load.surprises, ...violations],
  }
}

/** The longest time for which no other node takes the deliveries that a killed node had claimed. */
const leaseMs = 30_000

/** Lets the time of a lease pass for everything that waits in the databases, instead of waiting for it. */
async function letLeasesExpire({ urls }: Deployment): Promise<void> {
  for (const service of services) {
    await withDatabase(urls[service], async (db) => {
      await db.query`UPDATE leases SET expires_at = expires_at - ${leaseMs}`
      await db.query`UPDATE outbox SET due_at = due_at - ${leaseMs}`
    })
  }
}

interface Row {
  id: string
  type: string
  subject: string | null
  position: number | null
}

function assertDone({ code, err }: { code: number | null; err: string }): void {
  assert.equal(code, 0, err)
}

const rowsIn = (url: string): Promise<Row[]> =>
  withDatabase(url, (db) => db.query<Row>`SELECT id, type, subject, position FROM events ORDER BY position`)

async function compare(
  { urls }: Deployment,
  { sinks, people }: { sinks: FlakySink[]; people: Changed[] },
): Promise<{ events: number; violations: string[] }> {
  const violations: string[] = []
  // The authentication service numbers its events and sends them to the user service, which numbers them
  // again. Events may still be missing while the outbox of the user service holds an order to end sessions,
  // because that order causes events.
  const isTold = async () => {
    if ((await withDatabase(urls.users, (db) => db.query`SELECT id FROM outbox LIMIT 1`)).length > 0)
      return false
    const told = new Set((await rowsIn(urls.users)).filter(({ position }) => position).map(({ id }) => id))
    const both = [...(await rowsIn(urls.users)), ...(await rowsIn(urls.auth))]
    return both.every(({ id }) => told.has(id))
  }
  await until('every event has its place', isTold, 300_000)
  const rows = await rowsIn(urls.users)
  const ids = new Set(people.map(({ id }) => id))
  for (const sink of sinks) {
    const isThere = () => {
      const got = new Set(sink.received)
      return rows.every(({ id, subject }) => got.has(id) || !ids.has(subject ?? ''))
    }
    await until(`all at the sink ${sink.name}`, isThere, 300_000).catch(() =>
      violations.push(`${sink.name} did not get all of the ${rows.length} events`),
    )
  }
  for (const sink of sinks) violations.push(...compareSink(sink, rows))
  const bySubject = Map.groupBy(rows, ({ subject }) => subject)
  for (const person of people) violations.push(...comparePerson(person, bySubject.get(person.id) ?? []))
  return { events: rows.length, violations }
}

/**
 * Checks that a receiver of events got only events that exist, and that the first copy of each came in the
 * order of the commits.
 */
function compareSink({ name, received, order }: FlakySink, rows: Row[]): string[] {
  const places = new Map(rows.map(({ id }, place) => [id, place]))
  const subjects = new Map(rows.map(({ id, subject }) => [id, order === 'all' ? '' : subject]))
  const violations = received
    .filter((id) => !places.has(id))
    .map((id) => `${name} got ${id}, which is not there`)
  for (const ids of Map.groupBy(new Set(received), (id) => subjects.get(id)).values()) {
    let last = -1
    for (const id of ids) {
      const place = places.get(id) ?? last
      if (place < last) violations.push(`${name} got ${id} too late`)
      last = Math.max(last, place)
    }
  }
  return violations
}

/**
 * Compares the events of one user with the acknowledged changes. The events about the user have the order of
 * the changes. The events about sessions come from the authentication service in its own order, so that only
 * their numbers are compared.
 */
function comparePerson({ username, told, unanswered }: Changed, rows: Row[]): string[] {
  const types = rows.map(({ type }) => type)
  return ['user.', 'session.'].flatMap((kind) => {
    const of = (list: string[]) => list.filter((type) => type.startsWith(kind))
    const [happened, promised, possible] = [of(types), of(told), of([...told, ...unanswered])]
    const [text, least, most] =
      kind === 'user.'
        ? [happened.join(), promised.join(), possible.join()]
        : [count(happened), count(promised), count(possible)]
    return text === least || text === most || isBetween(happened, promised, possible, kind)
      ? []
      : [`${username}: ${text} was told, and ${least} was answered`]
  })
}

const count = (types: string[]): string => types.toSorted().join()

/**
 * Checks that the session events include all that must exist and none that cannot. A change without a reply
 * may have ended all, some or none of the sessions.
 */
function isBetween(happened: string[], promised: string[], possible: string[], kind: string): boolean {
  const number = (list: string[], type: string) => list.filter((one) => one === type).length
  return (
    kind === 'session.' &&
    ['session.created', 'session.ended'].every(
      (type) =>
        number(happened, type) >= number(promised, type) && number(happened, type) <= number(possible, type),
    )
  )
}
