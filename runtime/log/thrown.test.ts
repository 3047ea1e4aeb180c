import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codeOf, isOfSystem, messageOf } from './thrown.ts'

test('whatever was thrown has a message, and an error of the system is told apart', () => {
  assert.deepEqual(['a text', undefined, null, new RangeError('too far')].map(messageOf), [
    'a text',
    'undefined',
    'null',
    'too far',
  ])
  try {
    readFileSync('/nowhere/at/all')
  } catch (error) {
    assert.deepEqual([codeOf(error), isOfSystem(error)], ['ENOENT', true])
  }
  const others = ['ENOENT', { code: 'ENOENT', syscall: 'open' }, new DOMException('', 'AbortError')]
  for (const other of others) assert.deepEqual([codeOf(other), isOfSystem(other)], [undefined, false])
})
