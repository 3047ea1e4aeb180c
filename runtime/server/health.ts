import {
  contractVersion,
  type HealthResource,
  healthEndpoint,
  livenessEndpoint,
} from '#contract/system/health.ts'
import { readClock } from '../database/clock-skew.ts'
import type { Database } from '../database/database.ts'
import { healthOf } from '../database/open-database.ts'
import { packageRevision } from '../package-revision.ts'
import { Answer, type Route, route } from '../requests/route.ts'
import type { WatchedPeer } from './watch-peer.ts'

/** The database and the peer service that the readiness of a service is determined from. */
export interface Readiness {
  db: Database
  peer: WatchedPeer
}

/**
 * Returns the routes that report readiness and liveness. A service is ready if its database accepts writes and the clock of this
 * machine is not known to be wrong. The state of the other service is reported but does not affect readiness: otherwise an outage
 * of it would take every node out of the load balancer, although much works without it.
 */
export const healthRoutes = (readiness: Readiness): Route[] => [
  route(healthEndpoint, async () => {
    const { isReady, checks } = await checkReadiness(readiness)
    return isReady ? health('ok', checks) : new Answer(health('unavailable', checks), {}, 503)
  }),
  route(livenessEndpoint, () => health('ok', {})),
]

export async function checkReadiness({
  db,
  peer,
}: Readiness): Promise<{ isReady: boolean; checks: Record<string, string> }> {
  const database = await healthOf(db)
  const clock = readClock(db)
  const other = peer.state()
  return {
    isReady: database === 'ok' && !clock?.isOnlyHere,
    checks: {
      database,
      ...(clock ? { clock: clock.state } : {}),
      ...(other ? { [peer.name]: other } : {}),
    },
  }
}

function health(status: HealthResource['status'], checks: Record<string, string>): HealthResource {
  const revision = packageRevision()
  return { status, version: contractVersion, ...(revision === undefined ? {} : { revision }), checks }
}
