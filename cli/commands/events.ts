import { authMigrations } from '#auth/service.ts'
import type { Query } from '#contract/declaration/endpoint.ts'
import { listEventsEndpoint } from '#contract/events/events.ts'
import { systemClock, toRfc3339 } from '#runtime/clock.ts'
import { decodeCursor } from '#runtime/database/cursor.ts'
import type { Database } from '#runtime/database/database.ts'
import {
  cursorOf,
  type DeadLetter,
  findDeadLetters,
  replayDeadLetter,
  replayDeadLetters,
} from '#runtime/events/dead-letters.ts'
import { type LoggedEvent, toEventResource } from '#runtime/events/event-log.ts'
import { checker } from '#runtime/requests/validation.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { readFilter } from '#users/events/event.ts'
import { createEventFeed } from '#users/events/event-feed.ts'
import { findEnd, findNewestEvents } from '#users/events/event-store.ts'
import { toDeadLetterResource } from '#users/events/list-dead-letters.ts'
import { listEvents } from '#users/events/list-events.ts'
import { watchEvents } from '#users/events/watch-events.ts'
import { userMigrations } from '#users/service.ts'
import { openExisting, requireDatabase } from '../open-existing.ts'
import { printable, printableJson, printJson } from '../printable.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { table } from '../table.ts'
import { withUsers } from '../with-users.ts'

interface EventFilter {
  type: string | undefined
  user: string | undefined
  after: string | undefined
  json: boolean
}

/** Prints the newest events or, when a position in the list of events is given, the events after this position. */
export async function listEventsCommand(
  settings: AllSettings,
  flags: EventFilter & { limit: string | undefined },
): Promise<void> {
  const { limit = 50, cursor, ...query } = readQuery(flags)
  const filter = readFilter(query)
  requireDatabase(databaseUrls(settings).users)
  const { events, position } = await withUsers(settings, async (users) => {
    if (cursor !== undefined) return listEvents(users, { limit, cursor, filter })
    const end = await findEnd(users.db)
    return { events: await findNewestEvents(users.db, filter, { upTo: end, limit }), position: `${end}` }
  })
  if (flags.json) {
    const page = { data: events.map(toEventResource), next_cursor: position }
    return printJson(page)
  }
  const rows = events.map((event) => [shortTime(event.at), event.type, event.subject ?? '-'])
  process.stdout.write(table([['DAY, UTC', 'TYPE', 'USER'], ...rows]))
  process.stdout.write(`For later events, add --after ${position}\n`)
}

/** Prints events as they are recorded, until Ctrl-C, or until the reader of the standard output has ended. */
export async function watchEventsCommand(settings: AllSettings, flags: EventFilter): Promise<void> {
  const { cursor, ...query } = readQuery(flags)
  const filter = readFilter(query)
  requireDatabase(databaseUrls(settings).users)
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  process.once('SIGINT', leave).once('SIGTERM', leave)
  process.stdout.once('error', leave)
  const isJson = flags.json || !process.stdout.isTTY
  const print = isJson ? (event: LoggedEvent) => printable(JSON.stringify(toEventResource(event))) : toLine
  await withUsers(settings, async (users) => {
    const feed = createEventFeed(users)
    const news = watchEvents(feed, { caller: undefined, filter, after: cursor, signal: leaving.signal })
    for await (const one of news) if ('item' in one) process.stdout.write(`${print(one.item)}\n`)
    await feed.stop()
  })
}

export async function listDeadLettersCommand(settings: AllSettings, isJson: boolean): Promise<void> {
  const letters: DeadLetter[] = []
  await inBoth(settings, async (db) => {
    for (let cursor: string | undefined; ; ) {
      const found = await findDeadLetters(db, decodeCursor(cursor), 200)
      letters.push(...found)
      const last = found.at(-1)
      if (!last) return
      cursor = cursorOf(last)
    }
  })
  if (isJson) printJson({ data: letters.map(toDeadLetterResource) })
  else if (letters.length === 0) process.stdout.write('No failed deliveries.\n')
  else {
    const head = ['ID', 'FAILED, UTC', 'SINK', 'TYPE', 'TRIES', 'ERROR']
    const rows = letters.map(({ id, givenUpAt, sink, type, attempts, lastError }) => [
      id,
      shortTime(givenUpAt),
      sink,
      type,
      `${attempts}`,
      lastError,
    ])
    const layout = { flexible: { 2: 14, 3: 13, 5: 30 }, optional: [4], wraps: true }
    process.stdout.write(table([head, ...rows], layout))
  }
}

/**
 * Queues dead letters (events that could not be delivered and are no longer retried) of both services again. The running services
 * then deliver them.
 */
export async function replayDeadLettersCommand(
  settings: AllSettings,
  id: string | undefined,
  { all, sink, json }: { all: boolean; sink: string | undefined; json: boolean },
): Promise<void> {
  if ((id === undefined) !== all)
    throw new StartFault(
      ['events replay needs the ID of a failed delivery, or --all. See: latchkey help events replay'],
      { exitCode: 2 },
    )
  const now = systemClock.now()
  let replayed = 0
  await inBoth(settings, async (db) => {
    if (id !== undefined) {
      if (await replayDeadLetter(db, { id, by: null, now })) replayed++
      return
    }
    for (let some = 1; some > 0; replayed += some) some = await replayDeadLetters(db, { sink, by: null, now })
  })
  if (replayed === 0 && id !== undefined) throw new StartFault([`There is no failed delivery ${id}.`])
  const said = `Queued deliveries: ${replayed}\n`
  process.stdout.write(json ? printableJson({ replayed }) : said)
}

async function inBoth(settings: AllSettings, work: (db: Database) => Promise<void>): Promise<void> {
  const urls = databaseUrls(settings)
  for (const [url, migrations] of [
    [urls.users, userMigrations],
    [urls.auth, authMigrations],
  ] as const) {
    const db = await openExisting(url, migrations)
    try {
      await work(db)
    } finally {
      await db.close()
    }
  }
}

function readQuery({
  type,
  user,
  after,
  limit,
}: Omit<EventFilter, 'json'> & { limit?: string | undefined }): Query<typeof listEventsEndpoint> {
  const given = Object.entries({ type, user_id: user, cursor: after, limit })
  const query = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  return checker(listEventsEndpoint.query, { coerce: true })(query)
}

/**
 * Formats the day and the time. Month and year are left out to fit a line of 80 characters, because events
 * are kept for 30 days only.
 */
const shortTime = (at: number): string => toRfc3339(at).slice(8, 19).replace('T', ' ')

const toLine = ({ at, type, subject }: LoggedEvent): string =>
  `${shortTime(at)}  ${type.padEnd(27)}  ${subject ?? '-'}`
