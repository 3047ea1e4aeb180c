import type { Database, Sql } from '#runtime/database/database.ts'
import { appliedAt, applyOnRequest } from '#runtime/database/migrate.ts'
import { record } from '#runtime/events/record.ts'

/**
 * The migration that turns on wrapping, which stores fast hashes inside argon2id. Versions that do not know this migration refuse
 * to start once it is applied.
 */
const name = '0031-wrapped-passwords.contract.sql'

/** Returns the time when an operator turned on the wrapping of fast hashes; undefined when it is off. */
export const findWrappingSince = (db: Sql): Promise<number | undefined> => appliedAt(db, name)

/**
 * Turns on wrapping: the services then store the fast hashes of earlier versions inside argon2id. This cannot be undone. A second
 * call changes nothing.
 */
export async function startWrapping(
  db: Database,
  { migrations, waiting, now }: { migrations: URL; waiting: number; now: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await applyOnRequest(tx, { folder: migrations, name, now }))) return
    const data = { waiting, by: null }
    await record(tx, { type: 'password_wrapping.started', subject: null, data, at: now })
  })
}
