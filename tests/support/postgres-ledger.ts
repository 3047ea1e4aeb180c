import assert from 'node:assert/strict'
import { Failure } from '#contract/declaration/failures.ts'
import type { Database, Sql } from '#runtime/database/database.ts'
import type { PostgresBounds } from '#runtime/database/postgres/connections.ts'
import { openPostgres } from '#runtime/database/postgres.ts'
import { temporaryDatabase } from './engines.ts'
import { queryOnce } from './postgres-cluster.ts'
import { until } from './until.ts'

export interface Ledger extends AsyncDisposable {
  db: Database
  url: string
  /** Reads the amounts of all entries over another connection. */
  amounts(): Promise<number[]>
  /** Resolves once `sessions` database sessions run a statement that contains `text`. */
  running(text: string, sessions?: number): Promise<void>
  /** Runs a statement over another connection. */
  outside<Row extends object>(text: string): Promise<Row[]>
}

export const entriesTable = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    key TEXT UNIQUE,
    amount BIGINT NOT NULL CHECK (amount >= 0))`

interface OpenOptions {
  connections?: number
  /**
   * The time limits and pool sizes that the test is about. All others are so wide that a busy machine does
   * not reach them.
   */
  bounds?: Partial<PostgresBounds>
}

/** Opens a database, which is closed when the test ends. */
export async function open(
  url: string,
  { connections = 4, bounds = {} }: OpenOptions = {},
): Promise<Database & AsyncDisposable> {
  const db = await openPostgres(url, { connections, statementMs: 20_000, bounds })
  return { ...db, [Symbol.asyncDispose]: () => db.close() }
}

/** Creates a new database with the one table `entries`, and opens it. */
export async function openLedger(options?: OpenOptions): Promise<Ledger> {
  const database = await temporaryDatabase('postgres')
  const { url } = database
  const db = await open(url, options)
  await db.execute(entriesTable)
  return {
    db,
    url,
    running: (text, sessions = 1) =>
      until(`${sessions} at ${text}`, async () => {
        const active = await queryOnce(
          url,
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
           AND application_name LIKE 'latchkey%' AND query LIKE '%${text}%'`,
        )
        return active.length === sessions
      }),
    outside: (text) => queryOnce(url, text),
    amounts: async () =>
      (await queryOnce<{ amount: string }>(url, 'SELECT amount FROM entries ORDER BY id')).map((row) =>
        Number(row.amount),
      ),
    async [Symbol.asyncDispose]() {
      await db.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

export const insert = (sql: Sql, amount: number) =>
  sql.query<{ id: number }>`INSERT INTO entries (amount) VALUES (${amount}) RETURNING id`

/** Asserts that an error is the failure `database_unavailable`, after which a caller may retry. */
export function isUnavailable(error: unknown): true {
  assert.ok(error instanceof Failure, `${error}`)
  assert.equal(error.code, 'database_unavailable')
  assert.ok((error.retryAfterSeconds ?? 0) > 0)
  assert.ok(error.cause instanceof Error)
  return true
}

/**
 * Makes a barrier: the promise of each caller resolves once `count` callers have arrived, so that they
 * continue at the same moment.
 */
export function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived >= count) resolve()
    return promise
  }
}

/** Retries work while it fails with `database_unavailable`. */
export const eventually = (what: string, work: () => Promise<unknown>): Promise<void> =>
  until(what, () =>
    work().then(
      () => true,
      (error) => !isUnavailable(error),
    ),
  )

/** A statement that ends every session of a PostgreSQL database but its own. */
export const terminateAll =
  'SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'

export const find = (sql: Sql, key: string) =>
  sql.query<{ amount: number }>`SELECT amount FROM entries WHERE key = ${key}`
export const count = (sql: Sql) => sql.query<{ n: number }>`SELECT COUNT(*) AS n FROM entries`

/** One example of each kind of work on a database. */
export const works: [string, (db: Database) => Promise<unknown>][] = [
  ['a look-up', (db) => find(db, 'one')],
  ['a read', (db) => count(db)],
  ['a write', (db) => insert(db, 1)],
  ['a transaction', (db) => db.transaction((tx) => insert(tx, 1))],
]

export interface Refusal {
  tookMs: number
  /** The SQLSTATE of the error, or undefined when the server did not answer. */
  state: string | undefined
  reason: string
}

/**
 * Waits for work that must fail with `database_unavailable`. Resolves with the reason and the time that it
 * took.
 */
export async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const startedAt = performance.now()
  const error = await work.then(() => assert.fail('It was not refused.'), failureOf)
  const tookMs = performance.now() - startedAt
  const { code: state, message: reason } = error.cause as { code?: string; message: string }
  return { tookMs, state, reason }
}

function failureOf(error: unknown): Failure {
  isUnavailable(error)
  return error as Failure
}

/**
 * Asserts that a refusal came after its time limit; timers may fire a little early. There is no upper limit,
 * because the machine may be busy.
 */
export function assertWaited(boundMs: number, { tookMs }: Refusal): void {
  assert.ok(tookMs > boundMs * 0.95, `${Math.round(tookMs)} ms`)
}

/** Makes one URL that names several hosts with the same user and database. */
export function withHosts(first: string, ...others: string[]): string {
  const { host } = new URL(first)
  return first.replace(host, [host, ...others.map((url) => new URL(url).host)].join(','))
}
