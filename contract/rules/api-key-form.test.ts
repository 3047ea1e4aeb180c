import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { apiKeyOf, isApiKeyForm, looksLikeApiKey } from './api-key-form.ts'

const key = apiKeyOf(Buffer.alloc(32, 0x5a))

test('a key has one form that a secret scanner can look for, whatever its bytes', () => {
  const edges = [Buffer.alloc(32), Buffer.alloc(32, 0xff), Buffer.from([...Buffer.alloc(31), 1])]
  for (const random of [...edges, ...Array.from({ length: 500 }, () => randomBytes(32))]) {
    const made = apiKeyOf(random)
    assert.match(made, /^lk_[0-9A-Za-z]{49}$/)
    assert.ok(isApiKeyForm(made), made)
    assert.ok(looksLikeApiKey(made))
  }
})

test('a key is written the same for ever: what was given to a machine stays good', () => {
  assert.equal(key, 'lk_LQNUGZHT5u543eF8cvF8tKdPlcVkNSYQAq1KIqZ6f742wBNO5')
  assert.equal(apiKeyOf(Buffer.alloc(32)), `lk_${'0'.repeat(43)}2eJTI4`)
})

test('all 256 random bits are in it', () => {
  const bits = new Set<string>()
  for (let bit = 0; bit < 256; bit++) {
    const random = Buffer.alloc(32)
    random[bit >> 3] = 1 << (bit & 7)
    bits.add(apiKeyOf(random).slice(0, -6))
  }
  assert.equal(bits.size, 256)
  assert.throws(() => apiKeyOf(Buffer.alloc(31)), RangeError)
  assert.throws(() => apiKeyOf(Buffer.alloc(33)), RangeError)
})

test('every typo of one character, and every two neighbours swapped, is seen without asking anybody', () => {
  for (let at = 3; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x'
    assert.ok(!isApiKeyForm(key.slice(0, at) + other + key.slice(at + 1)), `${at}`)
    const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
    if (at + 1 < key.length && swapped !== key) assert.ok(!isApiKeyForm(swapped), `${at}`)
  }
})

test('nothing but the whole key in its one spelling is a key', () => {
  for (const text of [
    '',
    'lk_',
    key.slice(0, -1),
    `${key}0`,
    key.slice(3),
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    key.toUpperCase(),
    key.replace('lk_', 'LK_'),
    key.replace('lk_', 'lk-'),
    'x'.repeat(100_000),
  ])
    assert.ok(!isApiKeyForm(text), JSON.stringify(text.slice(0, 80)))
})
