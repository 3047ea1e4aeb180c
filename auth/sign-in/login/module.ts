import { lockEndpoints } from '#contract/sign-in/locks.ts'
import { loginHourEndpoints } from '#contract/sign-in/login-hours.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { lazily } from '#runtime/lazily.ts'
import { createMemoryLimit } from '#runtime/limits/memory-limit.ts'
import { startLoop } from '#runtime/loop.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { expiring } from '#runtime/sweep.ts'
import type { Auth } from '../../core/auth.ts'
import { maxCallMs } from '../../core/user-directory.ts'
import { expiredNetworks, removeKnownNetworks } from '../known-network-store.ts'
import { expiredAttempts } from '../limits/login-attempt-store.ts'
import { forgetFailures, forgetFailuresFromKnownNetworks } from '../limits/login-limits.ts'
import { createLoginThrottle } from '../limits/login-throttle.ts'
import type { Login } from '../login.ts'
import { expiredLogins, removeLogins } from '../login-store.ts'
import type { Demand } from '../settings.ts'
import { sessionRate } from '../start-session.ts'
import type { LoginHours } from './login-hours.ts'
import { loginRoutes } from './routes.ts'

const loadLockRoutes = lazily(() => import('./lock-routes.ts'))
const loadLockRpcs = lazily(() => import('./lock-rpcs.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))
const loadHours = lazily(() => import('./login-hours.ts'))
const loadHourRoutes = lazily(() => import('./login-hour-routes.ts'))

const storeHoursMs = 10_000

/** The sweep of the counts of logins per hour. They are kept for eight days, a day longer than they can be listed. */
const expiredHours = expiring({
  table: sql`login_hours`,
  key: sql`hour, outcome`,
  column: sql`hour`,
  keptMs: 8 * 24 * 60 * 60_000,
})

/** Creates the context of all logins. `peerTimeoutMs` bounds how long the user service may take to reply. */
export const createLogin = (
  auth: Auth,
  { peerTimeoutMs, demand = 'nobody' }: { peerTimeoutMs?: number | undefined; demand?: Demand | undefined },
): Login => ({
  ...auth,
  throttle: createLoginThrottle({ ...auth, maxAttemptMs: maxCallMs(peerTimeoutMs) }),
  gate: { closedUntil: 0 },
  sessionLimit: createMemoryLimit(sessionRate, auth.clock),
  demand,
})

/** Opens login with a password, and the change of a password. */
export function openLogin(login: Login): Module {
  let hours: LoginHours | undefined
  const storeHours = async () => {
    const { createLoginHours } = await loadHours()
    // The writer is created after the load: two callers that load at the same time must share one writer, because each writer
    // knows only which counts it has stored itself, and two would store all counts twice.
    hours ??= createLoginHours(login)
    await hours.store()
  }
  return {
    routes: [
      ...loginRoutes(login),
      ...routesOnDemand(lockEndpoints, async () => (await loadLockRoutes()).lockRoutes(login)),
      ...routesOnDemand(loginHourEndpoints, async () => (await loadHourRoutes()).loginHourRoutes(login)),
    ],
    rpcs: async () => [(await loadRpcs()).loginRpcs, (await loadLockRpcs()).lockRpcs],
    sweeps: [expiredAttempts, expiredLogins, expiredNetworks, expiredHours],
    forgetUser: forgetLogins,
    start: () => [
      startLoop(
        'store how logins went',
        { idleMs: storeHoursMs, firstAfterMs: storeHoursMs, log: login.log },
        async () => {
          await storeHours()
          return false
        },
      ),
    ],
    stop: () => storeHours().catch((err: unknown) => login.log.warn({ err }, 'counts of logins are lost')),
  }
}

async function forgetLogins(tx: Sql, userId: string): Promise<void> {
  await removeLogins(tx, userId)
  for (const name of await removeKnownNetworks(tx, userId)) await forgetFailuresFromKnownNetworks(tx, name)
  await forgetFailures(tx, userId)
}
