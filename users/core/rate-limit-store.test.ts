import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openDatabase } from '#runtime/database/open-database.ts'
import { type Engine, engines, patientOptions } from '#tests/support/engines.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { fullBuckets, takeFromBucket } from './rate-limit-store.ts'

const start = Date.UTC(2026, 10, 21)
const minuteMs = 60_000
const rate = { bucket: 'somebody', quota: 5, windowMs: minuteMs }

async function openBucket(engine: Engine) {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await migratedDatabase(engine, 'users'))
  const db = await openDatabase(url, patientOptions(2))
  parts.defer(() => db.close())
  const kept = parts.move()
  return {
    db,
    /**
     * Takes one unit from the bucket of the rate limit, `atMs` after the start. Resolves with undefined, or with the milliseconds
     * until there is a unit.
     */
    take: (atMs: number) => db.transaction((tx) => takeFromBucket(tx, rate, start + atMs)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

for (const engine of engines)
  describe(`on ${engine}`, () => {
    for (const skewMs of [0, 50, 30_000])
      test(`nodes whose clocks differ by ${skewMs} ms let in no more than one node does`, async () => {
        await using bucket = await openBucket(engine)
        let taken = 0
        for (let atMs = 0; atMs < minuteMs; atMs += 1_000)
          for (const clockMs of [atMs + skewMs, atMs]) if ((await bucket.take(clockMs)) === undefined) taken++
        assert.equal(taken, 9, 'five at once, and one every twelve seconds')
      })

    test('a bucket is one row until nothing is counted in it any more', async () => {
      await using bucket = await openBucket(engine)
      for (let number = 0; number < 7; number++) await bucket.take(0)
      const { db } = bucket
      assert.equal((await db.query`SELECT bucket FROM rate_limits`).length, 1)
      assert.equal(await fullBuckets.remove(db, start + minuteMs - 1, 10), 0)
      assert.equal(await fullBuckets.remove(db, start + minuteMs, 10), 1)
    })

    test('a clock that is set back locks nobody out for longer than two windows', async () => {
      await using bucket = await openBucket(engine)
      for (const setBackMs of [365 * 24 * 60 * minuteMs, minuteMs, 1]) {
        for (let number = 0; number < 6; number++) await bucket.take(setBackMs)
        const waitMs = await bucket.take(0)
        assert.ok(waitMs === undefined || waitMs <= 2 * minuteMs, `${waitMs}`)
        assert.equal(await bucket.take(waitMs ?? 0), undefined)
      }
    })
  })
