import { closeSync, fdatasync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Failure } from '#contract/failures.ts'
import { StartFault } from '../start-fault.ts'
import type { Database, Sql, SqlValue } from './database.ts'
import { type DatabaseOptions, usualStatementMs } from './database-options.ts'
import { type Checkpoints, startCheckpoints } from './sqlite-checkpoints.ts'
import { lockSqlite } from './sqlite-lock.ts'

export interface SqliteOptions extends Pick<DatabaseOptions, 'exclusive' | 'onLostWrites' | 'statementMs'> {
  /** For tests, which see and break what goes to the disk. */
  sync?: (fd: number) => Promise<void>
}

interface Job {
  work(tx: Sql): Promise<unknown>
  isForTheDisk: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

const maxJobsInACommit = 64
const maxWaiting = 10_000
/** To look whether another process has committed takes two locks of the file: too much for each of many reads. */
const looksEveryMs = 1

/**
 * The embedded engine. Transactions that wait at the same moment share one commit, each with a savepoint of its own.
 * A commit is acknowledged once the write-ahead log has been synced to the disk. The sync runs beside the event loop;
 * meanwhile readers see the state before the commit, so nobody is shown what a power cut could still take back.
 */
export function openSqlite(path: string, options: SqliteOptions): Database {
  const { statementMs: busyMs = usualStatementMs } = options
  const unlock = options.exclusive ? lockSqlite(path) : undefined
  let writer: DatabaseSync
  let reader: DatabaseSync
  try {
    writer = connect(path, busyMs)
    reader = connect(path, busyMs)
  } catch (error) {
    unlock?.()
    throw error
  }
  writer.exec('PRAGMA busy_timeout = 0')
  // SQLite's own wait stops the event loop: what may be long is the opening, before anybody is served.
  reader.exec(`PRAGMA busy_timeout = ${usualStatementMs}`)
  /** Of rows, since it was opened. A script may change the schema, which counts for nothing here. */
  const changes = writer.prepare('SELECT total_changes() AS n')
  /** Changes when another connection commits, and not when this one does (sqlite.org/pragma.html#pragma_data_version). */
  const version = writer.prepare('PRAGMA data_version')
  const others = watchOthers(() => version.get()?.data_version)
  // Prepared once: to compile them anew for every commit cost as much as a small commit itself.
  const begin = writer.prepare('BEGIN IMMEDIATE')
  const commit = writer.prepare('COMMIT')
  const setSavepoint = writer.prepare('SAVEPOINT job')
  const releaseSavepoint = writer.prepare('RELEASE job')
  const snapshot = {
    begin: reader.prepare('BEGIN'),
    /** A read transaction sees the state of its first read until it ends. */
    pin: reader.prepare('SELECT 1 FROM sqlite_schema LIMIT 1'),
    end: reader.prepare('COMMIT'),
  }
  const write = statementRunner(writer)
  const read = statementRunner(reader)
  const walFd = openSync(`${path}-wal`, 'r')
  const sync = options.sync ?? promisify(fdatasync)
  const checkpoints: Checkpoints = startCheckpoints(path, options.onLostWrites)
  const watched = watchRows(writer, others)
  const waiting: Job[] = []
  let committing = false
  let closed = false
  let lost: unknown
  let hasExecuted = false
  let syncing: Promise<void> | undefined
  let versionOfOthers: unknown
  let idle = Promise.resolve()

  function transaction<T>(
    work: (tx: Sql) => Promise<T>,
    { survives }: { survives?: 'restart' } = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (closed) throw new Error('The database is closed.')
      if (lost !== undefined) throw unavailable(lost)
      if (waiting.length >= maxWaiting) throw new Failure('database_unavailable', { retryAfterSeconds: 1 })
      waiting.push({
        work,
        isForTheDisk: survives !== 'restart',
        resolve: (result) => resolve(result as T),
        reject,
      })
      if (committing) return
      committing = true
      // After the I/O events of this turn: requests that arrived together share the commit.
      idle = new Promise((done) => setImmediate(() => void commitAll().then(done)))
    })
  }

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      await commitTogether(waiting.splice(0, maxJobsInACommit))
      await checkpoints.afterCommit(writer)
      // Between two commits everybody else gets a turn.
      await nextTurn()
    }
    committing = false
  }

  async function commitTogether(jobs: Job[]): Promise<void> {
    const acknowledgements: (() => void)[] = []
    let mustSync = true
    try {
      await beginBesideOthers(begin, busyMs)
      const before = changes.get()?.n
      for (const job of jobs) acknowledgements.push(await runJob(job))
      versionOfOthers = others.lookNow()
      // A later sync takes what is only in the log along; without one it is gone after a power cut, and nothing else.
      mustSync = hasExecuted || (jobs.some(({ isForTheDisk }) => isForTheDisk) && changes.get()?.n !== before)
      hasExecuted = false
      // From here to the end of the sync, readers keep the state before this commit.
      snapshot.begin.run()
      snapshot.pin.get()
      commit.run()
    } catch (error) {
      rollBack(writer)
      rollBack(reader)
      // Whether a commit stands that failed is for the next read to say.
      watched.tell()
      if (failedSyncs.has((error as { errcode?: number }).errcode ?? 0)) lose(error)
      for (const job of jobs) job.reject(explain(error))
      return
    }
    try {
      // A background that finds nothing to do would keep the disk awake.
      syncing = mustSync ? makeDurable() : undefined
      await syncing
    } catch (cause) {
      // The pages may be marked as written although they are not: another sync would succeed and mean nothing.
      lose(cause)
      for (const job of jobs) job.reject(unavailable(cause))
      return
    } finally {
      syncing = undefined
      snapshot.end.run()
      watched.tell()
    }
    for (const acknowledge of acknowledgements) acknowledge()
  }

  async function makeDurable(): Promise<void> {
    await sync(walFd)
    // The service whose file this is has looked by then: what it remembers is no older than what we say is done.
    if (!options.exclusive) await sleep(2 * looksEveryMs)
  }

  function lose(cause: unknown): void {
    lost = cause
    options.onLostWrites(cause)
  }

  async function runJob(job: Job): Promise<() => void> {
    let failed: unknown
    const tx: Sql = {
      engine: 'sqlite',
      query: async (text, ...values) => {
        try {
          return write(text, values)
        } catch (error) {
          failed ??= error
          throw error
        }
      },
      async execute(script) {
        hasExecuted = true
        writer.exec(script)
      },
    }
    setSavepoint.run()
    try {
      const result = await job.work(tx)
      if (failed !== undefined) throw failed
      releaseSavepoint.run()
      return () => job.resolve(result)
    } catch (error) {
      // A full disk or a failed write rolls back the whole transaction by itself: then nobody's work stands.
      if (!writer.isTransaction) throw error
      writer.exec('ROLLBACK TO job; RELEASE job')
      // Told after the commit too: what it found in the way may be a neighbour's row.
      return () => job.reject(explain(error))
    }
  }

  return {
    engine: 'sqlite',
    async query<Row>(text: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
      if (!isRead(text)) return transaction((tx) => tx.query<Row>(text, ...values))
      try {
        // Another process has committed, and may have answered, since the state that readers see here.
        if (syncing && others.look() !== versionOfOthers) await syncing.catch(() => {})
        return read(text, values)
      } catch (error) {
        throw explain(error)
      }
    },
    transaction,
    execute: (script) => transaction((tx) => tx.execute(script)),
    changes: watched,
    async close() {
      if (closed) return
      closed = true
      await idle
      await checkpoints.stop()
      closeSync(walFd)
      reader.close()
      writer.close()
      unlock?.()
    },
  }
}

