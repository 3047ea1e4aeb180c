import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '#contract/failures.ts'
import { StartFault } from './start-fault.ts'

export const statementMs = 2_000
export const lockMs = 1_000
export const idleInTransactionMs = 5_000
const poolWaitMs = 500
/** The server gives up first; this is for a server, or a network, that says nothing any more. */
const silenceMs = statementMs + 1_000

export interface Connections {
  /** A connection for one transaction or one write; the wait for it has a bound, also while no server can be reached. */
  acquire(): Promise<pg.PoolClient>
  close(): Promise<void>
}

export async function openConnections(url: string, max: number): Promise<Connections> {
  const hosts = createHosts(url)
  const pool = new pg.Pool({
    max,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: 60_000,
    Client: hosts.Client,
    onConnect: prepareSession,
  })
  // A connection that dies while nobody uses it is replaced when it is needed. Without these, Node would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function acquire(): Promise<pg.PoolClient> {
    const startedAt = performance.now()
    for (;;) {
      const tried = hosts.current()
      try {
        return await pool.connect()
      } catch (error) {
        const isFull = pool.totalCount >= max
        if (!isFull) hosts.passOver(tried)
        if (isFull || !isLost(error) || performance.now() - startedAt > poolWaitMs) throw error
        await sleep(20)
      }
    }
  }

  try {
    const first = await acquire()
    first.release()
  } catch (cause) {
    await pool.end()
    const shown = url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*/, '')
    throw new StartFault([`Cannot open the database ${shown}: ${(cause as Error).message}.`], { cause })
  }
  return { acquire, close: () => pool.end() }
}

/** One connection that many statements share: what one of them finds broken is replaced for all. */
export function sharedConnection(acquire: () => Promise<pg.PoolClient>) {
  let current: Promise<pg.PoolClient> | undefined
  const drop = (dropped: Promise<pg.PoolClient>, client: pg.PoolClient) => {
    if (current !== dropped) return
    current = undefined
    client.release(true)
  }
  function connection(): Promise<pg.PoolClient> {
    if (current) return current
    const made = acquire()
    current = made
    made.then(
      (client) => client.once('end', () => drop(made, client)),
      () => {
        if (current === made) current = undefined
      },
    )
    return made
  }
  return {
    async query<Row>(statement: pg.QueryConfig, values: unknown[]): Promise<Row[]> {
      const used = connection()
      const client = await used
      try {
        return (await client.query({ ...statement, values })).rows as Row[]
      } catch (error) {
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
 * The servers of a URL, one or several (`postgres://user@one,two:5433/db`). New connections go to the one that was
 * good last, and on to the next when it cannot be reached or only reads (`target_session_attrs=read-write`).
 */
function createHosts(url: string) {
  const [, before = '', list = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  const urls = list.split(',').map((host) => `${before}${host}${after}`)
  let at = 0
  const current = () => at % urls.length
  class Client extends pg.Client {
    constructor() {
      super({
        connectionString: urls[current()],
        types,
        pipeline: true,
        query_timeout: silenceMs,
        keepAlive: true,
        application_name: 'latchkey',
      })
    }
  }
  return {
    Client,
    current,
    /** Only by the first who finds it so: several would pass over the good one too. */
    passOver(host: number) {
      if (host === current()) at++
    },
  }
}

/** A server that only reads is the standby of another one, and one that does not wait for its disk may forget. */
async function prepareSession(client: pg.ClientBase): Promise<void> {
  const results = (await client.query(
    `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; SET idle_in_transaction_session_timeout = ${idleInTransactionMs};
     SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
     SHOW transaction_read_only`,
  )) as unknown as pg.QueryResult<{ transaction_read_only: string }>[]
  if (results.at(-1)?.rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServer()
}

class ReadOnlyServer extends Error {
  override message = 'The server only reads.'
}

/** The SQLSTATE that the server gave; undefined when it was not the server that refused. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** The connection is of no use any more: it broke, or its server is going, gone or not the one that writes. */
export function isLost(error: unknown): boolean {
  if (error === undefined || error instanceof TypeError || error instanceof Failure) return false
  const state = sqlState(error)
  return state === undefined || /^(08|57P|58)/.test(state) || state === '25006' || state === '25P03'
}
