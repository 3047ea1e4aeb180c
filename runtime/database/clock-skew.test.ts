import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#tests/support/until.ts'
import { createLog } from '../log.ts'
import { clockSkewOf, sharedClock, watchClock } from './clock-skew.ts'

test('a clock that is set is measured at once, and not only with the next regular measurement', async (t) => {
  const machine = Date.now
  let aheadMs = 0
  t.mock.method(Date, 'now', () => machine() + aheadMs)
  const query = async <Row>() => [{ at: machine() }] as Row[]
  const skew = clockSkewOf({ query })
  await skew.measure()
  const hour = 60 * 60_000
  const loop = watchClock(skew, createLog('silent'), { everyMs: hour })
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
