import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amrOf, levelOf } from './level-of.ts'

test('I86 two different kinds of proof make aal2, the same kind twice does not', () => {
  const twoKinds = [
    ['pwd', 'otp'],
    ['pwd', 'rec'],
    ['pwd', 'hwk'],
    ['pwd', 'swk'],
    ['hwk', 'user'],
    ['swk', 'user'],
    ['pwd', 'swk', 'user', 'mfa'],
  ]
  for (const methods of twoKinds) assert.equal(levelOf(methods), 'aal2', methods.join(' '))
  const oneKind = [
    [],
    ['pwd'],
    ['pwd', 'pwd'],
    ['otp', 'rec'],
    ['otp', 'hwk'],
    ['hwk'],
    ['user'],
    ['mfa'],
    ['pwd', 'mfa'],
    ['pwd', 'sms'],
    ['pwd', 'constructor'],
    ['pwd', 'fed'],
  ]
  for (const methods of oneKind) assert.equal(levelOf(methods), 'aal1', methods.join(' '))
})

test('the claim amr says mfa when two kinds were proven, and only then', () => {
  assert.deepEqual(amrOf(['pwd']), ['pwd'])
  assert.deepEqual(amrOf(['otp', 'rec']), ['otp', 'rec'])
  assert.deepEqual(amrOf(['pwd', 'otp']), ['pwd', 'otp', 'mfa'])
  assert.deepEqual(amrOf(['pwd', 'rec']), ['pwd', 'rec', 'mfa'])
  assert.deepEqual(amrOf(['swk', 'user']), ['swk', 'user', 'mfa'])
})
