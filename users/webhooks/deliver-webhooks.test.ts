import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#runtime/database/database.ts'
import { newId } from '#runtime/ids.ts'
import { countAtOnce } from '#tests/support/count-at-once.ts'
import { engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { until } from '#tests/support/until.ts'
import { queueEvent } from './delivery-store.ts'
import { openWebhooks } from './index.ts'
import { makeSecret } from './webhook-secret.ts'
import { insertWebhook } from './webhook-store.ts'

const [hooks, eventsOfEach] = [10, 20]

for (const engine of engines)
  test(`a burst of deliveries to many webhooks leaves half of the connections to requests, on ${engine}`, async () => {
    await using recorded = await openRecordedUsers(engine, { signup: 'open' })
    const { users } = recorded
    const now = users.clock.now()
    await users.db.transaction(async (tx) => {
      for (let n = 0; n < eventsOfEach; n++)
        await tx.query`
          INSERT INTO events (id, type, subject, data, occurred_at, recorded_at, position)
          VALUES (${`event ${n}`}, 'user.updated', ${`user ${n}`}, '{}', ${now}, ${now}, ${1_000 + n})`
      for (let at = 0; at < hooks; at++) {
        const id = newId(now)
        await insertWebhook(tx, {
          id,
          url: 'http://127.0.0.1:9/',
          eventTypes: ['*'],
          description: null,
          secret: makeSecret(users, id).sealed,
          formerSecret: null,
          formerUntil: null,
          disabledReason: null,
          failingSince: null,
          createdBy: null,
          createdAt: now,
          updatedAt: now,
          version: 1,
        })
        for (let n = 0; n < eventsOfEach; n++)
          await queueEvent(tx, { webhookId: id, eventId: `event ${n}`, now })
      }
    })
    const counted = countAtOnce(users.db)
    // On SQLite only what is written counts: the loop may look for due deliveries while the attempts are stored.
    const db: Database =
      engine === 'postgres'
        ? counted.db
        : {
            ...counted.db,
            query: (text, ...values) =>
              (/^\s*SELECT/.test(text[0] ?? '') ? users.db : counted.db).query(text, ...values),
          }
    const loops = openWebhooks({ ...users, db }, { connections: 6 }).start?.() ?? []
    try {
      // The address is one that webhooks may not have, so that every attempt fails, and is stored.
      await until('every delivery was attempted', async () => {
        const [row] = await users.db.query<{ total: number }>`
          SELECT COUNT(*) AS total FROM webhook_deliveries WHERE last_attempt_at IS NOT NULL`
        return row?.total === hooks * eventsOfEach
      })
    } finally {
      await Promise.all(loops.map((loop) => loop.stop()))
    }
    // SQLite has no connections, and commits what waits together.
    assert.equal(counted.most(), engine === 'postgres' ? 3 : hooks * eventsOfEach)
  })
