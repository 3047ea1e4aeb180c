import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseStrictForm, StrictFormError } from './strict-form.ts'

const refusal = (text: string): unknown => {
  try {
    return parseStrictForm(text)
  } catch (error) {
    assert.ok(error instanceof StrictFormError, String(error))
    return [error.code, error.parameter]
  }
}

test('a form is read as every browser and every OAuth library writes it', () => {
  assert.deepEqual(parseStrictForm('token=a.b-c_d&token_type_hint=access_token'), {
    token: 'a.b-c_d',
    token_type_hint: 'access_token',
  })
  assert.deepEqual(parseStrictForm('a%20b=c+d&%C3%A9=%F0%9F%98%80&e=f%3Dg=h'), {
    'a b': 'c d',
    é: '😀',
    e: 'f=g=h',
  })
})

test('a parameter without a value counts as not sent (RFC 6749 section 3.2)', () => {
  assert.deepEqual(parseStrictForm('token=&hint&x=1'), { x: '1' })
})

test('a parameter that comes twice is refused by name, however it is spelt and whatever its value', () => {
  for (const text of [
    'token=a&token=b',
    'token=a&token=a',
    'token=a&%74oken=b',
    'token=&token=b',
    'token&token',
  ])
    assert.deepEqual(refusal(text), ['repeated', 'token'], text)
})

test('what is no percent-encoded UTF-8 is refused, not guessed at', () => {
  for (const text of [
    'token=%',
    'token=%4',
    'token=%zz',
    'token=%ff',
    'token=%C3',
    'token=%ed%a0%80',
    'token=%c0%ae',
    'token=a%00b',
    'to%00ken=a',
    '=a',
    '',
    'token=a&',
    '&token=a',
    'token=a&&x=b',
  ])
    assert.deepEqual(refusal(text), ['invalid_format', ''], text)
})

test('a parameter called __proto__ is one like any other, and changes no prototype', () => {
  const parsed = parseStrictForm('__proto__=x&constructor=y')
  assert.deepEqual(Object.keys(parsed), ['__proto__', 'constructor'])
  assert.equal(Object.getPrototypeOf(parsed), Object.prototype)
})

test('a form of more than 200 parameters is refused', () => {
  const form = (count: number) => Array.from({ length: count }, (_, at) => `n${at}=1`).join('&')
  assert.equal(Object.keys(parseStrictForm(form(200))).length, 200)
  assert.deepEqual(refusal(form(201)), ['too_long', ''])
})
