/**
 * # Operations
 *
 * This room identifies callers, exchanges orders and events with the authentication service, and reports the state of the
 * service. A *caller* is a user with a session, or an API key. An *order* tells the authentication service to end the sessions
 * of a user. A *told event* is one that the authentication service recorded, such as `session.created`.
 *
 * Ada's request has a token. `authenticate.ts` asks the authentication service whether its session lives, reads her role and
 * status from memory, or from the database if a commit has changed her row, and makes a caller with her scopes; the text of an
 * API key goes to the room `api-keys` instead. If the request suspends a user, `core/session-directory.ts` queues an order in
 * that transaction, and `core/deliver-orders.ts` sends it before the response; `startDelivery` below repeats it until the
 * authentication service has it. That service sends its events: `on-auth-events.ts` records them here, and sends her a notice of
 * a sign-in from a new device.
 *
 * The first reply to each `Idempotency-Key` is kept for a day and swept here; `forget-replies.ts` removes those about a deleted
 * user. `routes.ts` also answers what admins ask about the service (`list-identity-counts.ts`).
 */
import type { Caller } from '#contract/declaration/endpoint.ts'
import { tellEventsEndpoint } from '#contract/events/events.ts'
import { userSystemEndpoints } from '#contract/system/system.ts'
import { rememberRows } from '#runtime/database/remembered-rows.ts'
import { startDelivery } from '#runtime/events/outbox.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { expiredReplies } from '#runtime/requests/idempotency.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { SystemFacts } from '#runtime/system/system-facts.ts'
import { findUserAccess } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { authenticate, type Callers } from './authenticate.ts'
import { forgetReplies } from './forget-replies.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

interface OperationsModule extends Module {
  /** Identifies the caller of a request by its token or API key. @throws {Failure} `token_invalid`, `session_ended` */
  authenticate(token: string): Caller | Promise<Caller>
}

/**
 * Opens the module that identifies callers, orders the authentication service to end sessions, and records its events. Without
 * `facts` the state of the service is not served.
 */
export function openOperations(
  users: Users,
  { facts, ...ask }: Pick<Callers, 'checkToken' | 'validateApiKey'> & { facts?: SystemFacts | undefined },
): OperationsModule {
  const { db } = users
  const callers: Callers = {
    ...ask,
    userAccess: rememberRows(db, { table: 'users', besides: [], max: 10_000 }, (id) =>
      findUserAccess(db, id),
    ),
  }
  const onDemand = [tellEventsEndpoint, ...(facts ? userSystemEndpoints : [])]
  return {
    routes: routesOnDemand(onDemand, async () => (await loadRoutes()).operationRoutes(users, facts)),
    sweeps: [expiredReplies],
    start: () => [startDelivery(users.outbox)],
    forgetUser: forgetReplies,
    authenticate: (token) => authenticate(callers, { token }),
  }
}
