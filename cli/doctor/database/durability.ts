import type { Sql } from '#runtime/database/database.ts'
import { hostsOf } from '#runtime/database/postgres/hosts.ts'
import { type Check, type Finding, fail, orElse, warn } from '../check.ts'
import { inDatabases } from '../in-databases.ts'

/** Checks whether acknowledged writes survive a power cut. */
export const durabilityCheck: Check = {
  name: 'durability',
  run: (deployment) =>
    inDatabases(deployment, async (db, service) =>
      db.engine === 'sqlite' ? onSqlite(db, service) : onPostgres(db, deployment.urls[service]),
    ).then((wrong) => orElse(wrong, 'each commit is on disk before the response')),
}

async function onSqlite(db: Sql, service: string): Promise<Finding[]> {
  // The service sets `synchronous` for its own connections and syncs each group of commits itself. The journal mode is in the file.
  const [row] = await db.query<{ journal_mode: string }>`SELECT journal_mode FROM pragma_journal_mode`
  if (row?.journal_mode === 'wal') return []
  return [
    warn(
      `the journal of the ${service} database is "${row?.journal_mode}", not "wal"`,
      'start Latchkey, which sets the mode',
    ),
  ]
}

async function onPostgres(db: Sql, url: string): Promise<Finding[]> {
  const rows = await db.query<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names', 'data_sync_retry')`
  const of = new Map(rows.map(({ name, setting }) => [name, setting]))
  const found: Finding[] = []
  const alter = (setting: string) => `ALTER SYSTEM SET ${setting}; SELECT pg_reload_conf();`
  for (const name of ['fsync', 'full_page_writes'])
    if (of.get(name) === 'off')
      found.push(
        fail(`${name} is off at the server: a crash can destroy the database`, alter(`${name} = on`)),
      )
  // Latchkey turns `synchronous_commit` on for its own sessions. It is off only if a pooler runs the statement in another
  // session.
  const commit = of.get('synchronous_commit') ?? ''
  if (commit === 'off' || commit === 'local')
    found.push(
      fail(
        `synchronous_commit is ${commit}: a crash loses acknowledged writes`,
        alter('synchronous_commit = on'),
      ),
    )
  if (of.get('data_sync_retry') === 'on')
    found.push(
      warn(
        'data_sync_retry is on: a failed sync of the disk may lose writes silently',
        'set data_sync_retry = off, and restart the server',
      ),
    )
  if (hostsOf(url).urls.length > 1 && of.get('synchronous_standby_names') === '')
    found.push(
      warn(
        'no standby is synchronous: a failover loses the last writes, including ended sessions',
        'name the standby in synchronous_standby_names of the server (docs/guide/databases.md)',
      ),
    )
  return found
}
