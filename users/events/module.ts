import { deadLetterEndpoints, listEventsEndpoint } from '#contract/events/events.ts'
import { type EventLog, expiredEvents, startNumbering } from '#runtime/events/event-log.ts'
import { streamsMetric } from '#runtime/events/follow-feed.ts'
import { blankForgottenEvents, countForgottenEvents, forgetEvents } from '#runtime/events/forgotten-events.ts'
import { outboxMetrics } from '#runtime/events/outbox-metrics.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'
import { createEventFeed } from './event-feed.ts'
import { type NatsOptions, startPublishing } from './publish-to-nats.ts'
import { eventStream } from './stream-route.ts'

const loadList = lazily(() => import('./list-route.ts'))
const loadDeadRoutes = lazily(() => import('./dead-letter-routes.ts'))
const loadDeadLetters = lazily(() => import('#runtime/events/dead-letters.ts'))

const streams = {
  name: 'latchkey_event_streams',
  help: 'Streams of events that are open, and events that were sent on streams.',
} as const

/** This module numbers, lists, streams and publishes the events of both services. */
export function openEvents(
  users: Users,
  { nats, onNumbered }: { nats?: NatsOptions | undefined } & Required<Pick<EventLog, 'onNumbered'>>,
): Module {
  const { db, clock, log } = users
  const feed = createEventFeed(users)
  return {
    routes: [
      ...routesOnDemand([listEventsEndpoint], async () => [(await loadList()).eventList(users)]),
      eventStream(feed),
      ...routesOnDemand(deadLetterEndpoints, async () => (await loadDeadRoutes()).deadLetterRoutes(users)),
    ],
    metrics: [...outboxMetrics({ db, clock }), streamsMetric(streams, feed)],
    sweeps: [
      { name: 'forgotten_events', remove: blankForgottenEvents, countWaiting: countForgottenEvents },
      expiredEvents,
      {
        name: 'dead_letters',
        remove: async (...given) => (await loadDeadLetters()).removeOldDeadLetters(...given),
        countWaiting: async (...given) => (await loadDeadLetters()).countOldDeadLetters(...given),
      },
    ],
    start: () => [
      startNumbering({ db, clock, log, onNumbered }),
      ...(nats ? [startPublishing({ db, clock, log }, nats)] : []),
    ],
    forgetUser: forgetEvents,
    stop: feed.stop,
  }
}
