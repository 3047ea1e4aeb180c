import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { createFailureLines } from './failure-lines.ts'
import { createLog } from './log.ts'

test('work that fails again and again has a line for each cause, and one when it works again', () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const { failed, succeeded } = createFailureLines(log, { fields: { loop: 'publish' }, message: 'it failed' })
  succeeded()
  for (let turn = 0; turn < 100; turn++) failed(new Error('the broker is away'))
  for (let turn = 0; turn < 100; turn++) failed(new Error('no stream captures the subject'))
  for (let turn = 0; turn < 100; turn++) failed(new Failure('database_unavailable'))
  succeeded()
  succeeded()
  assert.deepEqual(
    lines.map(({ level, msg, loop, failures }) => [level, msg, loop, failures]),
    [
      ['error', 'it failed', 'publish', undefined],
      ['error', 'it failed', 'publish', undefined],
      ['warn', "outage began: The database can't be reached or written to.", 'publish', undefined],
      ['info', 'recovered: it failed', 'publish', 200],
    ],
  )
})
