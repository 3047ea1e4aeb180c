import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { refused } from './refused.ts'

/**
 * Reads the client data that the browser has written (WebAuthn section 5.8.1), and checks all of it except the challenge, which
 * it returns. A page in a frame of another site is refused, because its visitor may not see which site the passkey is used for.
 * @throws {Failure} `passkey_invalid`
 */
export function readClientData(
  encoded: string,
  { type, relyingParty }: { type: 'webauthn.create' | 'webauthn.get'; relyingParty: RelyingParty },
): { challenge: string } {
  const data = parse(Buffer.from(encoded, 'base64url').toString())
  if (data.type !== type) throw refused('the client data is of another ceremony')
  if (!relyingParty.origins.some((origin) => origin === data.origin))
    throw refused('the page is not of an origin in LATCHKEY_PASSKEY_ORIGINS')
  if (data.crossOrigin === true || data.topOrigin !== undefined)
    throw refused('the page is in a frame of another site')
  if (typeof data.challenge !== 'string') throw refused('the client data has no challenge')
  return { challenge: data.challenge }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch (cause) {
    throw refused('the client data is not JSON', cause)
  }
  throw refused('the client data is not an object')
}
