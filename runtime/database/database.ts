import type { Origin } from '../acting.ts'
import type { Metric } from '../metrics/metrics.ts'
import type { Servers } from './old-primaries.ts'
import type { SqlPart } from './sql.ts'

/** A database or a transaction. Functions that read or write rows accept either. */
export interface Sql {
  /** The engine, for the few places where SQLite and PostgreSQL differ, such as migrations. */
  readonly engine: 'sqlite' | 'postgres'
  /** Runs one statement, with its values bound and its fragments written in. It is prepared once for each place in the code. */
  query<Row>(text: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row[]>
  /** Runs a script of several statements without values, such as a migration. */
  execute(script: string): Promise<void>
  /**
   * Writes a log line: after the commit when called in a transaction, otherwise immediately. Absent in commands of the command
   * line, which have no log.
   */
  note?(line: LogLine): void
  /** The network address and the user agent of the admin for whom a transaction was begun; absent in all other work. */
  readonly origin?: Origin | undefined
}

export interface LogLine {
  level: 'info' | 'warn'
  fields: Record<string, unknown>
  message: string
}

export interface Database extends Sql {
  /**
   * Commits all of `work` or none of it. The commit is durable when the promise resolves. If one statement fails, the whole
   * transaction fails. `work` awaits only statements: a network call, a hash or a timer would hold up other writers. It may run
   * again from its start after a lost race, so it must change nothing but the database. With `survives: 'restart'` the commit
   * survives the end of the process but not a power cut, and does not wait for the disk.
   * @throws {Failure} `database_unavailable`
   */
  transaction<T>(work: (tx: Sql) => Promise<T>, options?: { survives: 'restart' }): Promise<T>
  /**
   * The number of look-ups by key, and the number of queries that were sent for them. Absent where each look-up is a query of
   * its own.
   */
  lookUps?(): { asked: number; queries: number }
  /** The metrics of the engine: commits, and transactions that wait for one. */
  metrics?: readonly Metric[]
  /** Reports changes of rows. Absent on PostgreSQL, where other nodes change rows without this process seeing it. */
  changes?: Changes
  /**
   * Returns whether the database accepts writes now; makes a test write when the last result is too old. Absent in commands of
   * the command line.
   */
  takesWrites?(): Promise<boolean>
  /** The skew of the clock of this machine. Absent on SQLite, which has no clock of its own. */
  clockSkew?: ClockSkew
  /** The servers of a PostgreSQL URL that names several. */
  servers?: Servers
  /** Closes the database once the work that is under way is done. */
  close(): Promise<void>
}

/** How far the clock of this machine is ahead of the clock of the database, in milliseconds; negative when it is behind. */
export interface ClockSkew {
  ms: number
  /**
   * True while the clock of another node agrees with that of the database, which means that the clock of this machine is wrong.
   */
  othersAgree?: boolean
  measure(): Promise<void>
}

export interface Changes {
  /**
   * Calls `changed` with the `id` of each row of a table that a commit has updated or deleted: when readers begin to see the
   * commit, and before it is acknowledged. It is called without an id when any row may have changed.
   */
  watch(table: string, changed: (id?: string) => void): void
  /** Checks whether another process has committed, and if so calls the watchers of all tables without an id. */
  noticeOthers(): void
}
