import type { Sql } from '#runtime/database/database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type Finding, skipped } from './check.ts'
import type { Deployment, Service } from './deployment.ts'

/**
 * Calls `look` for the database of each service. A database that cannot be opened gives no finding here: the check of databases
 * reports it, once for all checks. A database that cannot be queried, for example behind a pooler that loses prepared statements,
 * is skipped with the reason.
 */
export async function inDatabases(
  deployment: Deployment,
  look: (db: Sql, service: Service) => Promise<Finding[]>,
): Promise<Finding[]> {
  const found = await Promise.all(
    deployment.services.map(async (service) => {
      const db = await deployment.database(service).catch(toNoDatabase)
      return db && (await look(db, service).catch((error) => notAsked(error, service)))
    }),
  )
  const seen = found.filter((one) => one !== undefined)
  if (seen.length === 0) return [skipped('no database could be opened')]
  return seen.flat()
}

const serviceNames: Record<Service, string> = { users: 'user', auth: 'authentication' }

/** Calls `look` for the database of one service, where this deployment has it. */
export async function inDatabaseOf(
  deployment: Deployment,
  owner: Service,
  look: (db: Sql) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (!deployment.services.includes(owner)) return [skipped(`the ${serviceNames[owner]} service has them`)]
  return inDatabases(deployment, async (db, service) => (service === owner ? look(db) : []))
}

function toNoDatabase(error: unknown): undefined {
  if (!(error instanceof StartFault)) throw error
}

function notAsked(error: unknown, service: Service): Finding[] {
  if (!(error instanceof StartFault)) throw error
  return error.faults.map((fault) =>
    skipped(`the ${service} database cannot be queried: ${fault.replace(/\.$/, '')}`),
  )
}
