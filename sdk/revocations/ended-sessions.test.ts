import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndedSessions } from './ended-sessions.ts'

const setUp = (room: number) => {
  const clock = { now: 1_000_000 }
  const sessions = createEndedSessions({ room, now: () => clock.now })
  const add = (sessionId: string, forgetAtMs: number) =>
    sessions.add({ sessionId, forgetAtMs, reason: 'logout' })
  return { clock, sessions, add }
}

test('an ended session is known until its last token has expired, and then costs no memory', () => {
  const { clock, sessions, add } = setUp(10)
  add('a', clock.now + 900_000)
  add('b', clock.now + 1_900_000)
  clock.now += 900_000
  sessions.sweep()
  assert.equal(sessions.find('a')?.reason, 'logout', 'a clock that is set back by a minute does no harm')
  clock.now += 60_000
  sessions.sweep()
  assert.equal(sessions.find('a'), undefined)
  assert.ok(sessions.find('b'))
  assert.equal(sessions.size(), 1)
})

test('after the clock was ahead, the list is incomplete until the tokens of the sessions that it has lost expire', () => {
  const { clock, sessions, add } = setUp(10)
  const forgetAt = clock.now + 900_000
  add('a', forgetAt)
  clock.now += 3_600_000
  sessions.sweep()
  assert.ok(sessions.isComplete())
  clock.now -= 3_600_000
  assert.equal(sessions.find('a'), undefined)
  assert.equal(sessions.isComplete(), false)
  clock.now = forgetAt
  assert.ok(sessions.isComplete())
})

test('an ended session without room makes the list incomplete, and takes no memory', () => {
  const { clock, sessions, add } = setUp(100)
  for (let at = 0; at < 100; at++) add(`kept ${at}`, clock.now + 900_000)
  assert.ok(sessions.isComplete())
  for (let at = 0; at < 10_000; at++) add(`left out ${at}`, clock.now + 600_000)
  assert.equal(sessions.isComplete(), false)
  assert.equal(sessions.size(), 100)
  add('kept 7', clock.now + 900_000)
  clock.now += 659_999
  assert.equal(sessions.isComplete(), false)
  clock.now += 1
  assert.ok(sessions.isComplete(), 'the tokens of those that were left out are over')
})

test('sessions whose tokens have expired make room', () => {
  const { clock, sessions, add } = setUp(2)
  add('a', clock.now + 10_000)
  add('b', clock.now + 10_000)
  clock.now += 70_000
  add('c', clock.now + 10_000)
  assert.ok(sessions.isComplete() && sessions.find('c'))
  assert.equal(sessions.size(), 1)
})
