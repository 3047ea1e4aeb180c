import { isObject, parseStrictJson } from '#contract/rules/strict-json.ts'
import { decodeBase64url } from '#sdk/jwt.ts'
import { checkSignature } from '#sdk/verification-key.ts'
import type { Client } from '../../oidc-clients/client.ts'
import { importClientKey } from '../../oidc-clients/client-keys.ts'

/** What a client says in an assertion (RFC 7523 section 3). */
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

/** The types that an assertion may have. A token of another kind, which the client may hold too, never passes for one (I139). */
const types: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt']

const maxLength = 8192
/** The clocks of two machines differ by some seconds. */
const skewSeconds = 30
/** An assertion is made for one request. One that is good for long could be kept, and its use would have to be remembered as long. */
const maxLifetimeSeconds = 600

/** Decodes an assertion and verifies nothing. Undefined for a text that is none. */
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
    // Each part is what a stranger wrote: whatever is wrong with it, it is no assertion.
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function objectIn(part: string): Record<string, unknown> | undefined {
  const value = parseStrictJson(utf8.decode(decodeBase64url(part)))
  return isObject(value) ? value : undefined
}

/**
 * Verifies that a client has signed an assertion for one of our addresses, and that it counts now. Returns its claims, or undefined.
 * Whether it was used before is not looked at.
 */
export async function verifyAssertion(
  { header, payload, signed, signature }: Assertion,
  { client, audiences, now }: { client: Client; audiences: readonly string[]; now: number },
): Promise<AssertionClaims | undefined> {
  const { iss, sub, aud, jti, exp, nbf = 0, iat = 0 } = payload
  const seconds = now / 1000
  if (iss !== client.id || sub !== client.id) return undefined
  // One audience, as a text or as a list of one: with several, another of them could send the assertion on to us.
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
