import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { batch } from './batch.ts'
import { currentTrace, runWithTrace } from './log/tracing.ts'

interface Call {
  keys: string[]
  answer(results?: PromiseSettledResult<string>[]): void
  fail(error: unknown): void
}

const limits = { keys: 3, calls: 2, waiting: 6 }
const fulfilled = (value: string): PromiseSettledResult<string> => ({ status: 'fulfilled', value })
const full = new Error('full')

/**
 * Creates a batch whose calls wait until the test answers them. By default each key is answered with itself.
 */
function openBatch() {
  const calls: Call[] = []
  const ask = batch<string, string>(
    limits,
    (keys) =>
      new Promise((resolve, reject) => {
        calls.push({ keys, answer: (results) => resolve(results ?? keys.map(fulfilled)), fail: reject })
      }),
    () => full,
  )
  return { ask, calls, asked: () => calls.map(({ keys }) => keys.join('')) }
}

test('keys that are asked for at the same moment share one call, and each gets its own answer', async () => {
  const { ask, calls, asked } = openBatch()
  const answers = Promise.all(['a', 'b', 'a'].map(ask))
  await nextTurn()
  assert.deepEqual(asked(), ['aba'])
  calls[0]?.answer(['1', '2', '3'].map(fulfilled))
  assert.deepEqual(await answers, ['1', '2', '3'])
})

test('a call has a limited number of keys, and a limited number of calls is in progress', async () => {
  const { ask, calls, asked } = openBatch()
  const answers = Promise.all([...'abcdef'].map(ask))
  await nextTurn()
  await nextTurn()
  assert.deepEqual(asked(), ['abc', 'def'])
  const later = Promise.all([...'ghij'].map(ask))
  for (let turns = 0; turns < 5; turns++) await nextTurn()
  assert.deepEqual(asked(), ['abc', 'def'])
  calls[1]?.answer()
  await nextTurn()
  await nextTurn()
  assert.deepEqual(asked(), ['abc', 'def', 'ghi'])
  for (const call of calls) call.answer()
  await nextTurn()
  await nextTurn()
  calls[3]?.answer()
  assert.deepEqual([...(await answers), ...(await later)], [...'abcdefghij'])
})

test('a call that began before a key was asked for does not answer it', async () => {
  const { ask, calls, asked } = openBatch()
  const first = ask('a')
  await nextTurn()
  const second = ask('a')
  calls[0]?.answer([fulfilled('old')])
  assert.equal(await first, 'old')
  await nextTurn()
  assert.deepEqual(asked(), ['a', 'a'])
  calls[1]?.answer([fulfilled('new')])
  assert.equal(await second, 'new')
})

test('a failed call fails its own keys and those that wait, and the next call works', async () => {
  const { ask, calls, asked } = openBatch()
  const fault = new Error('gone')
  const other = Promise.all([...'abc'].map(ask))
  const failing = Promise.allSettled([...'def'].map(ask))
  await nextTurn()
  await nextTurn()
  const waiting = Promise.allSettled([...'ghij'].map(ask))
  calls[1]?.fail(fault)
  for (const result of [...(await failing), ...(await waiting)])
    assert.deepEqual(result, { status: 'rejected', reason: fault })
  calls[0]?.answer()
  assert.deepEqual(await other, ['a', 'b', 'c'])
  const next = ask('k')
  await nextTurn()
  assert.deepEqual(asked(), ['abc', 'def', 'k'])
  calls[2]?.answer()
  assert.equal(await next, 'k')
})

test('a key that fails alone, or gets no answer, does not affect the others in its call', async () => {
  const { ask, calls } = openBatch()
  const fault = new Error('not this one')
  const answers = Promise.allSettled([ask('a'), ask('b'), ask('c')])
  await nextTurn()
  calls[0]?.answer([{ status: 'rejected', reason: fault }, fulfilled('b')])
  const [a, b, c] = await answers
  assert.deepEqual(a, { status: 'rejected', reason: fault })
  assert.deepEqual(b, fulfilled('b'))
  assert.equal(c?.status, 'rejected')
})

test('a key is refused at once while too many wait, and accepted again later', async () => {
  const { ask, calls } = openBatch()
  const waiting = [...'abcdef'].map(ask)
  await assert.rejects(ask('g'), full)
  await nextTurn()
  await nextTurn()
  for (const call of calls) call.answer()
  assert.equal((await Promise.all(waiting)).length, 6)
  const later = ask('h')
  await nextTurn()
  calls[2]?.answer()
  assert.equal(await later, 'h')
})

test('a call carries the trace of the request that waits first, not of one that was answered before', async () => {
  const seen: (string | undefined)[] = []
  const answers: (() => void)[] = []
  const ask = batch<string, string>(
    { keys: 3, calls: 1, waiting: 6 },
    (keys) =>
      new Promise((resolve) => {
        seen.push(currentTrace()?.requestId)
        answers.push(() => resolve(keys.map(fulfilled)))
      }),
    () => full,
  )
  const askAs = (id: string) => runWithTrace({ 'x-request-id': id }, () => ask(id))
  const first = askAs('first')
  await nextTurn()
  const later = [askAs('second'), askAs('third')]
  answers[0]?.()
  await first
  await nextTurn()
  answers[1]?.()
  await Promise.all(later)
  assert.deepEqual(seen, ['first', 'second'])
})
