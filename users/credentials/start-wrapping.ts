import type { Database, Sql } from '#runtime/database/database.ts'
import { appliedAt, applyOnRequest } from '#runtime/database/migrate.ts'
import { record } from '#runtime/events/record.ts'

/** The migration with which the wrapping begins. Versions that do not know it refuse to start from then on. */
const name = '0031-wrapped-passwords.contract.sql'

/** Returns since when the services wrap the fast hashes of earlier versions; undefined when no operator has asked for it. */
export const findWrappingSince = (db: Sql): Promise<number | undefined> => appliedAt(db, name)

/** Has the services wrap the fast hashes of earlier versions. Nothing takes this back. A second call changes nothing. */
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
