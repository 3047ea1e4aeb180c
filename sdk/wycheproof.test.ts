import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { parseStrictJson } from '#contract/rules/strict-json.ts'
import { decodeBase64url } from './jwt.ts'
import { checkSignature, importVerificationKey, signatureAlgorithms } from './verification-key.ts'

/**
 * The folder of the test vectors of Project Wycheproof (Apache-2.0), beside the repository. When it is
 * missing, the tests are skipped.
 */
const folder = new URL('../../shared/data/wycheproof/', import.meta.url)
const options = existsSync(folder) ? {} : { skip: 'the Wycheproof vectors are not beside the repository' }

type Jwk = Record<string, unknown>
interface Vector {
  tcId: number
  comment: string
  result: 'valid' | 'invalid'
  jws: string
  msg: string
  sig: string
}
interface Group {
  comment: string
  public?: Jwk & { keys?: Jwk[] }
  private?: Jwk & { keys?: Jwk[] }
  publicKeyJwk?: Jwk
  tests: Vector[]
}

const groupsOf = (file: string): Group[] =>
  (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { testGroups: Group[] }).testGroups

/**
 * Returns whether a JWS is accepted with a key. Our tokens require a `typ`, which the vectors lack, so that
 * `typ` is not checked here.
 */
async function accepts(jwk: Jwk, jws: string): Promise<boolean> {
  const [head = '', body = '', signature = '', ...more] = jws.split('.')
  try {
    const { alg, kid, ...others } = parseStrictJson(new TextDecoder().decode(decodeBase64url(head))) as Jwk
    if (more.length > 0 || Object.keys(others).length > 0 || (kid ?? jwk.kid) !== jwk.kid) return false
    if (body !== '') decodeBase64url(body)
    const key = await importVerificationKey(jwk)
    if (!key) return false
    await checkSignature(
      {
        header: { alg: String(alg), kid: '', typ: '' },
        payload: {},
        signed: new TextEncoder().encode(`${head}.${body}`),
        signature: decodeBase64url(signature),
      },
      key,
    )
    return true
  } catch (error) {
    if (
      error instanceof Failure ||
      error instanceof SyntaxError ||
      (error as Error).name === 'StrictJsonError'
    )
      return false
    throw error
  }
}

/**
 * Returns whether Latchkey accepts the algorithm of a key. Signatures with any other algorithm must be
 * refused.
 */
const isOurs = (jwk: Jwk): boolean => signatureAlgorithms.some((one) => one === jwk.alg)

test(
  'I38 I40 every JWS vector is judged right, and none with an algorithm that is not ours is taken',
  options,
  async () => {
    let judged = 0
    for (const group of groupsOf('json_web_signature_test.json')) {
      const jwk = group.public ?? group.private ?? {}
      for (const { tcId, comment, result, jws } of group.tests) {
        const expected = isOurs(jwk) && result === 'valid'
        assert.equal(await accepts(jwk, jws), expected, `${tcId} ${group.comment} ${comment}`)
        judged++
      }
    }
    assert.equal(judged, 401)
  },
)

/**
 * The vectors that are left out. Their keys have the ROCA weakness of chips of 2012 to 2017, which Latchkey's
 * own keys cannot have.
 */
const notAboutUs = new Set(['jws_rsa_roca_key'])

test('I38 I39 a weak, mixed or misused key of a set is no key', options, async () => {
  let judged = 0
  for (const group of groupsOf('json_web_key_test.json')) {
    if (notAboutUs.has(group.comment)) continue
    const keys = (group.public ?? group.private)?.keys ?? []
    for (const { tcId, comment, result, jws } of group.tests) {
      const verdicts = await Promise.all(keys.map((jwk) => accepts(jwk, jws)))
      const expected = keys.every(isOurs) && result === 'valid'
      assert.equal(verdicts.some(Boolean), expected, `${tcId} ${group.comment} ${comment}`)
      judged++
    }
  }
  assert.equal(judged, 25)
})

test('I22 every Ed25519 vector is judged right', options, async () => {
  let judged = 0
  for (const { publicKeyJwk, tests } of groupsOf('ed25519_test.json')) {
    const key = await importVerificationKey({ ...publicKeyJwk, alg: 'EdDSA' })
    assert.ok(key)
    for (const { tcId, comment, result, msg, sig } of tests) {
      const jwt = {
        header: { alg: 'EdDSA', kid: '', typ: '' },
        payload: {},
        signed: Uint8Array.from(Buffer.from(msg, 'hex')),
        signature: Uint8Array.from(Buffer.from(sig, 'hex')),
      }
      const accepted: boolean = await checkSignature(jwt, key).then(
        () => true,
        () => false,
      )
      assert.equal(accepted, result === 'valid', `${tcId} ${comment}`)
      judged++
    }
  }
  assert.ok(judged >= 150, `${judged} vectors`)
})
