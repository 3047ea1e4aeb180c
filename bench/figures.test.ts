import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratios, spreadOf, spreadsOf } from './figures.ts'

test('the median is the middle figure, and the mean of the two middle ones', () => {
  assert.deepEqual(spreadOf([3, 1, 100]), { median: 3, min: 1, max: 100 })
  assert.deepEqual(spreadOf([10, 9, 2, 1]), { median: 5.5, min: 1, max: 10 })
  assert.throws(() => spreadOf([]))
})

test('a ratio compares the same round, so that a slow machine does not change it', () => {
  const own = [{ perSecond: 80 }, { perSecond: 8 }, { perSecond: 40 }]
  const floor = [{ perSecond: 100 }, { perSecond: 10 }, { perSecond: 50 }]
  assert.deepEqual(ratios(own, floor, 'perSecond'), [0.8, 0.8, 0.8])
})

test('a figure that a round lacks throws, and never gives a ratio', () => {
  assert.throws(() => ratios([{ perSecond: 1 }, { perSecond: 1 }], [{ perSecond: 1 }], 'perSecond'))
  assert.throws(() => spreadsOf([{ p99Ms: 1 }, { p99Ms: Number.NaN }]))
})
