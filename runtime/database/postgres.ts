import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Failure } from '#contract/failures.ts'
import { batch } from '../batch.ts'
import { StartFault } from '../start-fault.ts'
import type { Database, Sql, SqlValue } from './database.ts'
import { type DatabaseOptions, usualStatementMs } from './database-options.ts'
import {
  boundsOf,
  isLost,
  isOverdue,
  isStale,
  noteLoss,
  openConnections,
  type PostgresBounds,
  sharedConnection,
  sqlState,
  unavailable,
} from './postgres/connections.ts'

const mostAttempts = 5
/** Connections that only look up, each with many look-ups under way. */
const readers = 2
const lookUps = { keys: 200, calls: readers, waiting: 10_000 }
const migrationMs = 3_600_000

// Set for each transaction too: a pooler in between may give every one another session.
const beginDurable = ({ statementMs, lockMs, idleInTransactionMs }: PostgresBounds): string =>
  `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs}`

/**
 * The engine for more than one machine. Nothing is kept in a session but prepared statements, and correctness rests on
 * unique keys and conditional writes alone, so that poolers, clusters and other makers' servers can stand behind it.
 */
export async function openPostgres(
  url: string,
  options: Pick<DatabaseOptions, 'connections' | 'statementMs'> & { bounds?: Partial<PostgresBounds> },
): Promise<Database> {
  const bounds = { ...boundsOf(options.statementMs ?? usualStatementMs), ...options.bounds }
  const connections = await openConnections(url, { alone: options.connections, shared: readers, bounds })
  const durable = beginDurable(bounds)
  const begin = { powerCut: durable, restart: `${durable}; SET LOCAL synchronous_commit = off` }
  /** What only reads may also be asked again when its connection was lost, unless that took all its time. */
  const mayReadAgain = (error: unknown, startedAt: number): boolean =>
    isLostRace(error) || (isLost(error) && performance.now() - startedAt < bounds.statementMs)
  const { acquire } = connections
  const shared = Array.from({ length: readers }, () => sharedConnection(connections.acquireShared))
  let turn = 0
  /** Once more than there are connections, for all of them may be lost at the same moment. */
  async function readShared<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        return (await shared[turn++ % readers]?.query<Row>(statement, values)) ?? []
      } catch (error) {
        if (attempt > readers || !mayReadAgain(error, startedAt)) throw error
      }
    }
  }

  const counts = { asked: 0, queries: 0 }
  const lookUpsByText = new Map<TemplateStringsArray, (key: string) => Promise<unknown[]>>()
  /** Look-ups that wait at the same moment, each by its one text value, share one query. */
  function lookUp(text: TemplateStringsArray, key: string): Promise<unknown[]> {
    let ask = lookUpsByText.get(text)
    if (!ask) {
      const together = lookUpStatement(text)
      const alone = statementOf(text)
      const askAll = async (keys: string[]): Promise<PromiseSettledResult<unknown[]>[]> => {
        counts.queries++
        try {
          const rows = await readShared<LookUpRow>(together, [keys])
          return rowsOfEach(keys.length, rows).map((value) => ({ status: 'fulfilled', value }))
        } catch (error) {
          if (!isBadValue(error)) throw error
          // One that the server cannot take must not spoil its neighbours.
          return Promise.allSettled(keys.map((one) => readShared<unknown>(alone, [one])))
        }
      }
      ask = batch(lookUps, askAll, () => unavailable(new Error('Too many look-ups wait.')))
      lookUpsByText.set(text, ask)
    }
    counts.asked++
    return ask(key)
  }

  async function runAlone<Row>(
    statement: Statement,
    values: SqlValue[],
    mayRunAgain: (error: unknown, startedAt: number) => boolean,
  ): Promise<Row[]> {
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      const client = await acquire()
      try {
        const { rows } = await client.query({ ...statement, values })
        client.release()
        return rows as Row[]
      } catch (error) {
        noteLoss(client, error)
        client.release(isLost(error))
        if (attempt === mostAttempts || !mayRunAgain(error, startedAt)) throw error
        await pauseBefore(attempt)
      }
    }
  }

  async function transaction<T>(
    work: (tx: Sql) => Promise<T>,
    { survives }: { survives?: 'restart' } = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptTransaction(await acquire(), {
        begin: begin[survives ?? 'powerCut'],
        work,
      })
      if ('result' in outcome) return outcome.result
      if (attempt === mostAttempts || !outcome.mayRunAgain) throw outcome.error
      await pauseBefore(attempt)
    }
  }

  async function query<Row>(text: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    try {
      if (!/^\s*SELECT\b/.test(text[0] ?? '')) return await runAlone(statementOf(text), values, mayWriteAgain)
      const [key] = values
      if (values.length === 1 && typeof key === 'string') return (await lookUp(text, key)) as Row[]
      // Not shared: one that takes its time would hold up every look-up behind it.
      return await runAlone(statementOf(text), values, mayReadAgain)
    } catch (error) {
      throw explain(error)
    }
  }

  let underWay = 0
  let closed: Promise<void> | undefined
  const { promise: idle, resolve: nothingIsLeft } = Promise.withResolvers<void>()
  async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new Error('The database is closed.')
    underWay++
    try {
      return await work()
    } finally {
      if (--underWay === 0 && closed) nothingIsLeft()
    }
  }
  async function close(): Promise<void> {
    if (underWay > 0) await idle
    await Promise.all(shared.map((connection) => connection.close()))
    await connections.close()
  }

  return {
    engine: 'postgres',
    lookUps: () => ({ ...counts }),
    query: (text, ...values) => enter(() => query(text, ...values)),
    transaction: (work, options) => enter(() => transaction(work, options)),
    execute: (script) => enter(() => transaction((tx) => tx.execute(script))),
    close: () => (closed ??= close()),
  }
}

