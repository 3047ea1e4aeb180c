import { isObject, parseStrictJson } from '#contract/rules/strict-json.ts'
import { decodeBase64url } from '#sdk/jwt.ts'
import { checkSignature } from '#sdk/verification-key.ts'
import type { Client } from '../client.ts'
import { importClientKey } from '../client-keys.ts'

/** The claims of a client's assertion (RFC 7523 section 3). */
export interface AssertionClaims {
  iss: string
  sub: string
  aud: string
  jti: string
  exp: number
}

interface Assertion {
  header: Record<string, unknown>
  payload: Record<string, unknown>
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/**
 * The allowed values of `typ` in an assertion. Other tokens that the client has, such as a logout token, have another
 * type and are not accepted as an assertion (I139).
 */
const types: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt']

const maxLength = 8192
/** The clocks of two computers may differ by this many seconds. */
const skewSeconds = 30
/**
 * The longest lifetime of an assertion, in seconds. An assertion is made for one request. With a longer lifetime it could be
 * stolen and used later, and its use would have to be remembered for as long.
 */
const maxLifetimeSeconds = 600

/** Decodes an assertion without verifying it. Returns undefined for a text that is not an assertion. */
export function decodeAssertion(text: string): Assertion | undefined {
  const parts = text.length <= maxLength ? text.split('.', 4) : []
  const [header, payload, signature] = parts
  if (parts.length !== 3 || !header || !payload || !signature) return undefined
  try {
    const [decodedHeader, decodedPayload] = [objectIn(header), objectIn(payload)]
    if (!decodedHeader || !decodedPayload) return undefined
    const signed = new TextEncoder().encode(`${header}.${payload}`)
    return { header: decodedHeader, payload: decodedPayload, signed, signature: decodeBase64url(signature) }
  } catch {
    // The text comes from an unknown sender. Whatever fails while it is decoded, it is not an assertion.
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function objectIn(part: string): Record<string, unknown> | undefined {
  const value = parseStrictJson(utf8.decode(decodeBase64url(part)))
  return isObject(value) ? value : undefined
}

/**
 * Verifies that an assertion is signed by the client, made for one of the given audiences, and valid now. Returns its
 * claims, or undefined. Whether it was used before is checked elsewhere.
 */
export async function verifyAssertion(
  { header, payload, signed, signature }: Assertion,
  { client, audiences, now }: { client: Client; audiences: readonly string[]; now: number },
): Promise<AssertionClaims | undefined> {
  const { iss, sub, aud, jti, exp, nbf = 0, iat = 0 } = payload
  const seconds = now / 1000
  if (iss !== client.id || sub !== client.id) return undefined
  // An assertion must have exactly one audience. With several, another one of them could pass the assertion on to this
  // service.
  const [audience, ...others] = Array.isArray(aud) ? aud : [aud]
  if (typeof audience !== 'string' || others.length > 0 || !audiences.includes(audience)) return undefined
  if (typeof jti !== 'string' || jti.length < 1 || jti.length > 255) return undefined
  if (typeof exp !== 'number' || exp <= seconds - skewSeconds) return undefined
  if (exp > seconds + maxLifetimeSeconds + skewSeconds) return undefined
  for (const from of [nbf, iat])
    if (typeof from !== 'number' || from > seconds + skewSeconds) return undefined
  if (!types.includes(header.typ) || Object.hasOwn(header, 'crit')) return undefined
  if (!(await isSignedBy(client, { header, signed, signature }))) return undefined
  return { iss, sub, aud: audience, jti, exp }
}

async function isSignedBy(
  client: Client,
  { header, signed, signature }: Pick<Assertion, 'header' | 'signed' | 'signature'>,
): Promise<boolean> {
  const { alg, kid } = header
  if (typeof alg !== 'string') return false
  for (const jwk of client.jwks?.keys ?? []) {
    if (kid !== undefined && jwk.kid !== undefined && jwk.kid !== kid) continue
    const key = await importClientKey(jwk)
    if (
      key &&
      (await isGood(
        checkSignature({ header: { alg, kid: '', typ: '' }, payload: {}, signed, signature }, key),
      ))
    )
      return true
  }
  return false
}

const isGood = (check: Promise<void>): Promise<boolean> =>
  check.then(
    () => true,
    () => false,
  )
