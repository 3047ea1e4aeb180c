import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratios, spreadOf, spreadsOf } from './figures.ts'

test('the median is the middle figure, and the mean of the two middle ones', () => {
  assert.deepEqual(spreadOf([3, 1, 100]), { median: 3, min: 1, max: 100 })
  assert.deepEqual(spreadOf([10, 9, 2, 1]), { median: 5.5, min: 1, max: 10 })
  assert.throws(() => spreadOf([]))
})

test('a ratio is of neighbours: a machine that is slow for a round changes none', () => {
  const own = [{ perSecond: 80 }, { perSecond: 8 }, { perSecond: 40 }]
  const floor = [{ perSecond: 100 }, { perSecond: 10 }, { perSecond: 50 }]
  assert.deepEqual(ratios(own, floor, 'perSecond'), [0.8, 0.8, 0.8])
})

test('a figure that a round lacks is a fault, and never a ratio of nothing', () => {
  assert.throws(() => ratios([{ perSecond: 1 }, { perSecond: 1 }], [{ perSecond: 1 }], 'perSecond'))
  assert.throws(() => spreadsOf([{ p99Ms: 1 }, { p99Ms: Number.NaN }]))
})
