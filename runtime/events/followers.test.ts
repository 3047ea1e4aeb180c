import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '#tests/support/signed-in.ts'
import { testClock } from '#tests/support/system.ts'
import { createFollowers } from './followers.ts'

const user = (userId: string) => signedIn(userId)
const minute = 60_000

test('a stream is refused with one code when the feed is full, and with another at the limit of its client', () => {
  const followers = createFollowers({ clock: testClock(), maxStreams: 25 })
  const { signal } = new AbortController()
  for (let streams = 0; streams < 10; streams++) followers.join(user('ada'), signal)
  assert.throws(() => followers.join(user('ada'), signal), { code: 'streams_limited' })
  for (let streams = 0; streams < 15; streams++) followers.join(undefined, signal)
  assert.throws(() => followers.join(user('bob'), signal), { code: 'overloaded' })
  assert.throws(() => followers.join(undefined, signal), { code: 'overloaded' })
  assert.equal(followers.counts().open, 25)
})

test('a stream that lost its place to another ends, whether it waits for a reading or is between two events', async () => {
  const clock = testClock()
  const followers = createFollowers({ clock, maxStreams: 100 })
  const { signal } = new AbortController()
  const [waiting, sending, youngest] = Array.from({ length: 10 }, () => followers.join(user('ada'), signal))
  const woken = waiting?.nextReading()
  clock.advance(minute)
  followers.join(user('ada'), signal)
  await woken
  assert.throws(() => waiting?.isOpen(), { code: 'streams_limited', retryAfterSeconds: 60 })
  followers.join(user('ada'), signal)
  assert.throws(() => sending?.isOpen(), { code: 'streams_limited' })
  assert.equal(youngest?.isOpen(), true)
  assert.equal(followers.counts().open, 10)
})

test('a clock that is set back keeps nobody out for longer than a minute', () => {
  const clock = testClock()
  const followers = createFollowers({ clock, maxStreams: 100 })
  const { signal } = new AbortController()
  for (let streams = 0; streams < 10; streams++) followers.join(user('ada'), signal)
  clock.advance(-60 * minute)
  assert.throws(() => followers.join(user('ada'), signal), { retryAfterSeconds: 60 })
})
