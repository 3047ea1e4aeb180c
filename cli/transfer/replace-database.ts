import { existsSync, linkSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { busyCode, primaryCode } from '#runtime/database/sqlite/result-code.ts'
import { syncPath } from '#runtime/database/sync-path.ts'
import { StartFault } from '#runtime/start-fault.ts'

/**
 * The suffixes of SQLite's log files. They are moved away with the old database, because SQLite would write its logs into the new
 * one.
 */
const besides = ['-wal', '-shm', '-journal']

/**
 * Returns the existing files of the database at this path: the database and its logs, or only some of them.
 */
export const databaseFiles = (path: string): string[] =>
  [path, ...besides.map((suffix) => `${path}${suffix}`)].filter((file) => existsSync(file))

/**
 * Writes the write-ahead log into the file, so that the file alone is the database and one rename can replace
 * it. Returns false if the database is too damaged; then it stays as it is.
 * @throws {StartFault} when another program has the database open
 */
export function foldLog(path: string): boolean {
  try {
    using look = new DatabaseSync(path, { readOnly: true })
    look.prepare('SELECT COUNT(*) FROM sqlite_schema').get()
    look.close()
    using db = new DatabaseSync(path)
    db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
    return true
  } catch (cause) {
    if (primaryCode(cause) !== busyCode) return false
    throw new StartFault([`The database ${path} is in use by another program. Nothing was changed.`], {
      cause,
    })
  }
}

/**
 * Replaces the database at `path` with the one at `staged`. At every moment either the old or the new database is at `path`; the
 * old database is kept at `aside`.
 */
export function replaceDatabase(staged: string, path: string, aside: string): void {
  if (existsSync(path)) linkSync(path, aside)
  for (const suffix of besides)
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
  syncPath(dirname(path))
  renameSync(staged, path)
  syncPath(dirname(path))
}
