/**
 * # Sessions
 *
 * A *session* is one login on one device, and every token of that login belongs to it. A session that *ended* was ended by
 * somebody; one that *expired* was not used for long, or is old. The *session epoch* of a user is a number that rises when all
 * sessions of the user end. A *revocation* is an ended session whose access tokens have not expired yet.
 *
 * Ada lists where she is signed in, and ends the session of a lost phone: `routes.ts` → `list-sessions.ts` reads her sessions
 * (`session-list-store.ts`), and `end-one-session.ts` ends one, after `core/require-may-end.ts` has found that it is hers. The
 * row says that it has ended, so that each validation of its tokens fails from now on. An API that checks tokens by itself
 * follows the *feed*: `revocations/revocation-feed.ts` numbers ended sessions, keeps the latest in memory
 * (`recent-revocations.ts`), and `watch-revocations.ts` sends them on streams, by HTTP and gRPC.
 *
 * Ada changes her password. The user service raises her session epoch, and orders the end of all sessions below it:
 * `end-sessions-route.ts` → `enforce-session-epoch.ts`. If the order is late, the next answer of the user service tells the
 * epoch too (`core/learn-session-epoch.ts`). When Ada is deleted, the same order has every module forget her, and
 * `forgotten-sessions.ts` removes addresses and devices from her sessions.
 *
 * Where sessions begin is the room `sign-in`. `transfer.ts` describes sessions in an export.
 */
import { sessionEndpoints } from '#contract/sessions/sessions.ts'
import { streamsMetric } from '#runtime/events/follow-feed.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import type { Route } from '#runtime/requests/route.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Auth } from '../core/auth.ts'
import { expiredSessions } from '../core/session-store.ts'
import { endSessionsRoute } from './end-sessions-route.ts'
import { blankForgottenSessions, countForgottenSessions, forgetSessions } from './forgotten-sessions.ts'
import { createRevocationFeed } from './revocations/revocation-feed.ts'
import { revocationRoutes } from './revocations/routes.ts'
import type { Sessions } from './sessions.ts'

/** Ends one session of a user. */
export { endOneSession } from './end-one-session.ts'
/** Ends all sessions of a user, or all but that of the caller. */
export { endUserSessions } from './end-user-sessions.ts'
/** Lists the living sessions of a user, oldest first. */
export { listSessions } from './list-sessions.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))
const loadRevocationRpcs = lazily(() => import('./revocations/rpcs.ts'))

const streams = {
  name: 'latchkey_revocation_streams',
  help: 'Open streams of revocations, and ended sessions sent on streams.',
} as const

/** Returns the routes that list and end sessions, which commands call too. */
export const sessionRoutes = (sessions: Sessions): Route[] =>
  routesOnDemand(sessionEndpoints, async () => (await loadRoutes()).sessionRoutes(sessions))

/** Opens the module that lists and ends sessions, and streams ended ones to validators, which are other processes that check tokens. */
export function openSessions(sessions: Sessions & Auth): Module {
  const { db, clock, log, policy } = sessions
  const feed = createRevocationFeed({ db, clock, log, accessTokenMs: policy.accessTokenMs })
  return {
    routes: [endSessionsRoute(sessions), ...sessionRoutes(sessions), ...revocationRoutes({ feed, clock })],
    rpcs: async () => [(await loadRpcs()).sessionRpcs, (await loadRevocationRpcs()).revocationRpcs],
    metrics: [streamsMetric(streams, feed)],
    sweeps: [
      expiredSessions,
      { name: 'forgotten_sessions', remove: blankForgottenSessions, countWaiting: countForgottenSessions },
    ],
    forgetUser: forgetSessions,
    stop: feed.stop,
  }
}
