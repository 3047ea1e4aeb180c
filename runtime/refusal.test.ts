import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#contract/failures.ts'
import { createLog } from './log.ts'
import { toRefusal } from './refusal.ts'

test('a flood of requests that are too many is told in two lines a second, and how many they were', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const refuse = () => toRefusal({ error: new Failure('overloaded') }, undefined, log)
  const told = () => lines.splice(0).map(({ level, code, refused }) => [level, code, refused])
  for (let number = 0; number < 1_000; number++) assert.equal(refuse().code, 'overloaded')
  assert.deepEqual(told(), [['warn', 'overloaded', undefined]])
  t.mock.timers.tick(1_000)
  assert.deepEqual(told(), [['warn', 'overloaded', 999]])
  refuse()
  t.mock.timers.tick(1_000)
  assert.deepEqual(told(), [['warn', 'overloaded', undefined]], 'one alone has nothing to be added')
})
