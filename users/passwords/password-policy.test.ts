import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { checkNewPassword } from './password-policy.ts'

const ada = { username: 'Ada-Lovelace', email: 'Ada@Example.com' }

function faultOf(password: string, owner = ada): string | undefined {
  try {
    checkNewPassword(password, owner)
    return undefined
  } catch (error) {
    assert.ok(error instanceof Failure)
    assert.equal(error.code, 'password_unacceptable')
    assert.equal(error.errors?.length, 1)
    assert.equal(error.errors[0]?.pointer, '/password')
    return error.errors[0].code
  }
}

/** Returns a password of this length that is not in the list of common passwords. */
const ofLength = (length: number): string => 'q7'.repeat(length).slice(0, length)

describe('a new password', () => {
  test('has 8 to 256 characters', () => {
    assert.equal(faultOf(''), 'too_short')
    assert.equal(faultOf(ofLength(7)), 'too_short')
    assert.equal(faultOf(ofLength(8)), undefined)
    assert.equal(faultOf(ofLength(256)), undefined)
    assert.equal(faultOf(ofLength(257)), 'too_long')
  })

  test('is counted in code points, not in UTF-16 units or bytes', () => {
    assert.equal(faultOf('😀'.repeat(7)), 'too_short')
    assert.equal(faultOf('😀'.repeat(8)), undefined)
    assert.equal(faultOf('😀'.repeat(256)), undefined)
    assert.equal(faultOf('😀'.repeat(257)), 'too_long')
    assert.equal(faultOf('é'.repeat(256)), undefined)
  })

  test('is counted after NFC', () => {
    const letter = 'e\u0301'
    assert.equal(letter.normalize('NFC').length, 1)
    assert.equal(faultOf(letter.repeat(7)), 'too_short')
    assert.equal(faultOf(letter.repeat(8)), undefined)
    assert.equal(faultOf(letter.repeat(256)), undefined)
    assert.equal(faultOf(letter.repeat(257)), 'too_long')
    // A code point that NFC splits counts as the code points that it becomes.
    assert.equal('\u0958'.normalize('NFC').length, 2)
    assert.equal(faultOf('\u0958'.repeat(4)), undefined)
    assert.equal(faultOf('\u0958'.repeat(129)), 'too_long')
  })

  test('is not one of the most common, in whatever case', () => {
    for (const password of ['password', '12345678', 'PASSWORD', 'PassWord', 'baseball', 'BaseBall'])
      assert.equal(faultOf(password), 'too_common', password)
    assert.equal(faultOf('password and more'), undefined)
    assert.equal(faultOf(' password'), undefined)
  })

  test('is not the username, in whatever case', () => {
    for (const password of ['Ada-Lovelace', 'ada-lovelace', 'ADA-LOVELACE'])
      assert.equal(faultOf(password), 'is_username', password)
    assert.equal(faultOf('Ada-Lovelace1'), undefined)
    assert.equal(faultOf('Ada-Lovelace', { ...ada, username: 'another' }), undefined)
  })

  test('is not the e-mail address, in whatever case or spelling of the domain', () => {
    for (const password of ['Ada@Example.com', 'ada@example.com', 'ADA@EXAMPLE.COM'])
      assert.equal(faultOf(password), 'is_email', password)
    const owner = { username: 'ada', email: 'ada@München.de' }
    for (const password of [
      'ada@München.de',
      'ADA@MÜNCHEN.DE',
      'ada@mu\u0308nchen.de',
      'ada@xn--mnchen-3ya.de',
    ])
      assert.equal(faultOf(password, owner), 'is_email', password)
    assert.equal(faultOf('ada@example.com.'), undefined)
    assert.equal(faultOf('bob@example.com'), undefined)
  })

  test('may hold any character, and needs no mixture', () => {
    for (const password of [
      'qqqqwwww',
      'zqzqzqzqzq',
      '        ',
      ' \t\n\r\u00a0\u2028\u200b\ufeff',
      '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008',
      'пароль и ещё слово',
      '密码密码密码密码',
      '👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
      '"\'\\;--<script>$&%00',
      'correct horse battery staple',
    ])
      assert.equal(faultOf(password), undefined, JSON.stringify(password))
  })
})
