import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { createLog } from '#runtime/log/log.ts'
import { patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { signedIn } from '#tests/support/signed-in.ts'
import { until } from '#tests/support/until.ts'
import { createNotificationFeed } from '../messages/notifications/notification-feed.ts'
import { userMigrations } from '../service.ts'
import { createEventFeed } from './event-feed.ts'

const person = (userId: string) => signedIn(userId)

test('one who has left before joining does not keep streams that come later from being woken', async () => {
  await using database = await temporaryDatabase('sqlite')
  const db = await openDatabase(database.url, patientOptions(2))
  await migrate(db, userMigrations, systemClock)
  const from = { db, clock: systemClock, log: createLog('silent') }
  const [events, notifications] = [createEventFeed(from), createNotificationFeed(from)]
  const left = AbortSignal.abort()
  await events.join(undefined, left).nextReading()
  await notifications.join(person('ada'), left).nextReading()
  assert.deepEqual([events.counts().open, notifications.counts().open], [0, 0])
  const watching = new AbortController()
  events.join(undefined, watching.signal)
  notifications.join(person('ada'), watching.signal)
  await until('both are read for', () => Boolean(events.reading() && notifications.reading('ada')))
  watching.abort()
  await events.stop()
  await notifications.stop()
  await db.close()
})
