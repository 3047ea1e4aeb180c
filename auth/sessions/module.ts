import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { blankForgottenSessions, countForgottenSessions, forgetSessions } from './forgotten-sessions.ts'
import { sessionRoutes } from './routes.ts'
import { expiredSessions } from './session-store.ts'
import type { Sessions } from './sessions.ts'

const loadRpcs = lazily(() => import('./rpcs.ts'))

/** Opens the feature that lists and ends sessions. */
export const openSessions = (sessions: Sessions): Module => ({
  routes: sessionRoutes(sessions),
  rpcs: async () => [(await loadRpcs()).sessionRpcs],
  sweeps: [
    expiredSessions,
    { name: 'forgotten_sessions', remove: blankForgottenSessions, countWaiting: countForgottenSessions },
  ],
  forgetUser: forgetSessions,
})
