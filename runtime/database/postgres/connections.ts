import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFault } from '../../start-fault.ts'
import { isLost, sqlState, unavailable } from './errors.ts'

/** How long each kind of work may take on PostgreSQL. */
export interface PostgresBounds {
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  poolWaitMs: number
  silenceMs: number
  firstMs: number
}

/** All bounds follow from that of a statement, so that an operator has one number to set. */
export const boundsOf = (statementMs: number): PostgresBounds => ({
  statementMs,
  // Longer than the second after which a server looks for a deadlock: who is in one runs again, and is not refused.
  lockMs: Math.round(statementMs * 0.75),
  idleInTransactionMs: Math.round(statementMs * 2.5),
  poolWaitMs: Math.round(statementMs / 4),
  // The server gives up first; this is for a server, or a network, that says nothing any more.
  silenceMs: statementMs + 1_000,
  // A server that is far away, or on a busy machine, may take its time with the first connection of a start.
  firstMs: Math.round(statementMs * 2.5),
})

export interface Connections {
  /** A connection for one transaction or one statement; the wait for it has a bound, also while there is no server. */
  acquire(): Promise<pg.PoolClient>
  /** The same for those that many statements share. They are counted apart, so that no transaction takes their place. */
  acquireShared(): Promise<pg.PoolClient>
  close(): Promise<void>
}

export async function openConnections(
  url: string,
  { bounds, ...max }: { alone: number; shared: number; bounds: PostgresBounds },
): Promise<Connections> {
  const hosts = createHosts(url, bounds)
  const alone = openPool(hosts, max.alone)
  const shared = openPool(hosts, max.shared)
  await tryEachHost(alone, hosts)
  return {
    acquire: () => connect(alone, bounds).catch(refuse),
    acquireShared: () => connect(shared, bounds).catch(refuse),
    async close() {
      await Promise.all([alone.end(), shared.end()])
    },
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

/** Nobody said no: neither the system, which gives its errors a code, nor the server. */
const isSlow = (error: unknown): boolean =>
  isLost(error) && !(error instanceof pg.DatabaseError) && !('code' in (error as Error))

function openPool({ Client, bounds }: Hosts, max: number): pg.Pool {
  const pool = new pg.Pool({
    max,
    connectionTimeoutMillis: bounds.poolWaitMs,
    idleTimeoutMillis: 60_000,
    Client,
    onConnect: (client) => (client as InstanceType<typeof Client>).prepare(),
  })
  // A connection that dies while nobody uses it is replaced when it is needed. Without these, Node would end.
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
      // Timers may be early by a little: who has waited for a full pool has waited enough.
      if (!isLost(error) || performance.now() - startedAt > poolWaitMs - 20) throw error
      await sleep(20)
    }
  }
}

/** One connection that many statements share: what one of them finds broken is replaced for all. */
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
        return (await client.query({ ...statement, values })).rows as Row[]
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

/** Times are epoch milliseconds and counts are small: each `bigint` here is a safe integer. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * A server that falls silent is found out by each of its connections alone, seconds after it was asked. So when one is
 * lost without a word, those that were opened before are in doubt, and are not handed out again.
 */
interface DoubtfulClient {
  isDoubtful: boolean
  doubtAll(): void
}

/** The pool makes its clients of our class, and hands them out under the name of its own. */
const doubtful = (client: pg.PoolClient): DoubtfulClient => client as unknown as DoubtfulClient

export function noteLoss(client: pg.PoolClient, error: unknown): void {
  if (isLost(error) && sqlState(error) === undefined) doubtful(client).doubtAll()
}

type Hosts = ReturnType<typeof createHosts>

/**
 * The servers of a URL, one or several (`postgres://user@one,two:5433/db`). New connections go to the one that was
 * good last, and on to the next when it cannot be reached or only reads (`target_session_attrs=read-write`).
 */
function createHosts(url: string, bounds: PostgresBounds) {
  const [, before = '', list = '', after = ''] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  const urls = list.split(',').map((host) => `${before}${host}${after}`)
  const where = `${list}${after.replace(/\?.*/, '')}`
  let current = 0
  /** Rises with every loss without a word. */
  let era = 0
  class Client extends pg.Client implements DoubtfulClient {
    readonly place = current
    readonly era = era
    get isDoubtful() {
      return this.era < era
    }
    doubtAll() {
      if (this.era === era) era++
    }
    #isReady = false
    constructor() {
      super({
        connectionString: urls[current],
        types,
        pipeline: true,
        query_timeout: bounds.silenceMs,
        keepAlive: true,
        application_name: 'latchkey',
      })
      this.once('end', () => this.#passOver())
    }
    async prepare(): Promise<void> {
      await prepareSession(this, bounds)
      this.#isReady = true
    }
    /** Only by the first who finds it so: several would pass over the good one too. */
    #passOver(): void {
      if (!this.#isReady && this.place === current) current = (current + 1) % urls.length
    }
  }
  return {
    Client,
    bounds,
    count: urls.length,
    // Where a secret has a / in it, nobody can tell where it ends.
    shown: where.includes('@') || !urls.every((one) => URL.canParse(one)) ? '' : ` postgres://${where}`,
  }
}

/** A server that only reads is the standby of another one, and one that does not wait for its disk may forget. */
async function prepareSession(client: pg.ClientBase, { statementMs, lockMs }: PostgresBounds): Promise<void> {
  const results = (await client.query(
    `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs};
     SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
     SHOW transaction_read_only`,
  )) as unknown as pg.QueryResult<{ transaction_read_only: string }>[]
  if (results.at(-1)?.rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServer()
}

class ReadOnlyServer extends Error {
  override message = 'The server only reads'
}

/** A name that has several addresses gives an error for each, and no message of its own. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : (error as Error).message

/** Whatever the reason that nobody gets a connection, even a credential that was changed: it is an outage. */
function refuse(cause: unknown): never {
  throw unavailable(cause)
}
