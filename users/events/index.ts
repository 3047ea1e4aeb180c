/**
 * # Events
 *
 * An *event*, such as `user.created`, reports a change. A use case of either service records it in the transaction of the
 * change (`runtime/events/record.ts`). This room numbers events, lists them, streams them, publishes them to NATS, and forgets
 * them. The *feed* is what streams follow. A *dead letter* is a failed delivery of any outbox, which is not tried again. An
 * *act* is what an administrator did: the audit record of an event, which outlives it.
 *
 * An admin suspends Ada. The event waits without a number until `startNumbering` gives it the next *position* and, in the same
 * transaction, calls `onNumbered`: `audit/act.ts` finds that the event names an author, `audit/act-store.ts` stores the act,
 * and the service queues the event for webhooks. An application follows the stream (`stream-route.ts`, `watch-events.ts`):
 * `event-feed.ts` wakes it, and it reads the event from `event-store.ts`. `publish-to-nats.ts` reads it too, in its own time. An
 * admin finds it in the list (`routes.ts`, `list-events.ts`), and the act in the audit (`audit/list-acts.ts`), with the names
 * that `audit/find-names.ts` knows now.
 *
 * When Ada is deleted, `forgetUser` has the sweeps remove her data from events, and from acts (`audit/forgotten-in-acts.ts`).
 */
import { auditEndpoints } from '#contract/events/audit.ts'
import { deadLetterEndpoints, listEventsEndpoint } from '#contract/events/events.ts'
import { type EventLog, expiredEvents, startNumbering } from '#runtime/events/event-log.ts'
import { streamsMetric } from '#runtime/events/follow-feed.ts'
import { blankForgottenEvents, countForgottenEvents, forgetEvents } from '#runtime/events/forgotten-events.ts'
import { outboxMetrics } from '#runtime/events/outbox-metrics.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Sweep } from '#runtime/sweep.ts'
import type { Users } from '../core/users.ts'
import { findAct } from './audit/act.ts'
import { expiredActs, forgetInActs, insertAct } from './audit/act-store.ts'
import { createEventFeed } from './event-feed.ts'
import { type NatsOptions, startPublishing } from './publish-to-nats.ts'
import { eventStream } from './stream-route.ts'

/** An act in the form that clients read. */
export { toActResource } from './audit/act-resource.ts'
/** Finds the present names of users and API keys by their ids. */
export { findNames } from './audit/find-names.ts'
/** Lists what administrators did, newest first. */
export { listActs } from './audit/list-acts.ts'
/** Reads the filter of a reader of events from a query. */
export { readFilter } from './event.ts'
/** Read the event log: the position of its last event, the events between two positions, and the latest events about a user. */
export { findEnd, findEvents, findEventsBefore } from './event-store.ts'
/** The NATS servers that events are published to. */
export type { NatsOptions } from './publish-to-nats.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadForgotten = lazily(() => import('./audit/forgotten-in-acts.ts'))
const loadDeadLetters = lazily(() => import('#runtime/events/dead-letters.ts'))

const streams = {
  name: 'latchkey_event_streams',
  help: 'Open streams of events, and events sent on streams.',
} as const

const deadLetters: Sweep = {
  name: 'dead_letters',
  remove: async (...given) => (await loadDeadLetters()).removeOldDeadLetters(...given),
  countWaiting: async (...given) => (await loadDeadLetters()).countOldDeadLetters(...given),
}

const forgottenInActs: Sweep = {
  name: 'forgotten_in_acts',
  remove: async (...given) => (await loadForgotten()).removeFromActs(...given),
  countWaiting: async (...given) => (await loadForgotten()).countForgottenInActs(...given),
}

/**
 * Opens the module that numbers, lists, streams and publishes the events of both services, and stores what administrators did.
 * `onNumbered` gets the numbered events, in the transaction that numbers them.
 */
export function openEvents(
  users: Users,
  { nats, onNumbered }: { nats?: NatsOptions | undefined } & Required<Pick<EventLog, 'onNumbered'>>,
): Module {
  const { db, clock, log } = users
  const feed = createEventFeed(users)
  const onDemand = [listEventsEndpoint, ...auditEndpoints, ...deadLetterEndpoints]
  return {
    routes: [
      ...routesOnDemand(onDemand, async () => (await loadRoutes()).eventRoutes(users)),
      eventStream(feed),
    ],
    metrics: [...outboxMetrics({ db, clock }), streamsMetric(streams, feed)],
    sweeps: [
      { name: 'forgotten_events', remove: blankForgottenEvents, countWaiting: countForgottenEvents },
      expiredEvents,
      deadLetters,
      expiredActs,
      forgottenInActs,
    ],
    start: () => [
      startNumbering({
        db,
        clock,
        log,
        async onNumbered(tx, numbered) {
          for (const event of numbered) {
            const act = findAct(event)
            if (act) await insertAct(tx, act)
          }
          await onNumbered(tx, numbered)
        },
      }),
      ...(nats ? [startPublishing({ db, clock, log }, nats)] : []),
    ],
    async forgetUser(tx, id, at) {
      await forgetEvents(tx, id, at)
      await forgetInActs(tx, id, at)
    },
    stop: feed.stop,
  }
}
