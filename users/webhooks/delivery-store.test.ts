import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { deliverDue, retryForever } from '#runtime/events/outbox.ts'
import { createLog } from '#runtime/log/log.ts'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { queueEvent, sinkOf } from './delivery-store.ts'

for (const engine of engines)
  test(`an event that is replayed while the clock is ahead is sent once the clock is right, on ${engine}`, async () => {
    await using parts = new AsyncDisposableStack()
    const { url } = parts.use(await temporaryDatabase(engine))
    const db = await openDatabase(url, patientOptions(2))
    parts.defer(() => db.close())
    await migrate(db, new URL('../migrations/', import.meta.url), systemClock)
    const now = 10_000_000
    await db.query`
      INSERT INTO events (id, type, subject, data, occurred_at, recorded_at, position)
      VALUES ('event', 'user.updated', 'ada', '{}', ${now}, ${now}, 1)`
    for (const at of [now, now + 2 * 60 * 60_000])
      await db.transaction((tx) => queueEvent(tx, { webhookId: 'hook', eventId: 'event', now: at }))
    const sent: string[] = []
    await deliverDue({
      db,
      clock: { now: () => now },
      log: createLog('silent'),
      sink: sinkOf('hook'),
      retry: retryForever,
      deliver: async ({ payload }) => void sent.push(payload),
    })
    assert.deepEqual(sent, ['event'])
  })
