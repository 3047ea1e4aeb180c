import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { holdLease } from './database/lease.ts'
import { openDatabase } from './database/open-database.ts'
import { createLog } from './log/log.ts'
import { type Sweep, type Sweeping, startSweeping, sweepOnce } from './sweep.ts'

const crumbs: Sweep = {
  name: 'crumbs',
  async remove(db, now, limit) {
    const removed = await db.query`
      DELETE FROM crumbs WHERE id IN (SELECT id FROM crumbs WHERE expires_at <= ${now} LIMIT ${limit}) RETURNING id`
    return removed.length
  },
  async countWaiting(db, now, atMost) {
    const [row] = await db.query<{ total: number }>`
      SELECT COUNT(*) AS total FROM (SELECT 1 FROM crumbs WHERE expires_at <= ${now} LIMIT ${atMost}) AS over`
    return row?.total ?? 0
  },
}

for (const engine of engines) {
  describe(`sweeping on ${engine}`, () => {
    async function openFloor(crumbsOver: number) {
      const database = await temporaryDatabase(engine)
      const db = await openDatabase(database.url, patientOptions(5))
      await db.execute(`
        CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at BIGINT NOT NULL);
        CREATE TABLE crumbs (id BIGINT PRIMARY KEY, expires_at BIGINT NOT NULL);`)
      const clock = { time: 1_000, now: () => clock.time }
      const add = (id: number, expiresAt: number) =>
        db.query`INSERT INTO crumbs (id, expires_at) VALUES (${id}, ${expiresAt})`
      await Promise.all(Array.from({ length: crumbsOver }, (_, id) => add(id, 1_000)))
      await add(9_999, 1_001)
      const sweeping: Sweeping = { db, clock, log: createLog('silent'), sweeps: [crumbs] }
      return {
        db,
        clock,
        sweeping,
        left: async () => (await db.query`SELECT id FROM crumbs`).length,
        async [Symbol.asyncDispose]() {
          await db.close()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    test('expired rows are removed in batches, and the others stay', async () => {
      await using floor = await openFloor(450)
      const limits: number[] = []
      const counted: Sweep = {
        ...crumbs,
        remove: (db, now, limit) => {
          limits.push(limit)
          return crumbs.remove(db, now, limit)
        },
      }
      assert.equal(await crumbs.countWaiting(floor.db, 1_000, 10_000), 450)
      assert.equal(await crumbs.countWaiting(floor.db, 1_000, 100), 100)
      assert.equal(await sweepOnce({ ...floor.sweeping, sweeps: [counted] }, 'one'), false)
      assert.deepEqual(limits, [200, 200, 200])
      assert.equal(await floor.left(), 1)
      floor.clock.time++
      await sweepOnce(floor.sweeping, 'one')
      assert.equal(await floor.left(), 0)
    })

    test('only one node sweeps at a time, and another takes over when it is gone', async () => {
      await using floor = await openFloor(10)
      const lease = (holder: string) =>
        holdLease(floor.db, { name: 'sweep', holder, now: floor.clock.now(), forMs: 60_000 })
      const held = await Promise.all(['one', 'two', 'three'].map(lease))
      assert.equal(held.filter(Boolean).length, 1)
      const holder = ['one', 'two', 'three'][held.indexOf(true)] ?? ''
      assert.equal(await lease(holder), true, 'it is renewed by asking again')
      await sweepOnce(floor.sweeping, 'another')
      assert.equal(await floor.left(), 11)
      floor.clock.time += 60_000
      await sweepOnce(floor.sweeping, 'another')
      assert.equal(await floor.left(), 0)
      assert.equal(await lease(holder), false)
    })

    test('a lease that was taken while the clock was ahead holds nobody up once it is right', async () => {
      await using floor = await openFloor(10)
      const lease = (holder: string, aheadMs: number) =>
        holdLease(floor.db, { name: 'sweep', holder, now: floor.clock.now() + aheadMs, forMs: 60_000 })
      assert.equal(await lease('a little ahead', 59_000), true)
      assert.equal(await lease('another', 0), false)
      assert.equal(await lease('far ahead', 2 * 60 * 60_000), true)
      assert.equal(await lease('another', 0), true)
      assert.equal(await lease('far ahead', 0), false)
    })

    test('the first sweep leaves the database to the requests after a start', async () => {
      await using floor = await openFloor(10)
      const loop = startSweeping(floor.sweeping, { firstAfterMs: 600_000 })
      const other = { name: 'sweep', holder: 'another', now: floor.clock.now(), forMs: 1 }
      assert.equal(await holdLease(floor.db, other), true)
      await loop.stop()
      assert.equal(await floor.left(), 11)
    })

    test('a node that stops leaves the work to the others at once', async () => {
      await using floor = await openFloor(10)
      const loop = startSweeping(floor.sweeping, { firstAfterMs: 0 })
      while ((await floor.left()) > 1) await sleep(5)
      await loop.stop()
      const next = { name: 'sweep', holder: 'another', now: floor.clock.now(), forMs: 1 }
      assert.equal(await holdLease(floor.db, next), true)
    })
  })
}
