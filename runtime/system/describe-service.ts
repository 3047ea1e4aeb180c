import type { ServiceStateResource } from '#contract/system/system.ts'
import { type Clock, toRfc3339 } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { listBacklog } from '../events/list-backlog.ts'
import type { SystemFacts } from './system-facts.ts'

/** Describes the state of a service: its versions, its database, and the deliveries that wait in it. */
export async function describeService(
  context: { db: Database; clock: Clock },
  facts: SystemFacts,
): Promise<ServiceStateResource> {
  const { db } = context
  const [version, backlog] = await Promise.all([findVersion(db), listBacklog(context)])
  return {
    version: facts.version,
    node: process.versions.node,
    started_at: toRfc3339(facts.startedAt),
    workers: facts.workers,
    database: { engine: db.engine, version },
    backlog,
    mail_server: facts.hasMailServer,
    last_backup_at: timeOf(facts.lastBackup()),
    certificate_expires_at: timeOf(facts.certificateExpires()),
  }
}

async function findVersion(db: Database): Promise<string> {
  const [row] =
    db.engine === 'sqlite'
      ? await db.query<{ version: string }>`SELECT sqlite_version() AS version`
      : await db.query<{ version: string }>`SELECT current_setting('server_version') AS version`
  return row?.version ?? ''
}

const timeOf = (at: number | undefined): string | null => (at === undefined ? null : toRfc3339(at))
