import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { createHeartbeats } from './heartbeats.ts'

/** The time by which the sender's clock is ahead in these tests. This difference must not matter. */
const aheadMs = 3_600_000

describe('the age of what a feed told', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 0 }))
  afterEach(() => mock.timers.reset())
  const now = () => Date.now() + aheadMs
  const isAbout = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual - expected) < 500, `${actual} is about ${expected}`)

  test('nothing was told before the first heartbeat', () => {
    assert.equal(createHeartbeats().ageMs(), Infinity)
  })

  test('it is counted from the arrival, whatever the other clock says', () => {
    const heartbeats = createHeartbeats()
    heartbeats.hear(now())
    isAbout(heartbeats.ageMs(), 0)
    mock.timers.tick(5_000)
    isAbout(heartbeats.ageMs(), 5_000)
    heartbeats.hear(now())
    isAbout(heartbeats.ageMs(), 0)
  })

  test('a heartbeat that was held up on the way is as old as it was held up', () => {
    const heartbeats = createHeartbeats()
    heartbeats.hear(now())
    mock.timers.tick(10_000)
    heartbeats.hear(now() - 9_000)
    isAbout(heartbeats.ageMs(), 9_000)
    heartbeats.hear(now() - 4_000)
    isAbout(heartbeats.ageMs(), 4_000)
  })

  test('an older heartbeat does not raise the age', () => {
    const heartbeats = createHeartbeats()
    heartbeats.hear(now())
    heartbeats.hear(now() - 8_000)
    isAbout(heartbeats.ageMs(), 0)
  })

  test('a first heartbeat that was late is noticed by the next', () => {
    const heartbeats = createHeartbeats()
    heartbeats.hear(now() - 8_000)
    mock.timers.tick(1_000)
    heartbeats.hear(now())
    mock.timers.tick(1_000)
    heartbeats.hear(now() - 8_000)
    isAbout(heartbeats.ageMs(), 1_000)
  })
})