const isRead = (text: TemplateStringsArray): boolean => /^\s*SELECT\b/.test(text[0] ?? '')

/**
 * `synchronous=NORMAL` leaves the sync of a commit to us, and keeps those that a checkpoint and a new log need. Tries a
 * write lock too: SQLite opens what it may only read without a word.
 */
function connect(path: string, busyMs: number): DatabaseSync {
  try {
    const connection = new DatabaseSync(path)
    connection.exec(`
      PRAGMA busy_timeout = ${busyMs};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      BEGIN IMMEDIATE; ROLLBACK;`)
    return connection
  } catch (cause) {
    throw new StartFault([`Cannot open the database ${path}: ${(cause as Error).message}.`], { cause })
  }
}

/** A command of another process may be writing: waited for beside the event loop, which SQLite's own wait would stop. */
async function beginBesideOthers(begin: StatementSync, busyMs: number): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    try {
      begin.run()
      return
    } catch (error) {
      if (primaryCode(error) !== busy || performance.now() - startedAt > busyMs) throw error
      await sleep(5)
    }
  }
}

/** A version of the file that changes with the commits of other processes, as it was a millisecond ago at most. */
function watchOthers(dataVersion: () => unknown) {
  let seen: unknown
  let lookedAt = 0
  function lookNow(): unknown {
    const now = performance.now()
    seen = dataVersion()
    // Not before: a look that failed has seen nothing.
    lookedAt = now
    return seen
  }
  return { lookNow, look: () => (performance.now() - lookedAt < looksEveryMs ? seen : lookNow()) }
}

