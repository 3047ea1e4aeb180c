/**
 * # Operations
 *
 * This room passes events on to the user service, and shows operators the state of this service: its settings, signing keys and
 * identity providers. A *told event* is one that the user service has got, which publishes the events of both services.
 *
 * Ada signs in. The session is stored together with the event `session.created`, which `startNumbering` numbers. `startReading`
 * below gives events in their order to `send-events.ts`, which sends them to the user service. An event that the user service
 * refuses waits in the outbox, and later ones go on. `published-event-store.ts` removes what was sent more than a day ago.
 *
 * An operator opens the console: `routes.ts` → `list-signing-keys.ts` and `list-identity-providers.ts`. With
 * `rotate-signing-key.ts` an admin replaces a key before its time; `core/keys/` makes and publishes keys.
 */
import { authSystemEndpoints, signingKeyEndpoints } from '#contract/system/system.ts'
import type { Sql } from '#runtime/database/database.ts'
import { expiredEvents, startNumbering } from '#runtime/events/event-log.ts'
import { startReading } from '#runtime/events/event-reader.ts'
import { blankForgottenEvents, countForgottenEvents, forgetEvents } from '#runtime/events/forgotten-events.ts'
import { removeDeliveries, retryForDays, startDelivery } from '#runtime/events/outbox.ts'
import { outboxMetrics } from '#runtime/events/outbox-metrics.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { SystemFacts } from '#runtime/system/system-facts.ts'
import { countPublishedEvents, removePublishedEvents } from './published-event-store.ts'
import { eventSink, redeliverEvent, sendEvents } from './send-events.ts'
import type { AuthSystem } from './system.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadDeadLetters = lazily(() => import('#runtime/events/dead-letters.ts'))

/**
 * Opens the module that passes every event of this service on to the user service, which publishes it. Without `facts` the
 * state of the service is not served.
 */
export function openOperations({
  facts,
  ...auth
}: Omit<AuthSystem, 'facts'> & { facts: SystemFacts | undefined }): Module {
  const { db, clock, log } = auth
  const endpoints = [...authSystemEndpoints, ...signingKeyEndpoints]
  return {
    routes: facts
      ? routesOnDemand(endpoints, async () => (await loadRoutes()).systemRoutes({ ...auth, facts }))
      : [],
    metrics: [...outboxMetrics({ db, clock })],
    sweeps: [
      { name: 'forgotten_events', remove: blankForgottenEvents, countWaiting: countForgottenEvents },
      expiredEvents,
      {
        name: 'dead_letters',
        remove: async (...given) => (await loadDeadLetters()).removeOldDeadLetters(...given),
        countWaiting: async (...given) => (await loadDeadLetters()).countOldDeadLetters(...given),
      },
      { name: 'told_events', remove: removePublishedEvents, countWaiting: countPublishedEvents },
    ],
    start: () => [
      startNumbering(auth),
      startReading({
        db,
        clock,
        log,
        name: 'users',
        begins: 'with the oldest',
        batchSize: 32,
        deliver: (events) => sendEvents(auth, events),
      }),
      startDelivery({
        db,
        clock,
        log,
        sink: eventSink,
        retry: retryForDays,
        deliver: ({ payload }) => redeliverEvent(auth, payload),
      }),
    ],
    forgetUser: forgetEventsOf,
  }
}

/** Hides the data of all events about a deleted user, and removes those events from the outbox and its dead letters. */
async function forgetEventsOf(tx: Sql, userId: string, at: number): Promise<void> {
  await forgetEvents(tx, userId, at)
  await removeDeliveries(tx, { sink: eventSink, subject: userId })
}
