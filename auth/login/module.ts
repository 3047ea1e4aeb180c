import { lockEndpoints } from '#contract/login/locks.ts'
import type { Sql } from '#runtime/database/database.ts'
import { createMemoryLimit } from '#runtime/limits/memory-limit.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { routesOnDemand } from '#runtime/on-demand/routes-on-demand.ts'
import type { Auth } from '../core/auth.ts'
import type { Demand } from '../logins/next-step.ts'
import { maxCallMs } from '../users/user-directory.ts'
import { expiredNetworks, removeKnownNetworks } from './known-network-store.ts'
import type { Login } from './login.ts'
import { expiredAttempts } from './login-attempt-store.ts'
import { forgetFailures, forgetFailuresFromKnownNetworks } from './login-limits.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { loginRoutes } from './routes.ts'
import { sessionRate } from './start-session.ts'

const loadLockRoutes = lazily(() => import('./lock-routes.ts'))
const loadLockRpcs = lazily(() => import('./lock-rpcs.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

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
export const openLogin = (login: Login): Module => ({
  routes: [
    ...loginRoutes(login),
    ...routesOnDemand(lockEndpoints, async () => (await loadLockRoutes()).lockRoutes(login)),
  ],
  rpcs: async () => [(await loadRpcs()).loginRpcs, (await loadLockRpcs()).lockRpcs],
  sweeps: [expiredAttempts, expiredNetworks],
  forgetUser: forgetLogins,
})

async function forgetLogins(tx: Sql, userId: string): Promise<void> {
  for (const name of await removeKnownNetworks(tx, userId)) await forgetFailuresFromKnownNetworks(tx, name)
  await forgetFailures(tx, userId)
}
