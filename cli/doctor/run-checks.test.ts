import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartFault } from '#runtime/start-fault.ts'
import { type Check, ok } from './check.ts'
import type { Deployment } from './deployment.ts'
import { type Examined, runChecks } from './run-checks.ts'

const deployment = {} as Deployment
const run = async (checks: Check[], checkMs = 60_000) => {
  const planned = checks.map((check) => ({ check, where: 'inside' as const }))
  const examined: Examined[] = []
  for await (const one of runChecks(planned, deployment, { checkMs })) examined.push(one)
  return examined
}

test('what was found comes in the order of the list, however long each check takes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow: Check = { name: 'slow', run: () => promise.then(() => [ok('slow')]) }
  const last: Check = {
    name: 'last',
    run() {
      resolve()
      return [ok('last')]
    },
  }
  const others = ['a', 'b', 'c', 'd', 'e'].map((name): Check => ({ name, run: () => [ok(name)] }))
  const found = await run([slow, ...others, last])
  assert.deepEqual(
    found.map(({ check, findings }) => [check, findings[0]?.found]),
    ['slow', 'a', 'b', 'c', 'd', 'e', 'last'].map((name) => [name, name]),
  )
})

test('a check that never ends fails after its time, is told to stop, and holds up no other', async () => {
  let stopped = false
  const silent: Check = {
    name: 'silent',
    run(_, signal) {
      signal.addEventListener('abort', () => {
        stopped = true
      })
      return new Promise(() => {})
    },
  }
  const [first, second] = await run([silent, { name: 'next', run: () => [ok('fine')] }], 20)
  assert.deepEqual([first?.findings[0]?.status, second?.findings[0]?.status], ['fail', 'ok'])
  assert.match(first?.findings[0]?.found ?? '', /no response within/)
  assert.ok(stopped)
})

test('a check that throws fails with its reason, and the next one is made', async () => {
  const found = await run([
    { name: 'a', run: () => Promise.reject(new StartFault(['One.', 'Two.'])) },
    {
      name: 'b',
      run() {
        throw new Error('It broke.')
      },
    },
    { name: 'c', run: () => [ok('fine')] },
    { name: 'd', run: () => [] },
  ])
  const lines = found.map(({ findings }) => findings.map(({ status, found }) => `${status} ${found}`))
  assert.deepEqual(lines[0], ['fail One', 'fail Two'])
  assert.match(lines[1]?.[0] ?? '', /^fail Error: It broke$/)
  assert.deepEqual(lines.slice(2), [['ok fine'], ['skipped its database could not be opened']])
})

test('no more than four checks are made at the same time', async () => {
  let underWay = 0
  let most = 0
  const one: Check = {
    name: 'one',
    async run() {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay--
      return [ok('')]
    },
  }
  await run(Array.from({ length: 20 }, () => one))
  assert.equal(most, 4)
})
