import { truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../log/thrown.ts'
import { StartFault } from '../../start-fault.ts'
import { busyCode, primaryCode, resultCode } from './result-code.ts'

/** Thrown when another process holds the lock of an embedded database. */
export class InUseFault extends StartFault {
  override name = 'InUseFault'
}

/**
 * Locks an embedded database against a second service, and returns the function that unlocks it. The operating system holds
 * the lock, on a file beside the database, and releases it when the process ends, however that ends.
 * @throws {InUseFault} when another process holds it
 */
export function lockSqlite(path: string): () => void {
  try {
    return lockOnce(path)
  } catch (error) {
    if (!isDamaged(error)) throw error
    // The file is never synced, so a power cut can damage it. A damaged file is emptied, because no process can hold its lock.
    truncateSync(`${path}-lock`, 0)
    return lockOnce(path)
  }
}

/** True for SQLITE_CORRUPT and SQLITE_NOTADB. */
const isDamaged = (error: unknown): boolean =>
  error instanceof StartFault && [11, 26].includes(primaryCode(error.cause) ?? 0)

function lockOnce(path: string): () => void {
  const lock = open(`${path}-lock`)
  try {
    lock.exec(`
      BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL);
      INSERT OR REPLACE INTO holder (id, pid) VALUES (1, ${process.pid});
      COMMIT;
      BEGIN IMMEDIATE;`)
    return () => lock.close()
  } catch (cause) {
    const isBusy = resultCode(cause) === busyCode
    const holder = isBusy ? holderOf(lock) : ''
    lock.close()
    if (!isBusy) throw cannotOpen(path, cause)
    throw new InUseFault(
      [`The database ${path} is in use by another Latchkey${holder}. Nothing was changed.`],
      { cause },
    )
  }
}

function open(path: string): DatabaseSync {
  try {
    const lock = new DatabaseSync(path)
    // The lock file is not worth a sync. A process that reads it, to learn the number of the process that holds the lock,
    // must not delay that process.
    lock.exec('PRAGMA busy_timeout = 300; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;')
    return lock
  } catch (cause) {
    throw cannotOpen(path, cause)
  }
}

const cannotOpen = (path: string, cause: unknown): StartFault =>
  new StartFault([`Cannot open ${path}: ${messageOf(cause)}.`], { cause })

function holderOf(lock: DatabaseSync): string {
  try {
    return ` (process ${lock.prepare('SELECT pid FROM holder').get()?.pid})`
  } catch {
    // The holder of the lock may not have written its process number yet.
    return ''
  }
}
