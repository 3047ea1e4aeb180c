import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFault } from './faults.ts'

test('an error is broken between words at a terminal, and is one line elsewhere', () => {
  const fault = 'No deployment found: no database and no service token in ./data, and no setting names one.'
  assert.equal(describeFault(fault, undefined), `latchkey: ${fault}\n`)
  const lines = describeFault(fault, 40).trimEnd().split('\n')
  assert.ok(lines.length > 1 && lines.every((line) => line.length <= 40), lines.join('\n'))
  assert.equal(lines.join(' '), `latchkey: ${fault}`)
  assert.equal(describeFault('Error: a bug\n    at one', 80), 'latchkey: Error: a bug\n    at one\n')
})
