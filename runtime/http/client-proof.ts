import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '#contract/declaration/failures.ts'
import { isApiKeyForm } from '#contract/rules/api-key-form.ts'
import type { ClientProof } from '../requests/route.ts'

/** The form parameters for the authentication of an OAuth client, such as `client_secret`. */
export type ClientForm = Readonly<Record<string, string | undefined>>

/**
 * Reads the API key that an OAuth client sends as its secret (RFC 6749 section 2.3.1): by HTTP Basic or as `client_secret` in the
 * form. The id of the client may be anything, because the API key alone identifies the caller.
 * @throws {Failure} `token_invalid` for a secret that is no API key: access tokens and the service credential are refused
 */
export function apiKeyIn(
  { authorization }: IncomingHttpHeaders,
  form: ClientForm | undefined,
): string | undefined {
  const secret = authorization === undefined ? form?.client_secret : basicPair(authorization)?.secret
  if (secret !== undefined && !isApiKeyForm(secret)) throw new Failure('token_invalid')
  return secret
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * True for an id in the form that Latchkey gives to OAuth clients. The secret that comes with any other id can only be an API
 * key.
 */
const isClientId = (id: string | undefined): id is string =>
  id !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

/**
 * Reads the credential with which an OAuth client authenticates: a secret or an assertion. Returns undefined when the client
 * sends none, or sends a bearer token or an API key.
 * @throws {Failure} `invalid_request` for two methods at once (RFC 6749 section 2.3), and for an unknown type of assertion
 */
export function clientProofIn(
  { authorization }: IncomingHttpHeaders,
  form: ClientForm = {},
): ClientProof | undefined {
  const proofs: ClientProof[] = []
  const { client_id: clientId, client_secret: secret, client_assertion: assertion } = form
  const basic = basicPair(authorization)
  if (basic && isClientId(basic.id) && !isApiKeyForm(basic.secret))
    proofs.push({ method: 'client_secret_basic', clientId: basic.id, secret: basic.secret })
  if (assertion !== undefined) {
    if (form.client_assertion_type !== assertionType)
      throw wrong('/client_assertion_type', `With an assertion this is ${assertionType}.`)
    proofs.push({ method: 'private_key_jwt', clientId, assertion })
  }
  if (secret !== undefined && isClientId(clientId) && !isApiKeyForm(secret))
    proofs.push({ method: 'client_secret_post', clientId, secret })
  const [proof, second] = proofs
  if (second || (proof && proof.method !== 'client_secret_basic' && authorization !== undefined))
    throw wrong('/client_id', 'A client proves itself in one way only.')
  return proof
}

const wrong = (pointer: string, detail: string): Failure =>
  new Failure('invalid_request', { errors: [{ pointer, code: 'not_allowed', detail }] })

export const isBasic = (authorization = ''): boolean => /^basic( |$)/i.test(authorization)

/**
 * Returns the id and the secret in HTTP Basic. Both are empty when the header is malformed, so that it is refused as a wrong
 * credential.
 */
function basicPair(authorization: string | undefined): { id: string; secret: string } | undefined {
  if (authorization === undefined || !isBasic(authorization)) return undefined
  const pair = Buffer.from(authorization.slice('basic '.length).trim(), 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon < 0) return { id: '', secret: '' }
  try {
    // Some clients percent-encode both parts, and some do not. API keys and our secrets have no character that is encoded, so
    // both are accepted.
    return { id: decodeURIComponent(pair.slice(0, colon)), secret: decodeURIComponent(pair.slice(colon + 1)) }
  } catch {
    return { id: '', secret: '' }
  }
}
