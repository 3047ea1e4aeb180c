import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { PasskeyAssertionResource, PasskeyAttestationResource } from '#contract/sign-in/webauthn.ts'
import {
  authenticatorFlags,
  type Bent,
  cborHead,
  cborText,
  coseKey,
  SoftPasskey,
} from '#tests/support/authenticator.ts'
import { readClientData } from './client-data.ts'
import { verifyAssertion } from './verify-assertion.ts'
import { verifyAttestation } from './verify-attestation.ts'

const relyingParty = {
  id: 'example.com',
  name: 'Example',
  origins: ['https://app.example.com', 'https://example.com'],
}
const options = { rpId: 'example.com', origin: 'https://app.example.com' }
const challenge = randomBytes(55).toString('base64url')
const invalid = { code: 'passkey_invalid' }
const { present, verified, eligible, backedUp, attested } = authenticatorFlags

async function register(credential: PasskeyAttestationResource) {
  readClientData(credential.response.clientDataJSON, { type: 'webauthn.create', relyingParty })
  return verifyAttestation(credential, { relyingParty, challenge })
}
async function logIn(credential: PasskeyAssertionResource, publicKey: string) {
  readClientData(credential.response.clientDataJSON, { type: 'webauthn.get', relyingParty })
  return verifyAssertion(credential, { relyingParty, challenge, publicKey })
}
const newPasskey = (more: { algorithm?: number; counter?: number } = {}) =>
  new SoftPasskey({ userHandle: 'ada', ...more })

test('a new passkey is taken, and then logs in, with each kind of key', async () => {
  for (const algorithm of [-7, -8]) {
    const passkey = newPasskey({ algorithm, counter: 3 })
    const key = await register(passkey.create({ challenge, ...options }))
    assert.equal(key.credentialId, passkey.credentialId)
    assert.deepEqual([key.counter, key.isSynced, key.transports], [3, false, ['internal']])
    const seen = await logIn(passkey.get({ challenge, ...options }), key.publicKey)
    assert.deepEqual(seen, { counter: 4, isSynced: false })
  }
})

/** The changes to the reply of an authenticator, each of which must make both a registration and a login fail. */
const tricks: Record<string, Bent> = {
  'I104 a suffix of the origin': { origin: 'https://app.example.com.evil.example' },
  'I104 a subdomain that is not listed': { origin: 'https://evil.example.com' },
  'I104 another port': { origin: 'https://app.example.com:444' },
  'I104 another scheme': { origin: 'http://app.example.com' },
  'I104 capitals': { origin: 'https://APP.example.com' },
  'I104 a slash': { origin: 'https://app.example.com/' },
  'I104 an origin that is no text': { clientData: { origin: ['https://app.example.com'] } },
  'I104 a frame of another site': { clientData: { crossOrigin: true } },
  'I104 a frame whose top is named': { clientData: { topOrigin: 'https://app.example.com' } },
  'I104 the hash of another domain': { rpId: 'app.example.com' },
  'I103 another challenge': { clientData: { challenge: randomBytes(55).toString('base64url') } },
  'I103 no challenge': { clientData: { challenge: undefined } },
  'I103 the other ceremony': { type: 'webauthn.other' },
  'bytes left over': { extra: Buffer.from([0]) },
}

for (const [what, bent] of Object.entries(tricks))
  test(`${what} is refused`, async () => {
    const passkey = newPasskey()
    const { publicKey } = await register(passkey.create({ challenge, ...options }))
    await assert.rejects(register(newPasskey().create({ challenge, ...options }, bent)), invalid)
    await assert.rejects(logIn(passkey.get({ challenge, ...options }, bent), publicKey), invalid)
  })

const hex = (text: string) => Buffer.from(text, 'hex')
/** Writes a number as bytes, the smallest first, as Ed25519 does. */
const littleEndian = (value: bigint) => hex(value.toString(16).padStart(64, '0')).reverse()
const ed25519 = (x: Buffer) =>
  coseKey([
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, x],
  ])
const p256 = (x: Buffer, y: Buffer, { curve = 1, algorithm = -7 } = {}) =>
  coseKey([
    [1, 2],
    [3, algorithm],
    [-1, curve],
    [-2, x],
    [-3, y],
  ])
const rsa = (n: Buffer, e: Buffer) =>
  coseKey([
    [1, 3],
    [3, -257],
    [-1, n],
    [-2, e],
  ])
