import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Failure } from '#contract/failures.ts'
import { batch } from './batch.ts'
import type { Database, Sql, SqlValue } from './database.ts'
import type { DatabaseOptions } from './open-database.ts'
import {
  idleInTransactionMs,
  isLost,
  lockMs,
  openConnections,
  sharedConnection,
  sqlState,
  statementMs,
} from './postgres-connections.ts'

const mostAttempts = 5
/** Connections that only read, each with many statements under way. */
const readers = 2
const lookUps = { keys: 200, calls: readers, waiting: 10_000 }
const migrationMs = 3_600_000

// Set for each transaction too: a pooler in between may give every one another session.
const begin = `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs}`

/**
 * The engine for more than one machine. Nothing is kept in a session but prepared statements, and correctness rests on
 * unique keys and conditional writes alone, so that poolers, clusters and other makers' servers can stand behind it.
 */
export async function openPostgres(
  url: string,
  options: Pick<DatabaseOptions, 'connections'>,
): Promise<Database> {
  const connections = await openConnections(url, options.connections + readers)
  const { acquire } = connections
  const shared = Array.from({ length: readers }, () => sharedConnection(acquire))
  let turn = 0
  /** What only reads may be asked twice. */
  async function readRows<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const ask = () => shared[turn++ % readers]?.query<Row>(statement, values) ?? []
    try {
      return await ask()
    } catch (error) {
      if (!isLost(error)) throw error
      return await ask()
    }
  }

  const lookUpsByText = new Map<TemplateStringsArray, (key: string) => Promise<unknown[]>>()
  /** Look-ups that wait at the same moment, each by its one text value, share one query. */
  function lookUp(text: TemplateStringsArray, key: string): Promise<unknown[]> {
    let ask = lookUpsByText.get(text)
    if (!ask) {
      const together = lookUpStatement(text)
      const alone = statementOf(text)
      const askAll = async (keys: string[]): Promise<PromiseSettledResult<unknown[]>[]> => {
        try {
          const rows = await readRows<LookUpRow>(together, [keys])
          const found = Map.groupBy(rows, (row) => row.lookup_place)
          return keys.map((_key, at) => ({ status: 'fulfilled', value: found.get(at + 1) ?? [] }))
        } catch (error) {
          if (keys.length === 1 || isLost(error)) throw error
          // One that the server cannot take must not spoil its neighbours.
          return Promise.allSettled(keys.map((one) => readRows(alone, [one])))
        }
      }
      ask = batch(lookUps, askAll, () => unavailable(new Error('Too many look-ups wait.')))
      lookUpsByText.set(text, ask)
    }
    return ask(key)
  }

  async function writeAlone<Row>(statement: Statement, values: SqlValue[]): Promise<Row[]> {
    for (let attempt = 1; ; attempt++) {
      const client = await acquire()
      try {
        const { rows } = await client.query({ ...statement, values })
        client.release()
        return rows as Row[]
      } catch (error) {
        client.release(isLost(error))
        // A lost connection is not among these: the statement may have been carried out.
        if (attempt === mostAttempts || !lostRaces.has(sqlState(error) ?? '')) throw error
        await pauseBefore(attempt)
      }
    }
  }

  async function transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptTransaction(await acquire().catch(fail), work)
      if ('result' in outcome) return outcome.result
      if (attempt === mostAttempts || !outcome.mayRunAgain) throw outcome.error
      await pauseBefore(attempt)
    }
  }

  return {
    engine: 'postgres',
    async query<Row>(text: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
      try {
        if (!/^\s*SELECT\b/.test(text[0] ?? '')) return await writeAlone(statementOf(text), values)
        const [key] = values
        if (values.length === 1 && typeof key === 'string') return (await lookUp(text, key)) as Row[]
        return await readRows<Row>(statementOf(text), values)
      } catch (error) {
        return fail(error)
      }
    },
    transaction,
    execute: (script) => transaction((tx) => tx.execute(script)),
    async close() {
      for (const connection of shared) await connection.close()
      await connections.close()
    },
  }
}

type Outcome<T> = { result: T } | { error: unknown; mayRunAgain: boolean }

async function attemptTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Sql) => Promise<T>,
): Promise<Outcome<T>> {
  let failed: unknown
  const run = async (query: pg.QueryConfig & { query_timeout?: number }): Promise<pg.QueryResult> => {
    try {
      return await client.query(query)
    } catch (error) {
      failed ??= error
      throw error
    }
  }
  const tx: Sql = {
    engine: 'postgres',
    query: async (text, ...values) => (await run({ ...statementOf(text), values })).rows,
    async execute(script) {
      await run({ text: `SET LOCAL statement_timeout = 0; ${byteOrder(script)}`, query_timeout: migrationMs })
    },
  }
  let isCommitting = false
  try {
    // Not awaited: the first statement travels behind it.
    const begun = run({ text: begin })
    begun.catch(() => {})
    const result = await work(tx)
    if (failed !== undefined) throw failed
    await begun
    isCommitting = true
    await run({ text: 'COMMIT' })
    client.release()
    return { result }
  } catch (error) {
    await leave(client, failed)
    if (failed === undefined) return { error, mayRunAgain: false }
    // Lost while committing, it may have happened: to run it again could do it twice.
    const mayRunAgain = lostRaces.has(sqlState(failed) ?? '') || (isLost(failed) && !isCommitting)
    return { error: explain(failed), mayRunAgain }
  }
}

async function leave(client: pg.PoolClient, failed: unknown): Promise<void> {
  if (isLost(failed)) return client.release(true)
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    // A connection that cannot even roll back is closed, and the server rolls back.
    client.release(true)
  }
}

/** Serialisation failure, deadlock, and a key that somebody else took in between: the next run finds what there is. */
const lostRaces = new Set(['40001', '40P01', '23505'])

const pauseBefore = (attempt: number): Promise<void> => sleep(Math.random() * 10 * 2 ** attempt)

interface Statement {
  name?: string
  text: string
}

interface LookUpRow {
  lookup_place: number
}

const statements = new WeakMap<TemplateStringsArray, Statement>()

/**
 * Named, so that the server parses it once for each connection. Not where the number of rows is a value: then the best
 * plan depends on it, and the server makes one plan for all values of a named statement.
 */
function statementOf(text: TemplateStringsArray): Statement {
  let statement = statements.get(text)
  if (!statement) {
    const sql = text.reduce((before, part, at) => `${before}$${at}${part}`)
    statement = /\bLIMIT \$\d+$/.test(sql) ? { text: sql } : named(sql)
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
const isNotNow = (state: string): boolean => /^(53|55P03|57014|40001|40P01)/.test(state)

function explain(error: unknown): unknown {
  if (error instanceof Failure) return error
  return isLost(error) || isNotNow(sqlState(error) ?? '') ? unavailable(error) : error
}

function fail(error: unknown): never {
  throw explain(error)
}

const unavailable = (cause: unknown): Failure =>
  new Failure('database_unavailable', { cause, retryAfterSeconds: 1 })
