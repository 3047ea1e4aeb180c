import type { Traces } from '../traces/traces.ts'

export interface DatabaseOptions {
  /** The maximum number of transactions that run at the same time on PostgreSQL. SQLite has one writer. */
  connections: number
  /**
   * The longest time that a statement may take on PostgreSQL, in milliseconds; 2,000 if absent. The waits for a lock and for a
   * connection are in proportion. On SQLite it is how long a write waits for the lock of another process.
   */
  statementMs?: number
  /**
   * True for a service, which locks its SQLite file so that a second service is refused. False for a command.
   */
  exclusive: boolean
  /**
   * Called when acknowledged writes may not be on the disk. The process must end: a further sync may succeed
   * without having written them.
   */
  onLostWrites(cause: unknown): void
  /** Present where requests are traced: the statements of a request are then part of its trace. */
  traces?: Traces | undefined
}

export const usualStatementMs = 2_000
