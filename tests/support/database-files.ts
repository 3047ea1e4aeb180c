import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Returns a digest of the content of each file of a folder, by its name. The mailbox folder, locks, and empty
 * write-ahead logs are left out, because they come and go.
 */
export const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !/-(lock|shm)$/.test(name))
      .filter((name) => statSync(join(folder, name)).isFile() && statSync(join(folder, name)).size > 0)
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )

/** Runs a statement on the database of a service that may be writing at the same time, and returns its rows. */
export const query = (path: string, sql: string) => {
  // Without a timeout, SQLite immediately refuses a statement that waits for the lock of another connection.
  using db = new DatabaseSync(path, { timeout: 60_000 })
  return db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
}

export const usernames = (path: string) =>
  query(path, 'SELECT username FROM users ORDER BY username').map(({ username }) => username)
