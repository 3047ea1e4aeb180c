export interface DatabaseOptions {
  /** The most transactions that run at once; PostgreSQL only, for SQLite has one writer. */
  connections: number
  /**
   * The longest that a statement may take on PostgreSQL, 2,000 if absent; the waits for a lock and for a connection are in
   * proportion. On SQLite a write waits so long for another process.
   */
  statementMs?: number
  /** A service owns the embedded file that it serves: a second one is refused. A command only looks in. */
  exclusive: boolean
  /** What was acknowledged may not be on the disk: the process must not go on. */
  onLostWrites(cause: unknown): void
}

export const usualStatementMs = 2_000
