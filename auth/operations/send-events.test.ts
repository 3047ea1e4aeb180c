import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { EventResource } from '#contract/events/events.ts'
import { systemClock } from '#runtime/clock.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { findDeadLetters, replayDeadLetter } from '#runtime/events/dead-letters.ts'
import type { PublishedEvent } from '#runtime/events/event-log.ts'
import { deliverDue, type Outbox, retryForDays, Undeliverable } from '#runtime/events/outbox.ts'
import { createLog } from '#runtime/log/log.ts'
import { patientOptions } from '#tests/support/engines.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import type { UserDirectory } from '../core/user-directory.ts'
import { eventSink, redeliverEvent, sendEvents } from './send-events.ts'

test('an event that the user service refuses is given up at once; one without an answer is sent again', async () => {
  const answering = (error: Error) => ({ ask: () => Promise.reject(error) }) as unknown as UserDirectory
  const event = { id: 'one', type: 'x.y', subject: null, data: {}, at: 1 }
  await assert.rejects(
    redeliverEvent({ users: answering(new Failure('invalid_request')) }, event),
    Undeliverable,
  )
  const away = new Error('away')
  await assert.rejects(redeliverEvent({ users: answering(away) }, event), away)
})

test('a type that an older user service refuses holds up no other event, and waits as a dead letter', async () => {
  await using database = await migratedDatabase('sqlite', 'auth')
  await using opened = new AsyncDisposableStack()
  const db = await openDatabase(database.url, patientOptions(1))
  opened.defer(() => db.close())
  const known = new Set(['login.failed', 'session.ended'])
  const told: string[] = []
  const users = {
    async ask(_: Endpoint, { events }: { events: EventResource[] }) {
      if (events.some(({ type }) => !known.has(type))) throw new Failure('invalid_request')
      told.push(...events.map(({ type }) => type))
    },
  } as unknown as UserDirectory
  const events = ['login.failed', 'keys.rotated', 'session.ended'].map(
    (type, n): PublishedEvent => ({ id: `event-${n}`, type, subject: null, data: {}, at: 1 }),
  )
  await sendEvents({ db, users }, events)
  assert.deepEqual(told, ['login.failed', 'session.ended'])

  const outbox: Outbox<PublishedEvent> = {
    db,
    clock: systemClock,
    log: createLog('silent'),
    sink: eventSink,
    retry: retryForDays,
    deliver: ({ payload }) => redeliverEvent({ users }, payload),
  }
  await deliverDue(outbox)
  const [letter, ...others] = await findDeadLetters(db, { createdAt: 0, id: '' }, 10)
  assert.deepEqual([letter?.type, letter?.attempts, others], ['keys.rotated', 1, []])

  known.add('keys.rotated')
  await replayDeadLetter(db, { id: letter?.id ?? '', by: null, now: systemClock.now() })
  await deliverDue(outbox)
  assert.deepEqual(told, ['login.failed', 'session.ended', 'keys.rotated'], 'the newer one takes it')
})
