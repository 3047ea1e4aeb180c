import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordedRatio, verdictOn } from './guard-verdict.ts'
import { madeUpResult } from './made-up-result.ts'
import { check } from './scenario.ts'

test('a fall of more than a quarter fails when it is seen three times', () => {
  assert.equal(verdictOn(1, [0.74, 0.74, 0.74]), 'fallen')
  assert.equal(verdictOn(0.4, [0.296, 0.29, 0.2]), 'fallen')
})

test('a fall that is seen once or twice is measured again, and forgotten where it does not come again', () => {
  assert.equal(verdictOn(1, [0.74]), 'measure again')
  assert.equal(verdictOn(1, [0.74, 0.1]), 'measure again')
  assert.equal(verdictOn(1, [0.74, 0.74, 0.75]), 'holds')
  assert.equal(verdictOn(1, [0.1, 0.9]), 'holds')
})

test('a fall of less than a quarter holds at once, and so does a rise', () => {
  assert.equal(verdictOn(1, [0.76]), 'holds')
  assert.equal(verdictOn(1, [0.76, 0.76, 0.76]), 'holds')
  assert.equal(verdictOn(0.5, [1.2]), 'holds')
})

test('a ratio that is not recorded cannot fall', () => {
  assert.equal(verdictOn(undefined, []), 'not recorded')
  assert.equal(verdictOn(undefined, [0.1, 0.1, 0.1]), 'not recorded')
})

const result = (scenario: string, node: string, ratio: number) =>
  madeUpResult({
    scenario,
    node,
    checks: [check('refresh', 'x', [0.1]), check('validate', 'x', [ratio])],
  })

test('the recorded ratio is that of the scenario guard on the same major version of Node', () => {
  const results = [
    result('validate', '24.21.0', 0.9),
    result('guard', '24.21.0', 0.5),
    result('guard', '26.1.0', 0.8),
  ]
  assert.equal(recordedRatio(results, 'validate', 24), 0.5)
  assert.equal(recordedRatio(results, 'validate', 26), 0.8)
  assert.equal(recordedRatio(results, 'validate', 28), undefined)
  assert.equal(recordedRatio(results, 'absent', 24), undefined)
  assert.equal(recordedRatio([], 'validate', 24), undefined)
})
