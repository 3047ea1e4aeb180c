import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, messageOf } from '../../log/thrown.ts'
import type { Metric } from '../../metrics/metrics.ts'
import { StartFault } from '../../start-fault.ts'
import { oldPrimaries, type Servers } from '../old-primaries.ts'
import { applicationName } from './application-name.ts'
import { isLost, sqlState, unavailable } from './errors.ts'
import { hostsOf } from './hosts.ts'
import { poolMetrics } from './pool-metrics.ts'
import { prepareSession } from './session.ts'
import { askTimeline, type ReportedTimeline, watchTimelines } from './timelines.ts'

/** The maximum time of each kind of work on PostgreSQL, in milliseconds. */
export interface PostgresBounds {
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  poolWaitMs: number
  silenceMs: number
  firstMs: number
}

/** All time limits follow from the limit of a statement, so that an operator has one number to set. */
export const boundsOf = (statementMs: number): PostgresBounds => ({
  statementMs,
  // The lock timeout is longer than the one second after which a server looks for a deadlock. The loser of a
  // deadlock then gets an error that is retried, and not a lock timeout, which is refused.
  lockMs: Math.round(statementMs * 0.75),
  idleInTransactionMs: Math.round(statementMs * 2.5),
  poolWaitMs: Math.round(statementMs / 4),
  // The client gives up after this time. A server that responds has cancelled the statement before, so this bounds the wait for a
  // server or a network that no longer responds.
  silenceMs: statementMs + 1_000,
  // The first connection of a start may take long to a distant server, or one on a busy machine.
  firstMs: Math.round(statementMs * 2.5),
})

export interface Connections {
  /**
   * Gives a connection for one transaction or one statement. The wait has a bound, also while there is no server.
   * @throws {Failure} `database_unavailable`
   */
  acquire(): Promise<pg.PoolClient>
  /**
   * Gives a connection that many statements share. Shared connections have a pool of their own, so that transactions cannot use
   * it up.
   */
  acquireShared(): Promise<pg.PoolClient>
  close(): Promise<void>
  /** The servers of the URL; absent when it names one. */
  servers: Servers | undefined
  metrics: readonly Metric[]
}

export async function openConnections(
  url: string,
  { bounds, ...max }: { alone: number; shared: number; bounds: PostgresBounds },
): Promise<Connections> {
  const hosts = createHosts(url, bounds)
  const alone = openPool(hosts, max.alone)
  const shared = openPool(hosts, max.shared)
  await tryEachHost(alone, hosts)
  // No work begins on an old primary while the promoted server can be reached.
  await hosts.servers?.check()
  const measured = poolMetrics(alone)
  return {
    acquire: () => measured.wait(connect(alone, bounds)).catch(refuse),
    acquireShared: () => connect(shared, bounds).catch(refuse),
    async close() {
      hosts.close()
      await Promise.all([alone.end(), shared.end()])
    },
    servers: hosts.servers,
    metrics: [...measured.metrics, oldPrimaries(hosts.servers)],
  }
}

async function tryEachHost(pool: pg.Pool, hosts: Hosts): Promise<void> {
  const startedAt = performance.now()
  for (let tried = 1; ; tried++) {
    try {
      const client = await connect(pool, hosts.bounds)
      return client.release()
    } catch (cause) {
      if (tried < hosts.count && isLost(cause)) continue
      if (isSlow(cause) && performance.now() - startedAt < hosts.bounds.firstMs) continue
      throw new StartFault([`Cannot open the database${hosts.shown}: ${reasonOf(cause)}.`], { cause })
    }
  }
}

/**
 * True when the connection took too long: neither the operating system, whose errors have a code, nor the
 * server has refused it.
 */
const isSlow = (error: unknown): boolean =>
  isLost(error) && !(error instanceof pg.DatabaseError) && codeOf(error) === undefined

function openPool({ Client, bounds }: Hosts, max: number): pg.Pool {
  const pool = new pg.Pool({
    max,
    connectionTimeoutMillis: bounds.poolWaitMs,
    idleTimeoutMillis: 60_000,
    Client,
    onConnect: (client) => (client as InstanceType<typeof Client>).prepare(),
  })
  // Without these handlers, the error of an idle connection that breaks would end the process. The pool opens a new one when
  // needed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function connect(pool: pg.Pool, { poolWaitMs }: PostgresBounds): Promise<pg.PoolClient> {
  const startedAt = performance.now()
  for (;;) {
    try {
      for (;;) {
        const client = await pool.connect()
        if (!doubtful(client).isDoubtful) return client
        client.release(true)
      }
    } catch (error) {
      // Timers may fire a little early, so a wait for a full pool that took nearly all of its time counts as
      // all of it.
      if (!isLost(error) || performance.now() - startedAt > poolWaitMs - 20) throw error
      await sleep(20)
    }
  }
}