function ecPoint(namedCurve: string): { x: Buffer; y: Buffer } {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
  return { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
}
function modulus(modulusLength: number): Buffer {
  const { n = '' } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
  return Buffer.from(n, 'base64url')
}
const f4 = hex('010001')
const point = ecPoint('P-256')
const long = ecPoint('P-384')
const twoTo255Minus19 = 2n ** 255n - 19n
const orderEight = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03'

/** Public keys that prove nothing: an attacker without the private key can sign for them, or no key can. */
const unsound: Record<string, Buffer> = {
  'the point (0, 0)': p256(Buffer.alloc(32), Buffer.alloc(32)),
  'a point beside the curve': p256(point.x, point.x),
  'a point with a short coordinate': p256(point.x.subarray(1), point.y),
  'a point of another curve': p256(long.x, long.y, { curve: 2 }),
  'a curve without its point': p256(point.x, point.y, { curve: 2 }),
  'another algorithm than that of the key': p256(point.x, point.y, { algorithm: -8 }),
  'RSA with 512 bits': rsa(modulus(512), f4),
  'RSA with 1024 bits': rsa(modulus(1024), f4),
  'RSA with the exponent 1': rsa(modulus(2048), hex('01')),
  'RSA with an even exponent': rsa(modulus(2048), hex('010000')),
  'RSA with an even modulus': rsa(Buffer.concat([modulus(2048).subarray(0, -1), hex('02')]), f4),
  'RSA with a modulus of zeros': rsa(Buffer.alloc(256), f4),
  'Ed25519 of order 1': ed25519(littleEndian(1n)),
  'Ed25519 of order 2': ed25519(littleEndian(twoTo255Minus19 - 1n)),
  'Ed25519 of order 4': ed25519(Buffer.alloc(32)),
  'Ed25519 of order 4, with the sign': ed25519(littleEndian(1n << 255n)),
  'Ed25519 of order 8': ed25519(hex(`${orderEight}7a`)),
  'Ed25519 of order 8, with the sign': ed25519(hex(`${orderEight}fa`)),
  'the other Ed25519 of order 8': ed25519(
    hex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'),
  ),
  'Ed25519 of order 4, not reduced': ed25519(littleEndian(twoTo255Minus19)),
  'Ed25519 of order 1, not reduced': ed25519(littleEndian(twoTo255Minus19 + 1n)),
  'Ed25519 beside the curve': ed25519(littleEndian(2n)),
  'Ed25519 with 31 bytes': ed25519(randomBytes(31)),
}

for (const [what, cose] of Object.entries(unsound))
  test(`a passkey whose key proves nothing is not stored: ${what}`, async () => {
    const passkey = new SoftPasskey({ userHandle: 'ada', cose })
    await assert.rejects(register(passkey.create({ challenge, ...options })), invalid)
  })

test('sound keys of each kind are stored', async () => {
  const keys = Array.from({ length: 20 }, () =>
    generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
  )
  const sound = [
    p256(point.x, point.y),
    rsa(modulus(2048), f4),
    rsa(modulus(3072), hex('03')),
    ...keys.map(({ x = '' }) => ed25519(Buffer.from(x, 'base64url'))),
  ]
  for (const cose of sound) {
    const passkey = new SoftPasskey({ userHandle: 'ada', cose })
    const { publicKey } = await register(passkey.create({ challenge, ...options }))
    assert.equal(publicKey, cose.toString('base64url'))
  }
})

test('I105 the person must be there and verified, by the signed flags', async () => {
  const passkey = newPasskey()
  const { publicKey } = await register(passkey.create({ challenge, ...options }))
  for (const flags of [0, present, verified]) {
    await assert.rejects(
      register(newPasskey().create({ challenge, ...options }, { flags: flags | attested })),
      invalid,
    )
    await assert.rejects(logIn(passkey.get({ challenge, ...options }, { flags }), publicKey), invalid)
  }
})

test('a passkey that attests itself is taken, as browsers pass it on', async () => {
  const passkey = newPasskey()
  const flags = present | verified | attested
  const { response } = passkey.create({ challenge, ...options }, { flags, isSelfAttested: true })
  const made = {
    id: passkey.credentialId,
    rawId: passkey.credentialId,
    type: 'public-key' as const,
    response,
  }
  assert.equal((await register(made)).credentialId, passkey.credentialId)
  const wrong = newPasskey().create(
    { challenge, ...options },
    { isSelfAttested: true, signed: Buffer.from('else') },
  )
  await assert.rejects(register(wrong), invalid)
})

test('I108 what is taken is decided here, not by what the page has asked for', async () => {
  const rejects = (credential: PasskeyAttestationResource) => assert.rejects(register(credential), invalid)
  await rejects(newPasskey({ algorithm: -35 }).create({ challenge, ...options }))
  const x5c = Buffer.concat([cborHead(5, 1), cborText('x5c'), cborHead(4, 0)])
  for (const bent of [{ format: 'fido-u2f' }, { format: 'apple' }, { format: 'packed', statement: x5c }])
    await assert.rejects(register(newPasskey().create({ challenge, ...options }, bent)), (error: Error) => {
      // The certificate must be refused before the library sees it, because the library has been attacked through its
      // certificate parsers.
      assert.match(String(error.cause), /of a form that was not asked for/, bent.format)
      return true
    })
  await rejects(newPasskey().create({ challenge, ...options }, { format: 'none', statement: x5c }))
  const made = newPasskey().create({ challenge, ...options })
  await rejects({ ...made, id: 'AAAA', rawId: 'AAAA' })
  await rejects({ ...made, response: { ...made.response, attestationObject: 'oA' } })
  await rejects({
    ...made,
    response: { ...made.response, attestationObject: Buffer.alloc(6000, 0x81).toString('base64url') },
  })
})

test('I109 a wrong signature tells nothing of the counter', async () => {
  const passkey = newPasskey({ counter: 5 })
  const { publicKey } = await register(passkey.create({ challenge, ...options }))
  const assertion = passkey.get({ challenge, ...options }, { counter: 4_000_000_000 })
  const signature = Buffer.from(assertion.response.signature, 'base64url')
  for (const bent of [
    Buffer.concat([signature.subarray(0, -1), Buffer.from([(signature.at(-1) ?? 0) ^ 1])]),
    Buffer.from([0]),
    newPasskey().get({ challenge, ...options }).response.signature,
  ]) {
    const wrong = typeof bent === 'string' ? bent : bent.toString('base64url')
    const response = { ...assertion.response, signature: wrong }
    await assert.rejects(logIn({ ...assertion, response }, publicKey), invalid)
  }
})

test('I111 a passkey that begins to be copied, or ceases to, logs in all the same', async () => {
  const passkey = newPasskey()
  const { publicKey } = await register(passkey.create({ challenge, ...options }))
  for (const [more, isSynced] of [
    [0, false],
    [eligible, true],
    [eligible | backedUp, true],
  ] as const) {
    const flags = present | verified | more
    const seen = await logIn(passkey.get({ challenge, ...options }, { flags }), publicKey)
    assert.equal(seen.isSynced, isSynced)
  }
})
