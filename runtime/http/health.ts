import { contractVersion, type HealthResource, healthEndpoint, livenessEndpoint } from '#contract/health.ts'
import type { Sql } from '../database/database.ts'
import { answers } from '../database/open-database.ts'
import { Answer, type Route, route } from '../route.ts'

/** Returns the routes that report readiness, which needs the database, and liveness, which only needs the process. */
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
