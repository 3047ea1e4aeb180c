import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { until } from '#tests/support/until.ts'
import { systemClock } from '../clock.ts'
import { createLog } from '../log/log.ts'
import { clockSkewOf, readClock, sharedClock, watchClock } from './clock-skew.ts'
import type { ClockSkew } from './database.ts'
import { openDatabase } from './open-database.ts'

test('a clock that is set is measured at once, and not only with the next regular measurement', async (t) => {
  const machine = Date.now
  let aheadMs = 0
  t.mock.method(Date, 'now', () => machine() + aheadMs)
  const query = async <Row>() => [{ at: machine() }] as Row[]
  const skew = clockSkewOf({ query })
  await skew.measure()
  const hour = 60 * 60_000
  const loop = watchClock(skew, {
    db: { query } as never,
    clock: systemClock,
    log: createLog('silent'),
    everyMs: hour,
  })
  try {
    const clock = sharedClock({ now: () => Date.now() }, { clockSkew: skew })
    for (const ms of [45_000, -hour, 0]) {
      aheadMs = ms
      await until(`a clock that is ${ms} ms ahead to be corrected`, () => Math.abs(skew.ms - ms) < 500)
      assert.ok(Math.abs(clock.now() - machine()) < 2_000)
    }
  } finally {
    await loop.stop()
  }
})

test('a clock that is a minute off is that of the node if another one agrees with the database, and else of either', async () => {
  await using database = await temporaryDatabase('sqlite')
  const db = await openDatabase(database.url, patientOptions(2))
  await db.execute(
    'CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at BIGINT NOT NULL)',
  )
  const skewOf = (ms: number): ClockSkew => ({ ms, measure: async () => {} })
  const [wrong, right] = [skewOf(90_000), skewOf(-59_000)]
  const watch = (skew: ClockSkew) =>
    watchClock(skew, { db, clock: systemClock, log: createLog('silent'), everyMs: 20 })
  const stateOf = (clockSkew: ClockSkew) => readClock({ clockSkew })
  assert.deepEqual(stateOf(right), { state: 'ok', isOnlyHere: false })
  const loops = [watch(wrong)]
  try {
    await until('the others to be looked at', () => wrong.othersAgree !== undefined)
    assert.deepEqual(stateOf(wrong), { state: 'skewed', isOnlyHere: false }, 'the database may be wrong')
    loops.push(watch(right))
    await until('the other node to be seen', () => stateOf(wrong)?.isOnlyHere === true)
    assert.deepEqual(stateOf(right), { state: 'ok', isOnlyHere: false })
    // The clock of the database was set: both nodes differ from it, and neither is taken out.
    right.ms = -90_000
    await until('nobody to be right', () => stateOf(wrong)?.isOnlyHere === false)
    assert.deepEqual(stateOf(right), { state: 'skewed', isOnlyHere: false })
    wrong.ms = 0
    await until('the node whose clock was set to be right', () => stateOf(right)?.isOnlyHere === true)
    assert.deepEqual(stateOf(wrong), { state: 'ok', isOnlyHere: false })
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()))
    await db.close()
  }
})
