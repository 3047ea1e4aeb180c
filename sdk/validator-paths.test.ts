import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, streams } from './generated/operations.ts'
import { validatorPaths } from './validator-paths.ts'

test('a validator calls its operations as the contract has them', () => {
  const { validateToken, introspectToken, jwks } = operations
  const known = { validateToken, introspectToken, jwks, ...streams }
  for (const [name, { method, path }] of Object.entries(known)) {
    const expected = name === 'introspectToken' ? 'POST' : 'GET'
    if (name in validatorPaths)
      assert.deepEqual([expected, validatorPaths[name as keyof typeof validatorPaths]], [method, path], name)
  }
  assert.ok('watchRevocations' in streams)
})
