import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRecoveryCodes, newRecoveryKey, recoveryCodeMac } from './recovery-code.ts'

test('a set has ten different codes of 80 bits, in groups of four', () => {
  const codes = newRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
})

test('a code counts however it is spelled, and under the key of its own set only', () => {
  const key = newRecoveryKey()
  const [code = ''] = newRecoveryCodes()
  const stored = recoveryCodeMac(key, code)
  for (const spelled of [code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
    assert.equal(recoveryCodeMac(key, spelled), stored, spelled)
  assert.notEqual(recoveryCodeMac(newRecoveryKey(), code), stored)
})
