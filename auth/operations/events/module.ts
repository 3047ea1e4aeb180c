import type { Sql } from '#runtime/database/database.ts'
import { expiredEvents, startNumbering } from '#runtime/events/event-log.ts'
import { startReading } from '#runtime/events/event-reader.ts'
import { blankForgottenEvents, countForgottenEvents, forgetEvents } from '#runtime/events/forgotten-events.ts'
import { forDays, removeDeliveries, startDelivery } from '#runtime/events/outbox.ts'
import { outboxMetrics } from '#runtime/events/outbox-metrics.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import type { Auth } from '../../core/auth.ts'
import { countPublishedEvents, removePublishedEvents } from './published-event-store.ts'
import { eventSink, redeliverEvent, tellEvents } from './tell-events.ts'

const loadDeadLetters = lazily(() => import('#runtime/events/dead-letters.ts'))

/** Passes every event of the authentication service on to the user service, which publishes it. */
export function openEvents(auth: Auth): Module {
  const { db, clock, log } = auth
  return {
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
        ...{ db, clock, log, name: 'users', begins: 'with the oldest', batchSize: 32 },
        deliver: (events) => tellEvents(auth, events),
      }),
      startDelivery({
        ...{ db, clock, log, sink: eventSink, retry: forDays },
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
