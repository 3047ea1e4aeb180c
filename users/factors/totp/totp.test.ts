import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP, URI } from 'otpauth'
import { fromBase32, toBase32 } from '../core/base32.ts'
import { matchStep, newTotpSecret, stepAt, totpCode, totpUri } from './totp.ts'

/** The secret of the test values in RFC 4226 appendix D and, for SHA-1, in RFC 6238 appendix B. */
const secret = Buffer.from('12345678901234567890')

test('codes are those of RFC 4226 appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, count) => totpCode(secret, count))
  assert.deepEqual(codes, [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

test('codes at a time are those of RFC 6238 appendix B', () => {
  // The appendix shows eight digits, of which the last six are the code of six digits.
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const)
    assert.equal(totpCode(secret, stepAt(seconds * 1000)), code.slice(2), `${seconds}`)
})

test('codes, secrets and URIs are those that a library of others makes and reads', () => {
  for (let round = 0; round < 50; round++) {
    const made = newTotpSecret()
    const now = Date.UTC(2026, 10, 23) + round * 31_000
    const theirs = new TOTP({ secret: Secret.fromBase32(toBase32(made)) })
    assert.equal(totpCode(made, stepAt(now)), theirs.generate({ timestamp: now }))
    assert.deepEqual(Buffer.from(Secret.fromBase32(toBase32(made)).bytes), made)
  }
  const read = URI.parse(totpUri(secret, { issuer: 'auth.example.com', username: 'ada & co:1' }))
  assert.ok(read instanceof TOTP)
  assert.deepEqual(
    [read.issuer, read.label, read.algorithm, read.digits, read.period, read.secret.base32],
    ['auth.example.com', 'ada & co:1', 'SHA1', 6, 30, toBase32(secret)],
  )
})

test('I94 a code is good in its own step and the two beside it, and in no other', () => {
  const now = Date.UTC(2026, 10, 23)
  const present = stepAt(now)
  for (let offset = -3; offset <= 3; offset++) {
    const found = matchStep(secret, totpCode(secret, present + offset), now)
    assert.equal(found, Math.abs(offset) <= 1 ? present + offset : undefined, `${offset}`)
  }
})

test('I97 only six ASCII digits are a code', () => {
  const now = Date.UTC(2026, 10, 23)
  const code = totpCode(secret, stepAt(now))
  const wide = code.replace(/./g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  for (const bent of [
    ` ${code}`,
    `${code} `,
    `${code}\n`,
    `+${code}`,
    `-${code}`,
    `0${code}`,
    code.slice(1),
    wide,
    '',
  ])
    assert.equal(matchStep(secret, bent, now), undefined, JSON.stringify(bent))
  assert.equal(matchStep(secret, code, now), stepAt(now))
})

test('codes of imported apps are those of RFC 6238 appendix B, by the digits, period and algorithm of each', () => {
  const seeds = {
    SHA1: secret,
    SHA256: Buffer.from('12345678901234567890123456789012'),
    SHA512: Buffer.from('1234567890123456789012345678901234567890123456789012345678901234'),
  } as const
  for (const [seconds, algorithm, code] of [
    [59, 'SHA1', '94287082'],
    [59, 'SHA256', '46119246'],
    [59, 'SHA512', '90693936'],
    [20000000000, 'SHA256', '77737706'],
    [20000000000, 'SHA512', '47863826'],
  ] as const) {
    const form = { digits: 8, period: 30, algorithm } as const
    const step = stepAt(seconds * 1000, form)
    assert.equal(totpCode(seeds[algorithm], step, form), code)
    assert.equal(matchStep(seeds[algorithm], code, seconds * 1000, form), step)
    assert.equal(matchStep(seeds[algorithm], code.slice(2), seconds * 1000, form), undefined)
    assert.equal(
      matchStep(seeds[algorithm], code, seconds * 1000),
      undefined,
      'eight digits are none of ours',
    )
  }
  const minute = { digits: 7, period: 60, algorithm: 'SHA512' } as const
  const now = Date.UTC(2026, 10, 23)
  const theirs = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), ...minute })
  assert.equal(totpCode(secret, stepAt(now, minute), minute), theirs.generate({ timestamp: now }))
  assert.equal(matchStep(secret, theirs.generate({ timestamp: now - 119_000 }), now, minute), undefined)
  assert.equal(
    matchStep(secret, theirs.generate({ timestamp: now + 119_000 }), now, minute),
    stepAt(now, minute) + 1,
  )
})

test('base32 of others is read with or without padding, spaces and capitals, and nothing else is', () => {
  assert.deepEqual(fromBase32('MZXW6YTB'), Buffer.from('fooba'))
  assert.deepEqual(fromBase32('mzxw 6ytboi======'), Buffer.from('foobar'))
  assert.deepEqual(fromBase32('JBSWY3DPEHPK3PXP'), Buffer.from('Hello!\xde\xad\xbe\xef', 'latin1'))
  for (const bent of ['', 'MZXW6YT1', 'MZXW-6YTB', 'A', '=']) assert.equal(fromBase32(bent), undefined, bent)
})

test('base32 is that of RFC 4648, also of bytes that begin with zero', () => {
  assert.equal(toBase32(Buffer.from('fooba')), 'MZXW6YTB')
  assert.equal(toBase32(Buffer.alloc(20)), 'A'.repeat(32))
  assert.equal(toBase32(Buffer.alloc(10, 0xff)), '7'.repeat(16))
})
