import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../log/thrown.ts'
import { StartFault } from '../../start-fault.ts'
import { usualStatementMs } from '../database-options.ts'

/** The two connections of a process: SQLite allows one writer at a time, and a reader beside it. */
export interface SqliteConnections {
  writer: DatabaseSync
  reader: DatabaseSync
}

/**
 * Opens both connections of a process to a database file.
 * @throws {StartFault} for a file that cannot be opened, or cannot be written
 */
export function connectSqlite(path: string, busyMs: number): SqliteConnections {
  const writer = connect(path, busyMs)
  const reader = connect(path, busyMs)
  // SQLite's own wait for a lock blocks the event loop. That is acceptable only while the connections are
  // opened, before requests are served. Later the writer waits with a timer instead.
  writer.exec('PRAGMA busy_timeout = 0')
  reader.exec(`PRAGMA busy_timeout = ${usualStatementMs}`)
  return { writer, reader }
}

/**
 * Opens one connection. `synchronous=NORMAL` leaves the sync of a commit to the group commit, and keeps the syncs that a
 * checkpoint and a new log need. `secure_delete` overwrites what is deleted with zeros, because the space of a deleted row keeps its
 * bytes until another row needs it. The empty transaction takes the write lock, because SQLite opens a read-only file without
 * an error.
 */
function connect(path: string, busyMs: number): DatabaseSync {
  try {
    const connection = new DatabaseSync(path)
    connection.exec(`
      PRAGMA busy_timeout = ${busyMs};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA secure_delete = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      BEGIN IMMEDIATE; ROLLBACK;`)
    return connection
  } catch (cause) {
    throw new StartFault([`Cannot open the database ${path}: ${messageOf(cause)}.`], { cause })
  }
}

/** Rolls back an open transaction. A rollback that fails is ignored: the error that led to it is the one to report. */
export function rollBack(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) connection.exec('ROLLBACK')
  } catch {}
}
