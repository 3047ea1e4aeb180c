import type { Database } from './database.ts'

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
   * Reports that acknowledged writes may not be on the disk. It must end the process, because a further sync could succeed
   * without having written them.
   */
  onLostWrites(cause: unknown): void
  /** Makes the statements of requests part of their traces; absent where requests are not traced. */
  trace?: ((db: Database) => Database) | undefined
}

export const usualStatementMs = 2_000
