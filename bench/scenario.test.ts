import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMet } from './result-table.ts'
import { besideAnother, besideFloor, check, inTurns } from './scenario.ts'

test('contestants take turns within a round, and the first round is not counted', async () => {
  const order: string[] = []
  const turn = (name: string) => async (round: number) => {
    order.push(`${name}${round}`)
    return { perSecond: round === 0 ? 1_000_000 : round }
  }
  const samples = await inTurns(2, { a: turn('a'), b: turn('b') })
  assert.deepEqual(order, ['a0', 'b0', 'a1', 'b1', 'a2', 'b2'])
  assert.deepEqual(samples.a, [{ perSecond: 1 }, { perSecond: 2 }])
})

test('a contestant whose round fails has no figures', async () => {
  const failing = inTurns(1, {
    a: async () => {
      throw new Error('Not every reply was a 200.')
    },
  })
  await assert.rejects(failing, /Not every reply/)
})

test('a target is met by the median', () => {
  assert.equal(isMet(check('a', 'x', [0.1, 0.8, 0.9], { atLeast: 0.75 })), true)
  assert.equal(isMet(check('a', 'x', [0.1, 0.7, 0.9], { atLeast: 0.75 })), false)
  assert.equal(isMet(check('a', 'ms', [300, 400, 900], { atMost: 400 })), true)
  assert.equal(isMet(check('a', 'ms', [300, 401, 402], { atMost: 400 })), false)
  assert.equal(isMet(check('a', 'x', [1])), undefined)
})

test('without the processor time of processes, only the ratio of requests is given', () => {
  const without = { own: [{ perSecond: 3 }], floor: [{ perSecond: 4 }] }
  assert.deepEqual(
    besideFloor(without, { own: 'own', floor: 'floor' }).map(({ median }) => median),
    [0.75],
  )
  const known = { own: [{ perSecond: 3, cpuUs: 30 }], floor: [{ perSecond: 4, cpuUs: 20 }] }
  assert.deepEqual(
    besideFloor(known, { own: 'own', floor: 'floor' }).map(({ median }) => median),
    [0.75, 2 / 3],
  )
})

test('a comparison with another product is a ratio, and is not in the picture of the floors', () => {
  const samples = { own: [{ perSecond: 30 }], other: [{ perSecond: 10 }] }
  const [ratio, ...rest] = besideAnother(samples, { own: 'own', other: 'other' })
  assert.deepEqual([ratio?.median, ratio?.beside, rest], [3, undefined, []])
})