/**
 * Which rows a commit changes, told by triggers that this connection alone has: no statement can be forgotten. What other
 * processes change shows only as a new version of the whole file.
 */
function watchRows(writer: DatabaseSync, others: ReturnType<typeof watchOthers>) {
  const watchers = new Map<string, (id?: string) => void>()
  let known = others.lookNow()
  const rows: [table: string, id: string][] = []
  writer.function('row_changed', (table, id) => {
    rows.push([String(table), String(id)])
    return null
  })

  return {
    watch(table: string, changed: (id?: string) => void): void {
      // It serves from here on: what a savepoint may have to restore stays in memory. In a flood of logins, which are counted together, it
      // was thousands of pages a second in temporary files. Not before: a migration sorts in one for a large index. Setting it
      // drops temporary triggers.
      if (watchers.size === 0) writer.exec('PRAGMA temp_store = MEMORY')
      watchers.set(table, changed)
      for (const change of ['UPDATE', 'DELETE'])
        writer.exec(`CREATE TEMP TRIGGER ${table}_${change} AFTER ${change} ON main.${table}
          BEGIN SELECT row_changed('${table}', OLD.id); END`)
    },
    noticeOthers() {
      let version: unknown
      try {
        version = others.look()
      } catch {
        // Whatever has changed cannot be seen. The query that comes next tells what is wrong.
      }
      if (version !== undefined && version === known) return
      known = version
      for (const changedByOthers of watchers.values()) changedByOthers()
    },
    tell() {
      for (const [table, id] of rows.splice(0)) watchers.get(table)?.(id)
    },
  }
}

/** What cannot be rolled back is not there either: the failure that led here is the one to tell. */
function rollBack(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) connection.exec('ROLLBACK')
  } catch {}
}

/** Prepares each statement once: the template's array of strings is the same object at every call from one place. */
function statementRunner(connection: DatabaseSync) {
  const prepared = new Map<TemplateStringsArray, { statement: StatementSync; names: string[] }>()
  return <Row>(text: TemplateStringsArray, values: SqlValue[]): Row[] => {
    let one = prepared.get(text)
    if (!one) {
      const statement = connection.prepare(text.join('?'))
      // Objects are made here: with those that Node makes of rows a read costs twice as much.
      statement.setReturnArrays(true)
      one = { statement, names: statement.columns().map(({ name }) => name) }
      prepared.set(text, one)
    }
    const { statement, names } = one
    return (statement.all(...values) as unknown[] as unknown[][]).map((row) => rowOf(names, row) as Row)
  }
}

function rowOf(names: readonly string[], values: readonly unknown[]): unknown {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at]
  return row
}

const busy = 5
/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC: SQLite's own sync, of the header of a log that begins anew. */
const failedSyncs = new Set([1034, 1290])
/** Primary result codes (sqlite.org/rescode.html) that say "not now", not "wrong": busy, read-only, I/O, full, cannot open. */
const notNow = new Set([busy, 6, 8, 10, 13, 14])

function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

const explain = (error: unknown): unknown =>
  notNow.has(primaryCode(error) ?? -1) ? unavailable(error) : error

const unavailable = (cause: unknown): Failure =>
  new Failure('database_unavailable', { cause, retryAfterSeconds: 1 })
