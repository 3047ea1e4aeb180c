import { packageVersion } from '../../package-version.ts'
import type { Sql } from '../database.ts'

/** The name of connections in builds from before the name had a version. */
const nameBefore = 'latchkey'

/** The name of the connections in `pg_stat_activity`. An operator sees there which versions run. */
export const applicationName = `${nameBefore} ${packageVersion()}`

/**
 * Counts the connections to this database of nodes from before names had a version. A name in the database URL replaces this one,
 * so that 0 is no proof.
 */
export async function countConnectionsBefore(db: Sql): Promise<number> {
  if (db.engine === 'sqlite') return 0
  const [row] = await db.query<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${nameBefore}`
  return row?.count ?? 0
}