type Outcome<T> = { result: T } | { error: unknown; mayRunAgain: boolean }

async function attemptTransaction<T>(
  client: pg.PoolClient,
  { begin, work }: { begin: string; work: (tx: Sql) => Promise<T> },
): Promise<Outcome<T>> {
  let failed: unknown
  let isOver = false
  let isCommitting = false
  async function run(query: pg.QueryConfig & { query_timeout?: number }): Promise<pg.QueryResult> {
    // Its connection may already be in the hands of another one.
    if (isOver) throw new Error('The transaction is over.')
    return client.query(query).catch(fail)
  }
  function fail(error: unknown): never {
    failed ??= error
    throw error
  }
  /** Between two statements the server says why it ends the connection; the next one would only find it gone. */
  const noteEnd = (error: Error) => {
    failed ??= error
  }
  client.on('error', noteEnd)
  const tx: Sql = {
    engine: 'postgres',
    query: async (text, ...values) => (await run({ ...statementOf(text), values })).rows,
    async execute(script) {
      await run({ text: `SET LOCAL statement_timeout = 0; ${byteOrder(script)}`, query_timeout: migrationMs })
    },
  }
  try {
    // Awaited: refused by a pooler or cancelled, it would leave the statement behind it to commit by itself.
    await run({ text: begin })
    const result = await work(tx)
    isOver = true
    if (failed !== undefined) throw failed
    isCommitting = true
    const { command } = await client.query('COMMIT').catch(fail)
    // What the server says instead when a statement failed that nobody waited for.
    if (command !== 'COMMIT') throw failed ?? new Error(`The server answered a COMMIT with ${command}.`)
    client.release()
    return { result }
  } catch (error) {
    isOver = true
    await leave(client, failed)
    if (failed === undefined) return { error, mayRunAgain: false }
    // Lost while committing, it may have happened: to run it again could do it twice.
    const mayRunAgain = isLostRace(failed) || (isLost(failed) && !isCommitting && !isOverdue(failed))
    return { error: explain(failed), mayRunAgain }
  } finally {
    client.off('error', noteEnd)
  }
}

