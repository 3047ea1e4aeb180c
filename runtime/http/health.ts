import { contractVersion, type HealthResource, healthEndpoint, livenessEndpoint } from '#contract/health.ts'
import type { Sql } from '../database/database.ts'
import { Answer, type Route, route } from '../route.ts'

/** Ready means that the database answers; alive means no more than that the process does. */
export const healthRoutes = (db: Sql): Route[] => [
  route(healthEndpoint, async () => {
    const isOk = await answers(db)
    const checks = { database: isOk ? 'ok' : 'unavailable' }
    return isOk ? health('ok', checks) : new Answer(health('unavailable', checks), {}, 503)
  }),
  route(livenessEndpoint, () => health('ok', {})),
]

const health = (status: HealthResource['status'], checks: Record<string, string>): HealthResource => ({
  status,
  version: contractVersion,
  checks,
})

/** Whether the database does. */
export async function answers(db: Sql): Promise<boolean> {
  try {
    await db.query`SELECT name FROM migrations LIMIT 1`
    return true
  } catch {
    // What exactly is wrong is for the log of the request that needed it, not for a stranger who asks for health.
    return false
  }
}
