import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '#contract/failures.ts'
import type { Database, Sql, SqlValue } from './database.ts'
import { setting } from './settings.ts'
import { StartFault } from './start-fault.ts'

interface Job {
  work(tx: Sql): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

const maxJobsInACommit = 64

/**
 * The embedded engine. One connection writes and one reads, so that a reader never sees what is not
 * committed. `synchronous=FULL` makes every commit an fsync of the WAL: what was acknowledged survives a power
 * cut. Transactions that wait at the same moment share one commit, each with a savepoint of its own.
 */
export function openSqlite(path: string): Database {
  const writer = connect(path)
  const reader = connect(path)
  const write = statementRunner(writer)
  const read = statementRunner(reader)
  const tx: Sql = {
    query: async (text, ...values) => write(text, values),
    execute: async (script) => writer.exec(script),
  }
  const waiting: Job[] = []
  let committing = false
  let closed = false
  let idle = Promise.resolve()

  function transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (closed) throw new Error('The database is closed.')
      waiting.push({ work, resolve: (result) => resolve(result as T), reject })
      if (committing) return
      committing = true
      // After the I/O events of this turn: requests that arrived together share the commit.
      idle = new Promise((done) => setImmediate(() => void commitAll().then(done)))
    })
  }

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      await commitTogether(waiting.splice(0, maxJobsInACommit))
      // Between two commits everybody else gets a turn.
      await nextTurn()
    }
    committing = false
  }

  async function commitTogether(jobs: Job[]): Promise<void> {
    const acknowledgements: (() => void)[] = []
    try {
      writer.exec('BEGIN IMMEDIATE')
      for (const job of jobs) {
        writer.exec('SAVEPOINT job')
        try {
          const result = await job.work(tx)
          writer.exec('RELEASE job')
          acknowledgements.push(() => job.resolve(result))
        } catch (error) {
          // A full disk or a failed write rolls back the whole transaction by itself: then nobody's work stands.
          if (!writer.isTransaction) throw error
          writer.exec('ROLLBACK TO job; RELEASE job')
          // Told after the commit too: what it found in the way may be a neighbour's row.
          acknowledgements.push(() => job.reject(explain(error)))
        }
      }
      writer.exec('COMMIT')
    } catch (error) {
      rollBack()
      for (const job of jobs) job.reject(explain(error))
      return
    }
    for (const acknowledge of acknowledgements) acknowledge()
  }

  /** What cannot be rolled back is not there either: the failure that led here is the one to tell. */
  function rollBack(): void {
    try {
      if (writer.isTransaction) writer.exec('ROLLBACK')
    } catch {}
  }

  return {
    async query<Row>(text: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
      if (!isRead(text)) return transaction((tx) => tx.query<Row>(text, ...values))
      try {
        return read(text, values)
      } catch (error) {
        throw explain(error)
      }
    },
    transaction,
    execute: (script) => transaction((tx) => tx.execute(script)),
    async close() {
      closed = true
      await idle
      reader.close()
      writer.close()
    },
  }
}

/** A setting that names a database file: `sqlite:PATH`. */
export const sqliteDatabase = (name: `LATCHKEY_${string}`, meaning: string) =>
  setting(name, meaning, undefined, (url) => {
    const path = /^sqlite:(.+)$/.exec(url)?.[1]
    if (path === undefined) throw new Error('is not sqlite:PATH')
    return path
  })

const isRead = (text: TemplateStringsArray): boolean => /^\s*SELECT\b/.test(text[0] ?? '')

/** Tries a write lock too: SQLite opens what it may only read without a word. */
function connect(path: string): DatabaseSync {
  try {
    const connection = new DatabaseSync(path)
    connection.exec(`
      PRAGMA busy_timeout = 2000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      BEGIN IMMEDIATE; ROLLBACK;`)
    return connection
  } catch (cause) {
    throw new StartFault([`Cannot open the database ${path}: ${(cause as Error).message}.`], { cause })
  }
}

/** Prepares each statement once: the template's array of strings is the same object at every call from one place. */
function statementRunner(connection: DatabaseSync) {
  const prepared = new Map<TemplateStringsArray, StatementSync>()
  return <Row>(text: TemplateStringsArray, values: SqlValue[]): Row[] => {
    let statement = prepared.get(text)
    if (!statement) {
      statement = connection.prepare(text.join('?'))
      prepared.set(text, statement)
    }
    return statement.all(...values) as Row[]
  }
}

/** Primary result codes (sqlite.org/rescode.html) that say "not now", not "wrong": busy, read-only, I/O, full, cannot open. */
const unavailable = new Set([5, 6, 8, 10, 13, 14])

function explain(error: unknown): unknown {
  const code = (error as { errcode?: unknown }).errcode
  if (typeof code !== 'number' || !unavailable.has(code & 0xff)) return error
  return new Failure('database_unavailable', { cause: error, retryAfterSeconds: 1 })
}
