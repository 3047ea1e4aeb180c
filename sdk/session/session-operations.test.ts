import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../generated/operations.ts'
import { sessionPaths } from './session-operations.ts'

test('a session calls its operations as the contract has them', () => {
  for (const [name, path] of Object.entries(sessionPaths)) {
    const operation = operations[name as keyof typeof sessionPaths]
    assert.deepEqual([operation.method, operation.path], ['POST', path], name)
  }
})
