import { contractVersion, type HealthResource, healthEndpoint, livenessEndpoint } from '#contract/health.ts'
import type { Database } from '../database/database.ts'
import { healthOf } from '../database/open-database.ts'
import { Answer, type Route, route } from '../route.ts'

/** Returns the routes that report readiness, which needs a database that takes writes, and liveness, which only needs the process. */
export const healthRoutes = (db: Database): Route[] => [
  route(healthEndpoint, async () => {
    const checks = { database: await healthOf(db) }
    return checks.database === 'ok'
      ? health('ok', checks)
      : new Answer(health('unavailable', checks), {}, 503)
  }),
  route(livenessEndpoint, () => health('ok', {})),
]

const health = (status: HealthResource['status'], checks: Record<string, string>): HealthResource => ({
  status,
  version: contractVersion,
  checks,
})
