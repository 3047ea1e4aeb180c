import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { createKeySetFollower } from './key-set-follower.ts'

describe('following the version of the key set', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 0 }))
  afterEach(() => mock.timers.reset())

  function follow() {
    const seen = { fetches: 0, errors: 0, isDown: false }
    const follower = createKeySetFollower(
      async () => {
        seen.fetches++
        if (seen.isDown) throw new Error('There is no service.')
      },
      () => void seen.errors++,
    )
    async function hear(version: string): Promise<void> {
      follower.hear(version)
      await follower.settled()
    }
    return { seen, follower, hear }
  }

  test('a node that had not read the change yet is asked again two seconds later, and then no more', async () => {
    const { seen, follower, hear } = follow()
    assert.equal(follower.isUpToDate(), false)
    await hear('1')
    assert.ok(follower.isUpToDate())
    await hear('1')
    assert.equal(seen.fetches, 1)
    mock.timers.tick(2_000)
    await hear('1')
    assert.equal(seen.fetches, 2)
    mock.timers.tick(60_000)
    await hear('1')
    assert.equal(seen.fetches, 2)
  })

  test('another version counts as unknown until it was fetched, however often that takes', async () => {
    const { seen, follower, hear } = follow()
    await hear('1')
    seen.isDown = true
    for (const errors of [1, 2, 3]) {
      await hear('2')
      assert.deepEqual([follower.isUpToDate(), seen.errors], [false, errors])
    }
    seen.isDown = false
    await hear('2')
    assert.ok(follower.isUpToDate())
  })

  test('a change while the keys are on their way is a change of its own', async () => {
    const { seen, follower, hear } = follow()
    follower.hear('1')
    follower.hear('2')
    await follower.settled()
    assert.equal(follower.isUpToDate(), false)
    await hear('2')
    assert.deepEqual([follower.isUpToDate(), seen.fetches], [true, 2])
  })
})
