import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Deployment, newDeployment, withDatabase } from '#tests/support/deployment.ts'
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
  /** By the name of the sink: how often it failed, and how many events it got again. */
  sinks: Record<string, { failed: number; repeated: number }>
  /** Each a promise that was broken. */
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
 * Changes users and sessions while the services are killed at random and the sinks fail at random. Then every change that
 * was answered must have reached every sink, in order for each user, and nothing that was not committed.
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
  // When a start fails, nothing must go on for ever.
  const over = new AbortController()
  parts.defer(() => over.abort())
  const making = load.make(changes, over.signal).finally(() => {
    isOver = true
  })
  for (;;) {
    // A run that is short is killed too.
    await Promise.race([making, sleep(kills === 0 ? 100 : 200 + random.below(2_500))])
    if (isOver) break
    kills++
    await started?.end('SIGKILL')
    await launch()
  }
  await making
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
  // What is told is numbered in one service, told to the other, and numbered there. An order to end sessions makes more of it.
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

/** In the order in which they were committed, each at first as the next. */
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

/** What was done to a user is told as it was done; what became of sessions comes from the other service, in its own order. */
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

/** Of the sessions that a change without an answer was to end, some may have ended. */
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
