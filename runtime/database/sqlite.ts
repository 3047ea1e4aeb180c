import { databaseClosed } from './closed.ts'
import type { Database } from './database.ts'
import { type DatabaseOptions, usualStatementMs } from './database-options.ts'
import type { SqlPart } from './sql.ts'
import { watchOtherCommits, watchRows } from './sqlite/changes.ts'
import { startCheckpoints } from './sqlite/checkpoints.ts'
import { connectSqlite, type SqliteConnections } from './sqlite/connections.ts'
import { diskSpaceMetric } from './sqlite/disk-space.ts'
import { explain } from './sqlite/errors.ts'
import { startGroupCommit } from './sqlite/group-commit.ts'
import { lockSqlite } from './sqlite/lock.ts'
import { statementRunner } from './sqlite/statements.ts'

export interface SqliteOptions extends Pick<DatabaseOptions, 'exclusive' | 'onLostWrites' | 'statementMs'> {
  /** Syncs the write-ahead log. Tests replace it, to observe the sync and to make it fail. */
  sync?: (fd: number) => Promise<void>
}

/**
 * Opens SQLite, the embedded engine: one connection writes, in group commits, and another one reads at the same time.
 * @throws {StartFault} for a file that cannot be opened, or that another process of Latchkey serves
 */
export function openSqlite(path: string, options: SqliteOptions): Database {
  const { exclusive, onLostWrites, statementMs: busyMs = usualStatementMs } = options
  const unlock = exclusive ? lockSqlite(path) : undefined
  let connections: SqliteConnections
  try {
    connections = connectSqlite(path, busyMs)
  } catch (error) {
    unlock?.()
    throw error
  }
  const { writer, reader } = connections
  const others = watchOtherCommits(writer)
  const rows = watchRows(writer, others)
  const checkpoints = startCheckpoints(path, onLostWrites)
  const commits = startGroupCommit(connections, {
    path,
    exclusive,
    busyMs,
    onLostWrites,
    sync: options.sync,
    others,
    rows,
    afterCommit: () => checkpoints.afterCommit(writer),
  })
  const { transaction, syncBeforeRead } = commits
  const read = statementRunner(reader)
  let isClosed = false

  return {
    engine: 'sqlite',
    async query<Row>(text: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row[]> {
      if (!isRead(text)) return transaction((tx) => tx.query<Row>(text, ...parts))
      try {
        const sync = syncBeforeRead()
        if (sync) await sync
        if (isClosed) throw databaseClosed()
        return read(text, parts)
      } catch (error) {
        throw explain(error)
      }
    },
    transaction,
    execute: (script) => transaction((tx) => tx.execute(script)),
    changes: rows,
    metrics: [...commits.metrics, diskSpaceMetric(path)],
    async close() {
      if (isClosed) return
      isClosed = true
      await commits.stop()
      await checkpoints.stop()
      commits.close()
      reader.close()
      writer.close()
      unlock?.()
    },
  }
}

/**
 * Checks whether a statement only reads, by its first word.
 * @throws {Error} for a statement that begins with a fragment: a read would then wait for the writes of others
 */
function isRead([begin = '']: TemplateStringsArray): boolean {
  const [word] = /\w+/.exec(begin) ?? []
  if (word === undefined)
    throw new Error('A statement begins with a word, by which reads are told from writes.')
  return word === 'SELECT'
}
