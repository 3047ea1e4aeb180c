import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { before, describe, mock, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { importVerificationKey, type VerificationKey } from './verification-key.ts'
import {
  type AccessClaims,
  createTokenVerifier,
  type TokenVerifier,
  type TokenVerifierOptions,
} from './verify-token.ts'

const issuer = 'https://auth.example.com'
const audience = 'https://api.example.com'
const startMs = Date.UTC(2026, 0, 1)
const startSeconds = startMs / 1000

const ours = generateKeyPairSync('ed25519')
const another = generateKeyPairSync('ed25519')
const header = { alg: 'EdDSA', kid: 'k1', typ: 'at+jwt' }
const claims: AccessClaims = {
  iss: issuer,
  aud: audience,
  sub: 'user-1',
  client_id: 'latchkey',
  sid: 'session-1',
  jti: 'token-1',
  iat: startSeconds,
  exp: startSeconds + 900,
  auth_time: startSeconds - 60,
  amr: ['pwd'],
  role: 'user',
  scope: '',
  username: 'ada',
}

const base64url = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/**
 * Mints a token. A part given as a string is used unchanged, for JSON that JSON.stringify would not write.
 */
function mint(parts: { header?: unknown; claims?: unknown; key?: KeyObject } = {}): string {
  const signed = `${base64url(parts.header ?? header)}.${base64url(parts.claims ?? claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), parts.key ?? ours.privateKey).toString('base64url')}`
}

const mintWith = (changes: Record<string, unknown>): string => mint({ claims: { ...claims, ...changes } })

async function toVerificationKey(key: KeyObject): Promise<VerificationKey> {
  const raw = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
  return { algorithm: 'EdDSA', key: await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']) }
}

/** Spies on `crypto.subtle.verify`: signatures are really checked, and the checks are counted. */
const signatureChecks = mock.method(crypto.subtle, 'verify')

/** A token verifier with a clock that the test sets, and the number of signatures that it has checked. */
interface Bench {
  verifier: TokenVerifier
  clock: { now: number }
  checks(): number
}

describe('verifying an access token', () => {
  const keys = new Map<string, VerificationKey>()

  before(async () => {
    keys.set('k1', await toVerificationKey(ours.publicKey))
    keys.set('k2', await toVerificationKey(another.publicKey))
  })

  function bench(options: Partial<TokenVerifierOptions> = {}): Bench {
    const clock = { now: startMs }
    const before = signatureChecks.mock.callCount()
    const checks = () => signatureChecks.mock.callCount() - before
    const findKey = (kid: string) => keys.get(kid)
    const verifier = createTokenVerifier({ issuer, audience, findKey, now: () => clock.now, ...options })
    return { verifier, clock, checks }
  }

  async function refuses(token: string, label: string): Promise<void> {
    const { verifier } = bench()
    // Each token is tried twice, because a refused token must not be remembered as valid. It is then tried
    // with `allowExpired`, which must not accept a forged token.
    for (const options of [{}, {}, { allowExpired: true }]) {
      await assert.rejects(
        verifier.verify(token, options),
        (error: unknown) => error instanceof Failure && error.code === 'token_invalid',
        label,
      )
    }
  }

  test('a token of ours gives its claims, and gives them again', async () => {
    const { verifier } = bench()
    const token = mint()
    assert.deepEqual(await verifier.verify(token), claims)
    assert.deepEqual(await verifier.verify(token), claims)
    assert.deepEqual(
      await verifier.verify(mint({ header: { typ: 'at+jwt', kid: 'k1', alg: 'EdDSA' } })),
      claims,
    )
  })

  test('Ed25519 is EdDSA by its newer name (RFC 9864), in a token and in a key set', async () => {
    const { verifier } = bench()
    assert.deepEqual(await verifier.verify(mint({ header: { ...header, alg: 'Ed25519' } })), claims)
    const { publicKey } = generateKeyPairSync('ed25519')
    const jwk = publicKey.export({ format: 'jwk' })
    assert.equal((await importVerificationKey({ ...jwk, alg: 'Ed25519' }))?.algorithm, 'EdDSA')
    assert.equal(await importVerificationKey({ ...jwk, alg: 'Ed448' }), undefined)
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
    assert.equal(await importVerificationKey({ ...curve, alg: 'Ed25519' }), undefined)
  })

  test('a value that is not a string is an invalid token', async () => {
    for (const odd of [undefined, null, 1, {}, ['a', 'b', 'c']]) {
      assert.equal(bench().verifier.remembered(odd as unknown as string), undefined)
      await refuses(odd as unknown as string, `${odd}`)
    }
  })

  test('I38 no signature, or "none" in any spelling, is refused', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
      const unsigned = `${base64url({ ...header, alg })}.${base64url(claims)}`
      await refuses(`${unsigned}.`, `${alg}, no signature`)
      await refuses(unsigned, `${alg}, two parts`)
      await refuses(`${unsigned}.AA`, `${alg}, a signature of nothing`)
      await refuses(mint({ header: { ...header, alg } }), `${alg}, and a signature that is right`)
    }
  })

  test('I38 an HMAC with the public key for its secret is refused', async () => {
    const jwk = ours.publicKey.export({ format: 'jwk' })
    const secrets: [string, string | Buffer][] = [
      ['raw bytes', Buffer.from(jwk.x ?? '', 'base64url')],
      ['x as text', jwk.x ?? ''],
      ['DER', ours.publicKey.export({ format: 'der', type: 'spki' })],
      ['PEM', ours.publicKey.export({ format: 'pem', type: 'spki' })],
      ['JWK', JSON.stringify(jwk)],
      ['nothing', ''],
    ]
    for (const [name, secret] of secrets) {
      for (const [alg, digest] of [
        ['HS256', 'sha256'],
        ['HS512', 'sha512'],
        ['EdDSA', 'sha512'],
      ] as const) {
        const signed = `${base64url({ ...header, alg })}.${base64url(claims)}`
        const mac = createHmac(digest, secret).update(signed).digest('base64url')
        await refuses(`${signed}.${mac}`, `${alg} with ${name}`)
      }
    }
  })

  test('I38 an algorithm that is not exactly the one of the key is refused, though the signature is right', async () => {
    for (const alg of [
      'eddsa',
      'EDDSA',
      'ED25519',
      'Ed448',
      'ES256',
      'RS256',
      'PS256',
      'HS256',
      'EdDSA ',
      'at+jwt',
    ])
      await refuses(mint({ header: { ...header, alg } }), alg)
  })

  test('I39 a key id that is not exactly one of ours is refused', async () => {
    for (const kid of ['k3', 'K1', 'k1 ', '', 'k1\n', '../k1', "k1' OR '1'='1", 'constructor', 'toString'])
      await refuses(mint({ header: { ...header, kid } }), kid)
  })

  test('I38 a token that another key signed is refused under our key id', async () => {
    await refuses(mint({ key: another.privateKey }), "another key under the first key's id")
    await refuses(mint({ header: { ...header, kid: 'k2' } }), "the first key under another key's id")
    const { verifier } = bench()
    const right = mint({ header: { ...header, kid: 'k2' }, key: another.privateKey })
    assert.deepEqual(await verifier.verify(right), claims)
  })

  test('I41 another type of token is refused, though everything else is right', async () => {
    for (const typ of [
      'rt+jwt',
      'JWT',
      'jwt',
      'at+JWT',
      'AT+JWT',
      'application/at+jwt',
      'at+jwt ',
      'id+jwt',
      '',
    ])
      await refuses(mint({ header: { ...header, typ } }), typ)
  })

  test('I39 I42 a header that says more than alg, kid and typ is refused, though it is signed', async () => {
    const jwk = another.publicKey.export({ format: 'jwk' })
    const extra: Record<string, unknown> = {
      crit: ['b64'],
      b64: false,
      jku: 'https://evil.example/jwks',
      jwk,
      x5u: 'https://evil.example/cert',
      x5c: ['MIIB'],
      zip: 'DEF',
    }
    for (const [name, value] of Object.entries(extra)) {
      await refuses(mint({ header: { ...header, [name]: value } }), name)
      await refuses(
        mint({ header: { ...header, [name]: value }, key: another.privateKey }),
        `${name}, own key`,
      )
    }
    const { kid, ...withoutKid } = header
    assert.equal(kid, 'k1')
    await refuses(mint({ header: { ...withoutKid, jwk }, key: another.privateKey }), 'jwk instead of kid')
  })

  test('I40 claims that stand twice are refused, though they are signed', async () => {
    const text = JSON.stringify(claims)
    await refuses(mint({ claims: `${text.slice(0, -1)},"role":"admin"}` }), 'role twice')
    await refuses(mint({ claims: `${text.slice(0, -1)},"\\u0073ub":"user-1"}` }), 'sub twice, by an escape')
    await refuses(mint({ claims: `{"exp":9999999999,${text.slice(1)}` }), 'exp twice')
    await refuses(mint({ claims: `${text.slice(0, -1)},"__proto__":{"role":"admin"}}` }), '__proto__')
  })

  test('one changed letter anywhere is refused', async () => {
    const token = mint()
    for (let at = 0; at < token.length; at += 3) {
      const letter = token[at] === 'A' ? 'B' : 'A'
      await refuses(token.slice(0, at) + letter + token.slice(at + 1), `letter ${at}`)
    }
  })

  test('I40 another spelling of a good token is refused', async () => {
    const token = mint()
    const lastOfSignature = { A: 'B', Q: 'R', g: 'h', w: 'x' }[token.slice(-1)]
    assert.ok(lastOfSignature, 'the last letter of 64 bytes is one of four')
    await refuses(token.slice(0, -1) + lastOfSignature, 'other trailing bits')
    for (const bad of [
      `${token}=`,
      `${token}==`,
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      `${token}.`,
      `.${token}`,
      `Bearer ${token}`,
      token.replace('.', '. '),
      token.replaceAll('.', '%2E'),
      token.toLowerCase(),
      '',
      '..',
    ])
      await refuses(bad, JSON.stringify(bad))
  })

  test('a signature of another length, or with its scalar out of range, is refused', async () => {
    const token = mint()
    const dot = token.lastIndexOf('.') + 1
    const signature = Buffer.from(token.slice(dot), 'base64url')
    const signedBy = (bytes: Uint8Array) => token.slice(0, dot) + Buffer.from(bytes).toString('base64url')
    assert.deepEqual(await bench().verifier.verify(signedBy(signature)), claims)
    for (const length of [1, 32, 63])
      await refuses(signedBy(signature.subarray(0, length)), `${length} bytes`)
    await refuses(signedBy(Buffer.concat([signature, Buffer.of(0)])), '65 bytes')
    await refuses(signedBy(Buffer.concat([signature, signature])), '128 bytes')
    await refuses(signedBy(Buffer.alloc(64)), 'zeros')
    // S + L would be a second signature of the same text, which RFC 8032 section 5.1.7 forbids.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order
    const added = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse()
    await refuses(signedBy(Buffer.concat([signature.subarray(0, 32), added])), 'S + L')
  })

  test('a token longer than 8192 characters is refused, though it is signed', async () => {
    const long = mintWith({ username: 'x'.repeat(6_200) })
    assert.ok(long.length > 8192)
    await refuses(long, 'too long')
    const fitting = mintWith({ username: 'x'.repeat(5_500) })
    assert.equal((await bench().verifier.verify(fitting)).username.length, 5_500)
  })

  test('I41 a wrong issuer is refused', async () => {
    for (const iss of [`${issuer}/`, issuer.toUpperCase(), 'https://evil.example', '', null, 1, [issuer]])
      await refuses(mintWith({ iss }), JSON.stringify(iss))
  })

  test('I41 a wrong audience is refused, and so is a list', async () => {
    for (const aud of [
      `${audience}/`,
      `${issuer}/auth/refresh`,
      '',
      null,
      1,
      [audience],
      [audience, 'x'],
      [],
    ])
      await refuses(mintWith({ aud }), JSON.stringify(aud))
  })

  test('a token that names no client is good: those of earlier versions do not', async () => {
    const { client_id, ...others } = claims
    assert.deepEqual(await bench().verifier.verify(mint({ claims: others })), others)
  })

  for (const name of Object.keys(claims).filter((name) => name !== 'client_id')) {
    test(`I41 a token without ${name} is refused`, () => refuses(mintWith({ [name]: undefined }), name))
  }

  test('I41 a claim of another type is refused', async () => {
    const notText = [null, 1, true, ['user'], { a: 1 }]
    for (const name of ['iss', 'aud', 'sub', 'client_id', 'sid', 'jti', 'role', 'scope', 'username'])
      for (const value of notText)
        await refuses(mintWith({ [name]: value }), `${name} ${JSON.stringify(value)}`)
    const notTime = [null, `${startSeconds + 900}`, true, [startSeconds], {}, startSeconds + 0.5, 2 ** 53]
    for (const name of ['iat', 'exp', 'auth_time'])
      for (const value of notTime)
        await refuses(mintWith({ [name]: value }), `${name} ${JSON.stringify(value)}`)
    await refuses(mint({ claims: JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e400') }), 'exp 1e400')
    for (const value of [null, 'pwd', 1, {}]) await refuses(mintWith({ amr: value }), JSON.stringify(value))
  })

  test('I41 a token made more than a minute in the future is refused', async () => {
    const { verifier } = bench()
    const ahead = mintWith({ iat: startSeconds + 60 })
    assert.equal((await verifier.verify(ahead)).iat, startSeconds + 60)
    await refuses(mintWith({ iat: startSeconds + 61 }), '61 s ahead')
    await refuses(mintWith({ iat: startSeconds * 1000 }), 'milliseconds taken for seconds')
  })

  test('a token expires at exp, to the second, remembered or not', async () => {
    const token = mint()
    const fresh = bench()
    fresh.clock.now = claims.exp * 1000
    await assert.rejects(fresh.verifier.verify(token), { name: 'Failure', code: 'token_expired' })

    const { verifier, clock } = bench()
    assert.deepEqual(await verifier.verify(token), claims)
    clock.now = claims.exp * 1000 - 1
    assert.deepEqual(await verifier.verify(token), claims)
    clock.now = claims.exp * 1000
    await assert.rejects(verifier.verify(token), { name: 'Failure', code: 'token_expired' })
    await assert.rejects(verifier.verify(token), { name: 'Failure', code: 'token_expired' })
  })

  test('only what is right in all but its time is called expired', async () => {
    const { verifier, clock } = bench()
    clock.now = claims.exp * 1000 + 3_600_000
    for (const token of [
      mint({ key: another.privateKey }),
      mintWith({ aud: 'another' }),
      mintWith({ sid: undefined }),
    ])
      await assert.rejects(verifier.verify(token), { name: 'Failure', code: 'token_invalid' })
  })

  test('an expired token passes where that is asked for, and nowhere else', async () => {
    const { verifier, clock } = bench()
    const token = mint()
    clock.now = claims.exp * 1000 + 1
    assert.deepEqual(await verifier.verify(token, { allowExpired: true }), claims)
    await assert.rejects(verifier.verify(token), { name: 'Failure', code: 'token_expired' })
    await assert.rejects(verifier.verify(token, { allowExpired: false }), { code: 'token_expired' })
    assert.deepEqual(await verifier.verify(token, { allowExpired: true }), claims)
  })

  test('the signature of a remembered token is checked once', async () => {
    const { verifier, checks } = bench()
    const token = mint()
    for (let times = 0; times < 5; times++) await verifier.verify(token)
    assert.equal(checks(), 1)
  })

  test('I43 no more tokens are remembered than was said, and the oldest is forgotten first', async () => {
    const { verifier, checks } = bench({ remembered: 3 })
    const tokens = Array.from({ length: 4 }, (_, n) => mintWith({ jti: `token-${n}` }))
    for (const token of tokens) await verifier.verify(token)
    assert.equal(checks(), 4)
    for (const token of tokens.slice(1)) await verifier.verify(token)
    assert.equal(checks(), 4, 'the last three are remembered')
    assert.equal((await verifier.verify(tokens[0] ?? '')).jti, 'token-0')
    assert.equal(checks(), 5, 'the first was forgotten')
  })

  test('I43 a token is not remembered past its time', async () => {
    const { verifier, clock, checks } = bench()
    const token = mint()
    await verifier.verify(token)
    clock.now = claims.exp * 1000
    await assert.rejects(verifier.verify(token), { code: 'token_expired' })
    clock.now = startMs
    await verifier.verify(token)
    assert.equal(checks(), 2, 'it had to be verified again')
  })

  test('I43 a remembered token is refused once its key is gone', async () => {
    let known: VerificationKey | undefined = await toVerificationKey(ours.publicKey)
    const { verifier } = bench({ findKey: () => known })
    const token = mint()
    await verifier.verify(token)
    known = undefined
    await assert.rejects(verifier.verify(token), { code: 'token_invalid' })
  })

  test('I43 nobody can change what is remembered', async () => {
    const { verifier } = bench()
    const first = await verifier.verify(mint())
    assert.throws(() => Object.assign(first, { sub: 'somebody else' }), TypeError)
  })

  test('I43 a refused token is not remembered', async () => {
    const { verifier, checks } = bench()
    const bad = mint({ key: another.privateKey })
    for (let times = 0; times < 3; times++)
      await assert.rejects(verifier.verify(bad), { code: 'token_invalid' })
    assert.equal(checks(), 3)
  })
})
