import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../log/thrown.ts'
import { StartFault } from '../../start-fault.ts'
import type { Sql } from '../database.ts'
import { statementRunner } from './statements.ts'

/**
 * Opens a database to look at it beside the service that writes it. It changes nothing, not even the journal mode, and every
 * statement that would write fails.
 * @throws {StartFault} for a file that cannot be opened
 */
export function openReadOnly(path: string): { sql: Sql; close(): void } {
  try {
    const connection = new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
    // SQLite opens any file: only the first read finds out whether it is a database.
    connection.prepare('SELECT name FROM sqlite_master LIMIT 1').get()
    const read = statementRunner(connection)
    return {
      sql: {
        engine: 'sqlite',
        query: async (text, ...parts) => read(text, parts),
        execute: async (script) => connection.exec(script),
      },
      close: () => connection.close(),
    }
  } catch (cause) {
    throw new StartFault([`Cannot open the database ${path}: ${messageOf(cause)}.`], { cause })
  }
}
