import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { decodeJwt } from './jwt.ts'

const base64url = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64url')
const json = (value: unknown): string => base64url(JSON.stringify(value))

const header = { alg: 'EdDSA', kid: 'k1', typ: 'at+jwt' }
const payload = { sub: 'ada', n: 1, list: ['ü', '😀'] }
const signature = Uint8Array.from({ length: 64 }, (_, n) => n * 4 + 3)
const token = `${json(header)}.${json(payload)}.${base64url(signature)}`

const withHeader = (text: string | Uint8Array): string =>
  `${base64url(text)}.${json(payload)}.${base64url(signature)}`
const withPayload = (text: string | Uint8Array): string =>
  `${json(header)}.${base64url(text)}.${base64url(signature)}`

function refuses(bad: string, label = bad.slice(0, 200)): void {
  assert.throws(
    () => decodeJwt(bad),
    (error: unknown) => error instanceof Failure && error.code === 'token_invalid',
    label,
  )
}

describe('taking a JWT apart', () => {
  test('a well-formed token gives its header, claims, signature and what was signed', () => {
    const jwt = decodeJwt(token)
    assert.deepEqual(jwt.header, header)
    assert.deepEqual(jwt.payload, payload)
    assert.deepEqual(jwt.signature, signature)
    assert.equal(Buffer.from(jwt.signed).toString(), token.slice(0, token.lastIndexOf('.')))
  })

  test('a value that is not a string is an invalid token', () => {
    for (const odd of [undefined, null, 1, {}, ['a', 'b', 'c']])
      assert.throws(() => decodeJwt(odd as unknown as string), { code: 'token_invalid' })
  })

  test('I40 anything but three parts that are not empty is refused', () => {
    const [first, second, third] = token.split('.')
    for (const bad of [
      '',
      '.',
      '..',
      '...',
      `${first}`,
      `${first}.${second}`,
      `${first}.${second}.`,
      `.${second}.${third}`,
      `${first}..${third}`,
      `${token}.`,
      `.${token}`,
      `${token}.${third}`,
      `${token}.${second}.${third}`,
    ])
      refuses(bad)
  })

  test('I40 padding is refused in each part', () => {
    const parts = token.split('.')
    for (const [at, part] of parts.entries()) {
      for (const padding of ['=', '==']) refuses(parts.with(at, part + padding).join('.'))
    }
    // The signature has a length at which padded base64 would end in "==".
    assert.equal(base64url(signature).length % 4, 2)
    refuses(`${token}==`)
  })

  test('I40 a part with trailing bits that no encoder writes is refused', () => {
    // The last letter of 64 bytes has four unused bits, which must be zero: "w" is one of 16 spellings.
    assert.equal(token.at(-1), 'w')
    const stem = token.slice(0, -1)
    assert.doesNotThrow(() => decodeJwt(`${stem}w`))
    for (const last of ['x', 'y', 'z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '_']) {
      refuses(stem + last)
      assert.deepEqual(
        Buffer.from(`${stem}${last}`.split('.')[2] ?? '', 'base64url'),
        Buffer.from(signature),
        'a lenient decoder reads the same bytes',
      )
    }
    // A text of another length has two unused bits in its last letter.
    const first = json(header)
    assert.equal(first.length % 4, 3)
    const next = String.fromCharCode(first.charCodeAt(first.length - 1) + 1)
    assert.equal(Buffer.from(first.slice(0, -1) + next, 'base64url').toString(), JSON.stringify(header))
    refuses(first.slice(0, -1) + next + token.slice(first.length))
  })

  test('I40 a part of a length that no bytes have is refused', () => {
    for (const bad of [`${json(header)}.${json(payload)}.A`, `${json(header)}.${json(payload)}.AAAAA`])
      refuses(bad)
  })

  test('I40 the letters of plain base64 are refused', () => {
    const bytes = Uint8Array.of(0xfb, 0xef, 0xff)
    const stem = `${json(header)}.${json(payload)}.`
    assert.deepEqual(decodeJwt(`${stem}--__`).signature, bytes)
    assert.deepEqual(Buffer.from('++//', 'base64'), Buffer.from(bytes))
    for (const signed of ['++//', '++__', '--//', '+-/_']) refuses(stem + signed)
  })

  test('I40 white space and other letters are refused wherever they stand', () => {
    for (const odd of [' ', '\n', '\r\n', '\t', '\0', '\u00a0', '%', ',', '~', 'é', 'Ａ', '😀']) {
      refuses(odd + token, `before: ${JSON.stringify(odd)}`)
      refuses(token + odd, `after: ${JSON.stringify(odd)}`)
      refuses(token.replace('.', `${odd}.`), `inside: ${JSON.stringify(odd)}`)
      refuses(token.slice(0, 10) + odd + token.slice(10), `in a part: ${JSON.stringify(odd)}`)
    }
  })

  test('8192 characters are looked at and not one more', () => {
    for (const length of [8191, 8192]) assert.doesNotThrow(() => decodeJwt(tokenOf(length)), `${length}`)
    for (const length of [8193, 8194]) refuses(tokenOf(length), `${length}`)
    refuses(`${token}${'A'.repeat(10_000_000)}`, 'ten megabytes')
  })

  test('I39 I42 a header of anything but exactly alg, kid and typ is refused', () => {
    const extra: Record<string, unknown> = {
      crit: ['exp'],
      b64: false,
      jku: 'https://evil.example/jwks',
      jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' },
      x5u: 'https://evil.example/cert',
      x5c: ['MIIB'],
      x5t: 'AAAA',
      zip: 'DEF',
      enc: 'A128GCM',
      cty: 'JWT',
      constructor: 1,
      '': 1,
    }
    for (const [name, value] of Object.entries(extra))
      refuses(withHeader(JSON.stringify({ ...header, [name]: value })), name)
    refuses(withHeader(JSON.stringify({ ...header, crit: null })), 'crit null')
    for (const name of ['alg', 'kid', 'typ']) {
      refuses(withHeader(JSON.stringify({ ...header, [name]: undefined })), `no ${name}`)
      for (const wrong of [null, 1, true, [], ['EdDSA'], {}])
        refuses(withHeader(JSON.stringify({ ...header, [name]: wrong })), `${name} ${JSON.stringify(wrong)}`)
    }
    refuses(withHeader('{"alg":"EdDSA","kid":"k1","typ":"at+jwt","__proto__":{}}'))
  })

  test('I40 a name that stands twice is refused in the header and in the claims', () => {
    refuses(withHeader('{"alg":"none","alg":"EdDSA","kid":"k1","typ":"at+jwt"}'))
    refuses(withHeader('{"alg":"EdDSA","\\u0061lg":"EdDSA","kid":"k1","typ":"at+jwt"}'))
    refuses(withPayload('{"sub":"ada","sub":"bob"}'))
    refuses(withPayload('{"sub":"ada","s\\u0075b":"ada"}'))
    refuses(withPayload('{"a":{"b":1,"b":2}}'))
  })

  test('I40 a header or claims that are not one JSON object are refused', () => {
    for (const text of [
      '',
      'null',
      '1',
      '"text"',
      '[]',
      '[{"sub":"ada"}]',
      '{',
      '{}x',
      'sub=ada',
      '\ufeff{"sub":"ada"}',
    ]) {
      refuses(withPayload(text), `claims ${text}`)
      refuses(withHeader(text), `header ${text}`)
    }
    refuses(withHeader(`\ufeff${JSON.stringify(header)}`), 'header with a byte order mark')
    refuses(withPayload(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`), 'nine levels')
  })

  test('I40 bytes that are not UTF-8 are refused', () => {
    const broken = (bytes: number[]) =>
      Buffer.concat([Buffer.from('{"sub":"'), Buffer.from(bytes), Buffer.from('"}')])
    assert.doesNotThrow(() => decodeJwt(withPayload(broken([0xc3, 0xa9]))))
    for (const bytes of [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x80], [0xf5, 0x80, 0x80, 0x80]])
      refuses(withPayload(broken(bytes)), `bytes ${bytes}`)
  })
})

/** Makes a token of an exact length. It varies two parts, because one part of base64url cannot have every length. */
function tokenOf(length: number): string {
  for (const kid of ['k', 'k1', 'k12']) {
    for (let fill = 5_900; fill < 6_100; fill++) {
      const first = json({ ...header, kid })
      const long = `${first}.${json({ fill: 'x'.repeat(fill) })}.${base64url(signature)}`
      if (long.length === length) return long
    }
  }
  return assert.fail(`no token of ${length} characters was found`)
}
