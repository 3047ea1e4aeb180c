import pg from 'pg'
import type { Servers } from '../old-primaries.ts'
import { applicationName } from './application-name.ts'
import { sqlState } from './errors.ts'

/** The timeline of a server that takes writes. Each promotion begins a new one, whose number is higher. */
export interface Timeline {
  /** Identifies the cluster. Timelines of different clusters cannot be compared. */
  system: string
  number: number
}

/**
 * The timeline that a server reports; `standby` for a read-only server; `unreported` when the server, or a pooler, does not report
 * it.
 */
export type ReportedTimeline = Timeline | 'standby' | 'unreported'

/**
 * Asks a server for its timeline, which every role may do. The timeline is the first part of the name of a write-ahead log file.
 */
export async function askTimeline(client: pg.ClientBase): Promise<ReportedTimeline> {
  try {
    const { rows } = await client.query<{ system: string; file: string | null }>(
      `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
         CASE WHEN current_setting('transaction_read_only') = 'off' THEN pg_walfile_name(pg_current_wal_lsn()) END AS file`,
    )
    const [row] = rows
    if (!row) return 'unreported'
    if (row.file === null) return 'standby'
    return { system: row.system, number: Number.parseInt(row.file.slice(0, 8), 16) }
  } catch (error) {
    if (isReportRefused(error)) return 'unreported'
    throw error
  }
}

/**
 * True when the server answers but does not report its timeline: it is another product, a permission is missing, or it refuses
 * the login.
 */
function isReportRefused(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !/^(08|53|57|58)/.test(state)
}

export interface TimelineOptions {
  urls: readonly string[]
  /** The names of the servers for the log and for reports, without a secret. */
  names: readonly string[]
  waitMs: number
  /** Returns the index in `urls` of the server that new connections go to. */
  current(): number
  /** Called when a server has been promoted. New connections must go there, and those to older ones must be closed. */
  onPromoted(index: number): void
}

export interface Timelines {
  servers: Servers
  /** Stores the timeline that a server has reported. */
  note(index: number, reported: ReportedTimeline): void
  /** True for the timeline of an old primary: another server of its cluster was promoted after it. */
  isBehind(reported: ReportedTimeline | undefined): boolean
  close(): void
}

/**
 * Stores the timelines of the servers of a URL. The server that new connections go to reports its own with them; the others are
 * asked.
 */
export function watchTimelines({ urls, names, waitMs, current, onPromoted }: TimelineOptions): Timelines {
  const newest = new Map<string, number>()
  const servers = urls.map((url, at) => watchServer(url, { name: names[at] ?? '', waitMs }))
  let underWay: Promise<unknown> | undefined
  let isClosed = false

  const isBehind = (reported: ReportedTimeline | undefined): boolean =>
    typeof reported === 'object' && reported.number < (newest.get(reported.system) ?? 0)

  function note(index: number, reported: ReportedTimeline | undefined): void {
    const server = servers[index]
    if (server) server.reported = reported
    if (typeof reported !== 'object') return
    const before = newest.get(reported.system)
    if (before !== undefined && before >= reported.number) return
    newest.set(reported.system, reported.number)
    if (before !== undefined) onPromoted(index)
  }

  function close(): void {
    isClosed = true
    for (const { rest } of servers) rest()
  }
  const ask = async (index: number, server: WatchedServer) => {
    // New connections report the timeline of the server in use, so it needs no query here.
    if (index === current()) server.rest()
    else note(index, await server.ask())
  }
  async function askOthers(): Promise<void> {
    await Promise.all(servers.map((server, index) => ask(index, server)))
    if (isClosed) close()
    underWay = undefined
  }
  const namesOf = (fits: (reported: ReportedTimeline | undefined) => boolean) =>
    servers.filter(({ reported }) => fits(reported)).map(({ name }) => name)
  return {
    servers: {
      async check() {
        if (isClosed) return
        underWay ??= askOthers()
        await underWay
      },
      oldPrimaries: () => namesOf(isBehind),
      unreported: () => namesOf((reported) => reported === 'unreported'),
    },
    note,
    isBehind,
    close,
  }
}

interface WatchedServer {
  name: string
  /** The timeline that the server reported last; undefined while it does not answer. */
  reported: ReportedTimeline | undefined
  ask(): Promise<ReportedTimeline | undefined>
  /** Closes the connection that is kept open for the next query. */
  rest(): void
}

/** A server that does not report its timeline is asked again only after this time, because a server may count refused logins. */
const unreportedMs = 60_000

function watchServer(url: string, { name, waitMs }: { name: string; waitMs: number }): WatchedServer {
  let client: pg.Client | undefined
  let unreportedAt = Number.NEGATIVE_INFINITY
  function rest(): void {
    client?.end().catch(() => {})
    client = undefined
  }
  async function report(): Promise<ReportedTimeline | undefined> {
    try {
      client ??= await openClient(url, waitMs)
      return await askTimeline(client)
    } catch (error) {
      rest()
      return isReportRefused(error) ? 'unreported' : undefined
    }
  }
  return {
    name,
    reported: undefined,
    async ask() {
      if (performance.now() - unreportedAt < unreportedMs) return 'unreported'
      const reported = await report()
      if (reported === 'unreported') unreportedAt = performance.now()
      return reported
    },
    rest,
  }
}

async function openClient(url: string, waitMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
    application_name: applicationName,
  })
  // A lost connection is noticed by the next query.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

/** Asks each server once for its timeline. A server that does not answer gives undefined. */
export const askEach = (urls: readonly string[], waitMs: number): Promise<(ReportedTimeline | undefined)[]> =>
  Promise.all(
    urls.map(async (url) => {
      const server = watchServer(url, { name: '', waitMs })
      const reported = await server.ask()
      server.rest()
      return reported
    }),
  )
