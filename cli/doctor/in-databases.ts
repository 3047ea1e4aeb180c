import type { Sql } from '#runtime/database/database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Finding } from './check.ts'
import type { Deployment, Service } from './deployment.ts'

/**
 * Calls `look` for the database of each service. A database that cannot be opened gives no finding here: the check of databases
 * reports it, once for all checks.
 */
export async function inDatabases(
  deployment: Deployment,
  look: (db: Sql, service: Service) => Promise<Finding[]>,
): Promise<Finding[]> {
  const found = await Promise.all(
    deployment.services.map(async (service) => {
      try {
        return await look(await deployment.database(service), service)
      } catch (error) {
        if (error instanceof StartFault) return undefined
        throw error
      }
    }),
  )
  const seen = found.filter((one) => one !== undefined)
  if (seen.length === 0) return [{ status: 'skipped', found: 'no database could be opened' }]
  return seen.flat()
}
