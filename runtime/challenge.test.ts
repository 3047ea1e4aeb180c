import assert from 'node:assert/strict'
import { test } from 'node:test'
import { challengeKeys, makeChallenge, openChallenge } from './challenge.ts'

const now = 1_790_000_000_000
const keys = challengeKeys(['the service token of today, which is long enough'])
const use = { purpose: 'login', boundTo: '' }
const make = () => makeChallenge(keys, use, now + 300_000)

test('I102 a challenge has 128 random bits and opens until its time is up', () => {
  const challenges = Array.from({ length: 200 }, make)
  const ids = challenges.map((challenge) => openChallenge(keys, use, { challenge, now })?.id ?? '')
  assert.equal(new Set(ids).size, 200)
  assert.ok(ids.every((id) => Buffer.from(id, 'base64url').length === 16))
  const [challenge = ''] = challenges
  assert.equal(openChallenge(keys, use, { challenge, now: now + 299_999 })?.expiresAt, now + 300_000)
  assert.equal(openChallenge(keys, use, { challenge, now: now + 300_000 }), undefined)
})

test('I103 a challenge opens for the use that it was made for, and for no other', () => {
  const uses = ['register', 'login', 'second_factor', 'step_up'].flatMap((purpose) =>
    ['', 'ada', 'ada s1', 'ada s2', 'eve s1'].map((boundTo) => ({ purpose, boundTo })),
  )
  for (const made of uses) {
    const challenge = makeChallenge(keys, made, now + 1)
    const opened = uses.filter((one) => openChallenge(keys, one, { challenge, now }))
    assert.deepEqual(opened, [made])
  }
  const challenge = makeChallenge(keys, { purpose: 'a","b', boundTo: 'c' }, now + 1)
  assert.equal(openChallenge(keys, { purpose: 'a', boundTo: 'b","c' }, { challenge, now }), undefined)
})

test('a challenge that was changed, is spelt otherwise, or is of another key does not open', () => {
  const challenge = make()
  const bytes = Buffer.from(challenge, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const bent = Buffer.from(bytes)
    bent.writeUInt8(bent.readUInt8(at) ^ 1, at)
    assert.equal(openChallenge(keys, use, { challenge: bent.toString('base64url'), now }), undefined, `${at}`)
  }
  for (const bent of ['', 'x', `${challenge}=`, `${challenge}A`, ` ${challenge}`, bytes.toString('base64')])
    assert.equal(openChallenge(keys, use, { challenge: bent, now }), undefined, bent)
  const others = challengeKeys(['another service token, which is long enough too'])
  assert.equal(openChallenge(others, use, { challenge, now }), undefined)
  assert.ok(openChallenge([...others, ...keys], use, { challenge, now }), 'while the token is rotated')
})
