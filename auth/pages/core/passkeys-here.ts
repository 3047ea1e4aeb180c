import { isIP } from 'node:net'
import { Failure } from '#contract/declaration/failures.ts'
import { parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'
import {
  PasskeyAssertion,
  type PasskeyAssertionResource,
  PasskeyAttestation,
  type PasskeyAttestationResource,
} from '#contract/sign-in/webauthn.ts'
import { ownOrigins } from '#runtime/http/http-call.ts'
import { checker } from '#runtime/requests/validation.ts'
import type { PageRequest } from './answer.ts'
import type { Pages } from './pages.ts'

/**
 * Says whether passkeys can be used on the page of a request: its origin must be one of those that the settings allow
 * for passkeys. Only a browser on this machine asks for `localhost`, with no proxy that changes the host: one that asked for
 * 127.0.0.1 has no passkeys.
 */
export function takesPasskeys(pages: Pages, request: PageRequest): boolean {
  const site = pages.relyingParty
  if (!site || (site.id === 'localhost' && isIP(request.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0))
    return false
  return ownOrigins(pages, request).some((origin) => site.origins.includes(origin))
}

const checkAssertion = checker(PasskeyAssertion)
const checkAttestation = checker(PasskeyAttestation)

/**
 * Reads the answer of a passkey, which the script of the pages has put into a form.
 * @throws {Failure} `passkey_invalid` for any other text
 */
export const assertionIn = (text: string): PasskeyAssertionResource => read(text, checkAssertion)
export const attestationIn = (text: string): PasskeyAttestationResource => read(text, checkAttestation)

function read<T>(text: string, check: (value: unknown) => T): T {
  try {
    return check(parseStrictJson(text))
  } catch (cause) {
    const isMalformed = cause instanceof StrictJsonError || cause instanceof Failure
    throw isMalformed ? new Failure('passkey_invalid', { cause }) : cause
  }
}
