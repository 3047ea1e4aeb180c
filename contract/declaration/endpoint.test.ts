import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes, scopesIn } from './endpoint.ts'

test('a text of scopes allows those that are ours, spelt in full, and nothing else', () => {
  assert.deepEqual(scopesIn(scopes.join(' ')), scopes)
  assert.deepEqual(scopesIn('events:read users:read'), ['events:read', 'users:read'])
  for (const text of [
    '',
    ' ',
    'users',
    'users:',
    'users:*',
    'USERS:READ',
    'users:read,users:write',
    'toString',
  ])
    assert.deepEqual(scopesIn(text), [], text)
})
