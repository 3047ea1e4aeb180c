import type { IncomingHttpHeaders } from 'node:http'
import { isApiKeyForm } from '#contract/api-key-form.ts'
import { Failure } from '#contract/failures.ts'

/**
 * What an OAuth client proves itself by where it has no bearer token (RFC 6749 section 2.3.1): an API key, by HTTP Basic or as
 * `client_secret` in the form. The id of the client may be anything, because the key says whose it is.
 * @throws {Failure} `token_invalid` for what is no API key: neither a session nor the service credential is a client secret
 */
export function clientSecretIn(
  { authorization }: IncomingHttpHeaders,
  inForm: string | undefined,
): string | undefined {
  const secret = authorization === undefined ? inForm : basicSecret(authorization)
  if (secret !== undefined && !isApiKeyForm(secret)) throw new Failure('token_invalid')
  return secret
}

export const isBasic = (authorization = ''): boolean => /^basic( |$)/i.test(authorization)

/** Empty for what is not well-formed: it is a credential, and no good one. */
function basicSecret(authorization: string): string | undefined {
  if (!isBasic(authorization)) return undefined
  const pair = Buffer.from(authorization.slice('basic '.length).trim(), 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon < 0) return ''
  try {
    // Clients encode both parts as in a form, and some do not; an API key has no sign that one could tell it by but `_`.
    return decodeURIComponent(pair.slice(colon + 1))
  } catch {
    return ''
  }
}
