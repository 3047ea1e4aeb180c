import assert from 'node:assert/strict'
import { Failure } from '#contract/failures.ts'
import type { Database, Sql } from '#runtime/database/database.ts'
import type { PostgresBounds } from '#runtime/database/postgres/connections.ts'
import { openPostgres } from '#runtime/database/postgres.ts'
import { temporaryDatabase } from './engines.ts'
import { queryOnce } from './postgres-cluster.ts'
import { until } from './until.ts'

export interface Ledger extends AsyncDisposable {
  db: Database
  url: string
  /** The amounts as somebody else sees them. */
  amounts(): Promise<number[]>
  /** Resolves once so many sessions are at a statement in which there is `text`. */
  running(text: string, sessions?: number): Promise<void>
  /** By another connection. */
  outside<Row extends object>(text: string): Promise<Row[]>
}

export const entriesTable = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    key TEXT UNIQUE,
    amount BIGINT NOT NULL CHECK (amount >= 0))`

interface OpenOptions {
  connections?: number
  /** Those that a test is about; all others are beyond what a busy machine takes. */
  bounds?: Partial<PostgresBounds>
}

/** Closed when the test ends. */
export async function open(
  url: string,
  { connections = 4, bounds = {} }: OpenOptions = {},
): Promise<Database & AsyncDisposable> {
  const db = await openPostgres(url, { connections, statementMs: 20_000, bounds })
  return { ...db, [Symbol.asyncDispose]: () => db.close() }
}

/** A database of its own with one table. */
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
           AND application_name = 'latchkey' AND query LIKE '%${text}%'`,
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

/** Says "not now": the caller may ask again. */
export function isUnavailable(error: unknown): true {
  assert.ok(error instanceof Failure, `${error}`)
  assert.equal(error.code, 'database_unavailable')
  assert.ok((error.retryAfterSeconds ?? 0) > 0)
  assert.ok(error.cause instanceof Error)
  return true
}

/** Resolves for everybody once `count` have come: what they do next they do at the same moment. */
export function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived >= count) resolve()
    return promise
  }
}

/** Asks again for as long as it is told "not now". */
export const eventually = (what: string, work: () => Promise<unknown>): Promise<void> =>
  until(what, () =>
    work().then(
      () => true,
      (error) => !isUnavailable(error),
    ),
  )

/** Ends every session of a database but the one that asks. */
export const terminateAll =
  'SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'

export const find = (sql: Sql, key: string) =>
  sql.query<{ amount: number }>`SELECT amount FROM entries WHERE key = ${key}`
export const count = (sql: Sql) => sql.query<{ n: number }>`SELECT COUNT(*) AS n FROM entries`

/** One of each kind of work. */
export const works: [string, (db: Database) => Promise<unknown>][] = [
  ['a look-up', (db) => find(db, 'one')],
  ['a read', (db) => count(db)],
  ['a write', (db) => insert(db, 1)],
  ['a transaction', (db) => db.transaction((tx) => insert(tx, 1))],
]

export interface Refusal {
  tookMs: number
  /** The SQLSTATE behind it; undefined when it was not the server that refused. */
  state: string | undefined
  reason: string
}

/** Resolves when the work is told that the database is not there for it now. */
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

/** A bound was waited for. How much longer it took is the machine's matter; timers may be early by a little. */
export function assertWaited(boundMs: number, { tookMs }: Refusal): void {
  assert.ok(tookMs > boundMs * 0.95, `${Math.round(tookMs)} ms`)
}

/** Several hosts with the same user and database, as one URL. */
export function withHosts(first: string, ...others: string[]): string {
  const { host } = new URL(first)
  return first.replace(host, [host, ...others.map((url) => new URL(url).host)].join(','))
}
