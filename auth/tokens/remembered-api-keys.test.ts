import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { apiKeyOf } from '#contract/rules/api-key-form.ts'
import { rememberedApiKeys } from './remembered-api-keys.ts'

const key = apiKeyOf(randomBytes(32))
const start = Date.UTC(2026, 10, 21)

/** Creates a cache of API keys in front of a fake user service, which gives prepared replies and counts its calls. */
function memory() {
  const state = {
    now: start,
    asked: 0,
    answer: 'good' as 'good' | Failure['code'],
    expiresAt: start + 3_600_000,
  }
  const apiKeys = rememberedApiKeys(
    async () => {
      state.asked++
      if (state.answer !== 'good') throw new Failure(state.answer)
      return {
        id: 'id',
        name: 'ci',
        scopes: ['users:read'],
        expires_at: new Date(state.expiresAt).toISOString(),
      }
    },
    { now: () => state.now },
  )
  const outcome = (presented = key) =>
    apiKeys.validate(presented).then(
      () => 'good',
      (error: Failure) => error.code,
    )
  return { state, outcome }
}

test('a key is looked up once in ten seconds, however many requests use it, also at once', async () => {
  const { state, outcome } = memory()
  assert.deepEqual(new Set(await Promise.all(Array.from({ length: 50 }, () => outcome()))), new Set(['good']))
  state.now += 9_999
  await outcome()
  assert.equal(state.asked, 1)
  state.now += 1
  await outcome()
  assert.equal(state.asked, 2)
})

test('a revocation counts at most ten seconds after the last look-up of the key', async () => {
  const { state, outcome } = memory()
  assert.equal(await outcome(), 'good')
  state.answer = 'token_invalid'
  state.now += 9_999
  assert.equal(await outcome(), 'good')
  state.now += 1
  assert.equal(await outcome(), 'token_invalid')
})

test('a refusal is remembered for one second', async () => {
  const { state, outcome } = memory()
  state.answer = 'token_invalid'
  for (let time = 1; time <= 5; time++) assert.equal(await outcome(), 'token_invalid')
  state.now += 999
  await outcome()
  assert.equal(state.asked, 1)
  state.now += 1
  state.answer = 'good'
  assert.equal(await outcome(), 'good')
})

test('an outage of the user service is not remembered', async () => {
  const { state, outcome } = memory()
  state.answer = 'user_service_unavailable'
  assert.equal(await outcome(), 'user_service_unavailable')
  state.answer = 'good'
  assert.equal(await outcome(), 'good')
  assert.equal(state.asked, 2)
})

test('a remembered key is refused from its expiry on', async () => {
  const { state, outcome } = memory()
  state.expiresAt = start + 5_000
  assert.equal(await outcome(), 'good')
  state.now += 5_000
  assert.equal(await outcome(), 'token_expired')
  assert.equal(state.asked, 1)
})

test('a clock that is set back lets nothing live longer', async () => {
  const { state, outcome } = memory()
  await outcome()
  state.answer = 'token_invalid'
  state.now -= 3_600_000
  assert.equal(await outcome(), 'token_invalid')
})

test('a text that cannot be a key is refused without a look-up', async () => {
  const { state, outcome } = memory()
  for (const text of ['lk_', `${key}x`, key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x')])
    assert.equal(await outcome(text), 'token_invalid')
  assert.equal(state.asked, 0)
})

test('another key has another answer, and of ten thousand the oldest is forgotten', async () => {
  const { state, outcome } = memory()
  await outcome()
  const others = Array.from({ length: 9_999 }, () => apiKeyOf(randomBytes(32)))
  state.answer = 'token_invalid'
  for (const other of others) assert.equal(await outcome(other), 'token_invalid')
  assert.equal(await outcome(), 'good')
  assert.equal(state.asked, 10_000)
  await outcome(apiKeyOf(randomBytes(32)))
  assert.equal(await outcome(), 'token_invalid', 'asked again')
  assert.equal(state.asked, 10_002)
})
