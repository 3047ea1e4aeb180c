import assert from 'node:assert/strict'
import { test } from 'node:test'
import { medianOf, welchT, withoutSlowest } from './welch.ts'

test('the t of two samples is that of the tables', () => {
  const [one, other] = [
    [3, 4, 5],
    [1, 2, 3],
  ]
  assert.equal(welchT(one ?? [], other ?? []).toFixed(6), (2 / Math.sqrt(2 / 3)).toFixed(6))
  assert.equal(welchT(other ?? [], one ?? []).toFixed(6), (-2 / Math.sqrt(2 / 3)).toFixed(6))
})

test('the slowest tenth is left out, and the median is in the middle', () => {
  const sample = [5, 100, 1, 2, 3, 4, 6, 7, 8, 9]
  assert.deepEqual(withoutSlowest(sample), [1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.equal(medianOf([9, 1, 5]), 5)
})