/** Shares one connection among many statements. When one of them finds it broken, it is replaced for all. */
export function sharedConnection(acquire: () => Promise<pg.PoolClient>) {
  let current: Promise<pg.PoolClient> | undefined
  const forget = (broken: Promise<pg.PoolClient>): boolean => {
    if (current !== broken) return false
    current = undefined
    return true
  }
  const drop = (broken: Promise<pg.PoolClient>, client: pg.PoolClient) => {
    if (forget(broken)) client.release(true)
  }
  function connection(): Promise<pg.PoolClient> {
    if (current) return current
    const made = acquire()
    made.catch(() => forget(made))
    current = made
    return made
  }
  return {
    async query<Row>(statement: pg.QueryConfig, values: unknown[]): Promise<Row[]> {
      let used = connection()
      let client = await used
      while (doubtful(client).isDoubtful) {
        drop(used, client)
        used = connection()
        client = await used
      }
      try {
        return (await client.query({ ...statement, values })).rows
      } catch (error) {
        noteLoss(client, error)
        if (isLost(error)) drop(used, client)
        throw error
      }
    },
    async close(): Promise<void> {
      const last = current
      current = undefined
      await last?.then((client) => client.release(true)).catch(() => {})
    },
  }
}

/** Reads `bigint` as a number: times are epoch milliseconds and counts are small, so each is a safe integer. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * A client that may have lost its server. A connection to a server that no longer responds fails only seconds after its next
 * statement. So when one connection is lost without an error from the server, all connections that were opened before are
 * discarded. A connection to an old primary is in doubt from the moment when another server is known to have been promoted.
 */
interface DoubtfulClient {
  isDoubtful: boolean
  doubtAll(): void
  /** The number of the process of the server; undefined behind a pooler, which gives out numbers of its own. */
  serverProcess: number | undefined
  /** The time since any connection that is not in doubt got an answer. */
  msSinceAnswer(): number
}

/**
 * Returns a client with the type of the class that `createHosts` makes. The pool uses that class, but declares its clients as
 * plain ones.
 */
const doubtful = (client: pg.PoolClient): DoubtfulClient => client as unknown as DoubtfulClient

export const serverProcess = (client: pg.PoolClient): number | undefined => doubtful(client).serverProcess

export const msSinceAnswer = (client: pg.PoolClient): number => doubtful(client).msSinceAnswer()

/** Marks all earlier connections as doubtful when this connection was lost without an error from the server. */
export function noteLoss(client: pg.PoolClient, error: unknown): void {
  if (isLost(error) && sqlState(error) === undefined) doubtful(client).doubtAll()
}

type Hosts = ReturnType<typeof createHosts>

/**
 * The servers of a URL, one or several (`postgres://user@one,two:5433/db`). New connections go to the server
 * that worked last, and to the next server when that one cannot be reached, is read-only
 * (`target_session_attrs=read-write`), or is an old primary: one that takes writes although another server was promoted.
 */
function createHosts(url: string, bounds: PostgresBounds) {
  const { urls, names, shown } = hostsOf(url)
  let current = 0
  /**
   * A number that increases when a connection is lost without an error from the server. Connections with an older number are
   * in doubt.
   */
  let era = 0
  let answeredAt = 0
  const open = new Set<Client>()
  const timelines =
    urls.length > 1
      ? watchTimelines({
          urls,
          names,
          waitMs: bounds.poolWaitMs,
          current: () => current,
          onPromoted(index) {
            current = index
            for (const client of open) client.cutIfBehind()
          },
        })
      : undefined
  class Client extends pg.Client implements DoubtfulClient {
    readonly hostIndex = current
    readonly era = era
    #timeline: ReportedTimeline | undefined
    get isDoubtful() {
      return this.era < era || this.#isBehind
    }
    get #isBehind(): boolean {
      return timelines?.isBehind(this.#timeline) === true
    }
    doubtAll() {
      if (this.era === era) era++
    }
    msSinceAnswer() {
      return performance.now() - answeredAt
    }
    #isReady = false
    serverProcess: number | undefined
    constructor() {
      super({
        connectionString: urls[current],
        types,
        pipeline: true,
        query_timeout: bounds.silenceMs,
        keepAlive: true,
        application_name: applicationName,
      })
      this.once('end', () => {
        open.delete(this)
        this.#passOver()
      })
      // The client has no statement left without an answer.
      this.on('drain', () => {
        if (!this.isDoubtful) answeredAt = performance.now()
      })
    }
    async prepare(): Promise<void> {
      const pid = await prepareSession(this, bounds)
      if (pid === (this as { processID?: number | null }).processID) this.serverProcess = pid
      if (timelines) {
        this.#timeline = await askTimeline(this)
        timelines.note(this.hostIndex, this.#timeline)
        if (this.#isBehind) throw new OldPrimary()
      }
      open.add(this)
      this.#isReady = true
    }
    /** Closes a connection to an old primary at once. What is under way there fails, and the outcome of a commit is unknown. */
    cutIfBehind(): void {
      if (this.#isBehind) this.connection.stream.destroy()
    }
    /**
     * Moves on to the next host, once for each host that fails. Otherwise several clients that fail together would also skip
     * hosts that work.
     */
    #passOver(): void {
      if (!this.#isReady && this.hostIndex === current) current = (current + 1) % urls.length
    }
  }
  return {
    Client,
    bounds,
    count: urls.length,
    servers: timelines?.servers,
    close: () => timelines?.close(),
    shown,
  }
}

class OldPrimary extends Error {
  override message = 'The server is an old primary: another server was promoted after it'
}

/**
 * Returns the message of an error. A host name with several addresses gives one error for each address, and no message for all.
 */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : messageOf(error)

/**
 * Throws `database_unavailable`, whatever the reason that there is no connection, even a changed credential.
 */
function refuse(cause: unknown): never {
  throw unavailable(cause)
}