async function leave(client: pg.PoolClient, failed: unknown): Promise<void> {
  noteLoss(client, failed)
  if (isLost(failed)) return client.release(true)
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    // A connection that cannot even roll back is closed, and the server rolls back.
    client.release(true)
  }
}

/**
 * Serialisation failure, deadlock, and a key or a name that somebody else took in between, as two do who both create a table
 * if there is none: the next run finds what there is.
 */
const isLostRace = (error: unknown): boolean => /^(40001|40P01|23505|42710)$/.test(sqlState(error) ?? '')

/** Not what a lost connection took with it: it may have happened. */
const mayWriteAgain = (error: unknown): boolean => isLostRace(error) || isStale(error)

/** Never none: whoever won must get what it waited for before the loser takes that again. */
const pauseBefore = (attempt: number): Promise<void> => sleep((1 + Math.random()) * 5 * 2 ** attempt)

interface Statement {
  name?: string
  text: string
}

interface LookUpRow {
  lookup_place: number
}

function rowsOfEach(keys: number, rows: LookUpRow[]): unknown[][] {
  const found: unknown[][] = Array.from({ length: keys }, () => [])
  for (const { lookup_place: place, ...row } of rows) found[place - 1]?.push(row)
  return found
}

const statements = new WeakMap<TemplateStringsArray, Statement>()

/**
 * Named, so that the server parses it once for each connection. Not where the number of rows is a value, also of those
 * that are counted: then the best plan depends on it, and the server makes one plan for all values of a named statement.
 */
function statementOf(text: TemplateStringsArray): Statement {
  let statement = statements.get(text)
  if (!statement) {
    const sql = text.reduce((before, part, at) => `${before}$${at}${part}`)
    statement = /\bLIMIT \$\d+(\) AS \w+)*$/.test(sql) ? { text: sql } : named(sql)
    statements.set(text, statement)
  }
  return statement
}

/** The same statement for each of many keys, with the place of the key that a row belongs to. */
const lookUpStatement = (text: TemplateStringsArray): Statement =>
  named(
    `SELECT lookup.place AS lookup_place, found.* FROM unnest($1::text[]) WITH ORDINALITY AS lookup (key, place) CROSS JOIN LATERAL (${text.join('lookup.key')}) AS found`,
  )

const named = (text: string): Statement => ({
  name: `latchkey_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`,
  text,
})

/** Text is compared by its bytes, as SQLite does, whatever the locale of the server: cursors and prefixes depend on it. */
const byteOrder = (script: string): string => script.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')

/** States (postgresql.org/docs/current/errcodes-appendix.html) that say "not now": resources, locks, cancelled, races. */
const isNotNow = (error: unknown): boolean => /^(53|55P03|57014|40001|40P01)/.test(sqlState(error) ?? '')

/** A data exception: it is in the value, and no other time or place would change that. */
const isBadValue = (error: unknown): boolean => /^22/.test(sqlState(error) ?? '')

/**
 * A statement is prepared twice, or again and again not there on new connections: each goes to another connection of a
 * pooler than the one before.
 */
const isNotPrepared = (error: unknown): boolean => /^(42P05|26000)$/.test(sqlState(error) ?? '')

const noPreparedStatements = (cause: unknown): StartFault =>
  new StartFault(
    [
      'The database is behind a pooler that keeps no prepared statements, as PgBouncer in transaction mode before 1.21: use PgBouncer 1.21 or later with max_prepared_statements, or pool_mode=session.',
    ],
    { cause },
  )

function explain(error: unknown): unknown {
  if (isNotPrepared(error)) return noPreparedStatements(error)
  if (error instanceof Failure || isStale(error)) return error
  return isLost(error) || isNotNow(error) ? unavailable(error) : error
}
