import { isUuid } from '#contract/declaration/fields.ts'
import { type EventResource, listEventsEndpoint } from '#contract/events/events.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { systemClock } from '#runtime/clock.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { parseDuration } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Api } from '../api/api.ts'
import { asMissing, findNamedUser } from '../api/find-user.ts'
import { type Target, withApi } from '../api/with-api.ts'
import { printJson } from '../printable.ts'
import { readCount } from '../read-count.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { table } from '../table.ts'
import { describeEvent } from './describe-event.ts'

interface HistoryFlags extends Target {
  since: string | undefined
  type: string | undefined
  limit: string | undefined
  json: boolean
}

const maxRows = 1_000

/** Shows what happened to a user: what, when, from where, by whom and why, newest last. */
export async function historyCommand(
  settings: AllSettings,
  name: string,
  flags: HistoryFlags,
): Promise<void> {
  const since = flags.since === undefined ? 0 : systemClock.now() - readDuration(flags.since)
  const limit = readCount('--limit', flags.limit, { usual: 100, max: maxRows })
  const { events, rows } = await withApi(settings, flags, async (api) => {
    const id = await idOf(api, name)
    const type = flags.type === undefined ? {} : { type: flags.type }
    const found = await readNewest(api, { user_id: id, ...type }, { since, limit })
    const names = flags.json ? new Map<string, string>() : await namesOf(api, found)
    return { events: found, rows: found.map((event) => toRow(event, names)) }
  })
  if (flags.json) printJson({ data: events })
  else if (rows.length === 0) process.stdout.write('No events. Events are retained for 30 days.\n')
  else {
    const head = ['TIME, UTC', 'EVENT', 'FROM', 'BY', 'REASON']
    process.stdout.write(table([head, ...rows], { flexible: { 1: 15, 2: 15, 3: 10, 4: 21 }, wraps: true }))
  }
}

/** Finds the id of a user. An id is taken as it is, because a deleted user has a history too. */
const idOf = async (api: Api, name: string): Promise<string> =>
  isUuid(name) ? name.toLowerCase() : (await findNamedUser(api, name)).id

/**
 * Reads the events about one user, which are few, and keeps the newest. The list can only be read from the oldest event to the
 * newest, so all pages are read. They are sorted by time: those of the authentication service are listed later than they happened.
 */
async function readNewest(
  api: Api,
  filter: { user_id: string; type?: string },
  { since, limit }: { since: number; limit: number },
): Promise<EventResource[]> {
  let newest: EventResource[] = []
  for (let cursor: string | undefined; ; ) {
    const page = cursor === undefined ? { limit: 200 } : { limit: 200, cursor }
    const { data, next_cursor } = await api.call(listEventsEndpoint, { query: { ...filter, ...page } })
    newest = [...newest, ...data.filter((event) => timeOf(event) >= since)]
      .toSorted((a, b) => timeOf(a) - timeOf(b))
      .slice(-limit)
    if (next_cursor === null) return newest
    cursor = next_cursor
  }
}

const timeOf = ({ timestamp }: EventResource): number => Date.parse(timestamp)

/** The maximum number of users whose names are looked up for one history; the others are shown by id. */
const maxNames = 50

/** Looks up the usernames of those who caused events. The id of an API key, or of a deleted user, has no username. */
async function namesOf(api: Api, events: EventResource[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const authors = new Set(events.flatMap(({ data: { by } }) => (typeof by === 'string' ? [by] : [])))
  for (const id of [...authors].slice(0, maxNames)) {
    const user = await api.call(getUserEndpoint, { params: { id } }).catch(asMissing)
    if (user) names.set(id, user.username)
  }
  return names
}

function toRow(event: EventResource, names: Map<string, string>): string[] {
  const { from, by, why } = describeEvent(event, (id) => names.get(id) ?? id)
  return [event.timestamp.slice(5, 19).replace('T', ' '), event.type, from, by, why]
}

function readDuration(text: string): number {
  try {
    return parseDuration(text)
  } catch (cause) {
    throw new StartFault([`--since ${messageOf(cause)}.`], { cause, exitCode: 2 })
  }
}
