import { sessionEndpoints } from '#contract/sessions/sessions.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { expiredSessions } from '../core/session-store.ts'
import { endSessionsRoute } from './end-sessions-route.ts'
import { blankForgottenSessions, countForgottenSessions, forgetSessions } from './forgotten-sessions.ts'
import type { Sessions } from './sessions.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** Opens the feature that lists and ends sessions. */
export const openSessions = (sessions: Sessions): Module => ({
  routes: [
    endSessionsRoute(sessions),
    ...routesOnDemand(sessionEndpoints, async () => (await loadRoutes()).sessionRoutes(sessions)),
  ],
  rpcs: async () => [(await loadRpcs()).sessionRpcs],
  sweeps: [
    expiredSessions,
    { name: 'forgotten_sessions', remove: blankForgottenSessions, countWaiting: countForgottenSessions },
  ],
  forgetUser: forgetSessions,
})
