import { existsSync } from 'node:fs'
import type { Sql } from '#runtime/database/database.ts'
import { unfitEncoding, utf8Database } from '#runtime/database/migrate.ts'
import { databaseUrl, sqlitePath } from '#runtime/database/open-database.ts'
import { codeOf } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type Check, type Finding, fail, ok, orElse } from '../check.ts'
import type { Deployment, Service } from '../deployment.ts'

const oldestPostgres = 15
const { show } = databaseUrl('LATCHKEY_USERS_DATABASE', '')

/** Opens each database, and asks its server for its version. The other checks of databases report nothing if this one fails. */
export const databasesCheck: Check = {
  name: 'databases',
  run: async (deployment) => {
    const found = await Promise.all(deployment.services.map((service) => lookAt(deployment, service)))
    const wrong = found.filter(({ status }) => status !== 'ok')
    const [first] = found
    const isSame = found.every((one) => one.found === first?.found)
    return orElse(
      wrong,
      isSame
        ? `${deployment.services.join(' and ')}: ${first?.found}`
        : found.map((one, at) => `${deployment.services[at]}: ${one.found}`).join('; '),
    )
  },
}

async function lookAt(deployment: Deployment, service: Service): Promise<Finding> {
  const url = deployment.urls[service]
  const setting = `LATCHKEY_${service.toUpperCase()}_DATABASE`
  let db: Sql
  try {
    db = await deployment.database(service)
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    const path = sqlitePath(url)
    const fix = path === undefined ? ofServer(error, { setting, url }) : ofFile(error, { setting, path })
    return fail(error.faults.join(' ').replace(/\.$/, ''), fix)
  }
  if (db.engine === 'sqlite') return ok(`SQLite ${process.versions.sqlite}`)
  const unfit = await unfitEncoding(db)
  if (unfit)
    return fail(
      `the ${service} database has the encoding ${unfit.encoding}, which cannot hold every name`,
      utf8Database,
    )
  const [row] = await db.query<{ version: string }>`SELECT current_setting('server_version') AS version`
  const version = row?.version.split(' ', 1)[0] ?? ''
  if (Number.parseInt(version, 10) >= oldestPostgres) return ok(`PostgreSQL ${version}`)
  return fail(
    `the server of the ${service} database is PostgreSQL ${version}`,
    `move ${setting} to PostgreSQL ${oldestPostgres} or later`,
  )
}

/** Returns what to do about an embedded database that was not opened. */
function ofFile({ cause }: StartFault, { setting, path }: { setting: string; path: string }): string {
  if (!existsSync(path))
    return `the first start creates it; check LATCHKEY_DATA and ${setting} if there should be one already`
  if (isDamaged(cause)) return `move ${path} away, then restore a backup (docs/guide/recovering.md)`
  return 'run this as the user that the service runs as, and check that it may read and write the folder'
}

/** True for SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html). */
const isDamaged = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff)

/** Returns what to do about a server that did not let this user in (postgresql.org/docs/current/errcodes-appendix.html). */
function ofServer({ cause }: StartFault, { setting, url }: { setting: string; url: string }): string {
  const state = codeOf(cause) ?? ''
  if (state === '3D000') return `create the database that ${setting} names, then: latchkey migrate`
  if (/^28/.test(state))
    return `correct the user and the password in ${setting}, or pg_hba.conf of the server (${show(url)})`
  if (/^53/.test(state))
    return 'close connections that others hold, or raise max_connections and restart the server'
  if (state === '57P03') return 'wait until the server has started, or check its log'
  return `check that the server of ${setting} (${show(url)}) runs, and takes this user from this machine`
}
