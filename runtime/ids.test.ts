import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './ids.ts'

test('I48 an id is a UUIDv7 that carries the time it was given, and is never given twice', () => {
  const nowMs = Date.UTC(2026, 10, 21)
  const ids = Array.from({ length: 10_000 }, () => newId(nowMs))
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16), nowMs)
  assert.ok(newId(nowMs) < newId(nowMs + 1))
})

test('what is made in one millisecond keeps its order', () => {
  const ids = Array.from({ length: 2_000 }, () => newId(Date.UTC(2026, 10, 22)))
  assert.deepEqual(ids, ids.toSorted())
})
