import type { Caller } from '#contract/declaration/endpoint.ts'
import { tellEventsEndpoint } from '#contract/events/events.ts'
import { rememberRows } from '#runtime/database/remembered-rows.ts'
import { startDelivery } from '#runtime/events/outbox.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { findUserAccess } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { authenticate, type Callers } from './authenticate.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

export interface SessionModule extends Module {
  authenticate(token: string): Caller | Promise<Caller>
}

/**
 * This module identifies callers through the authentication service, orders that service to end sessions, and
 * records its events.
 */
export function openSessions(
  users: Users,
  ask: Pick<Callers, 'checkToken' | 'validateApiKey'>,
): SessionModule {
  const { db } = users
  const callers: Callers = {
    ...ask,
    userAccess: rememberRows(db, { table: 'users', besides: [], max: 10_000 }, (id) =>
      findUserAccess(db, id),
    ),
  }
  return {
    routes: routesOnDemand([tellEventsEndpoint], async () => (await loadRoutes()).toldEventRoutes(users)),
    start: () => [startDelivery(users.outbox)],
    authenticate: (token) => authenticate(callers, { token }),
  }
}
