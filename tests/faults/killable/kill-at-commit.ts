import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

/** The commit at which a process kills itself: the commit of a transaction that runs a certain statement. */
export interface KillPoint {
  /** A part of the text of the statement. */
  sql: string
  when: 'before' | 'after'
  /** The number of matching statements that run without a kill first. */
  skipped: number
}

let armed: KillPoint | undefined
/** The connections whose open transaction has run the matching statement. */
const marked = new WeakSet<object>()

/** Makes this process kill itself (SIGKILL) at a commit. When `point` is undefined, an earlier order is cancelled. */
export function killAt(point: KillPoint | undefined): void {
  armed = point
}

/** Observes the statements and commits of both database engines. It must be called once, before a database is opened. */
export function watchCommits(): void {
  watchSqlite()
  watchPostgres()
}

function sawStatement(connection: object, text: string): void {
  if (!armed || !text.includes(armed.sql)) return
  if (armed.skipped > 0) armed = { ...armed, skipped: armed.skipped - 1 }
  else marked.add(connection)
}

/**
 * Returns whether a statement is the commit at which this process must kill itself. `isAlone` is true for a statement
 * outside of a transaction, which is a commit of its own.
 */
const isAtCommit = (connection: object, text: string, isAlone = false): boolean =>
  armed !== undefined && (text === 'COMMIT' || isAlone) && marked.has(connection)
const die = () => process.kill(process.pid, 'SIGKILL')

function watchSqlite(): void {
  const connections = new WeakMap<StatementSync, DatabaseSync>()
  const { prepare } = DatabaseSync.prototype
  const { all, run } = StatementSync.prototype
  Object.assign(DatabaseSync.prototype, {
    prepare(this: DatabaseSync, ...args: Parameters<typeof prepare>) {
      const statement = Reflect.apply(prepare, this, args)
      connections.set(statement, this)
      return statement
    },
  })
  Object.assign(StatementSync.prototype, {
    all(this: StatementSync, ...values: unknown[]) {
      sawStatement(connections.get(this) ?? this, this.sourceSQL)
      return Reflect.apply(all, this, values)
    },
    run(this: StatementSync, ...values: unknown[]) {
      const isLast = isAtCommit(connections.get(this) ?? this, this.sourceSQL)
      if (isLast && armed?.when === 'before') die()
      const result = Reflect.apply(run, this, values)
      if (isLast) die()
      return result
    },
  })
}

function watchPostgres(): void {
  const { query } = pg.Client.prototype
  const inTransaction = new WeakSet<object>()
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: [string | pg.QueryConfig, ...unknown[]]) {
      const [first] = args
      const text = typeof first === 'string' ? first : first.text
      sawStatement(this, text)
      if (text.startsWith('BEGIN')) inTransaction.add(this)
      const isAlone = !inTransaction.has(this)
      if (text === 'COMMIT' || text === 'ROLLBACK') inTransaction.delete(this)
      if (!isAtCommit(this, text, isAlone)) return Reflect.apply(query, this, args)
      if (armed?.when === 'before') die()
      return (Reflect.apply(query, this, args) as Promise<unknown>).then(die)
    },
  })
}
