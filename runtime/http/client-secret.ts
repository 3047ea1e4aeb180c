import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '#contract/failures.ts'
import { isApiKeyForm } from '#contract/rules/api-key-form.ts'

/**
 * Reads the secret of an OAuth client that sends no bearer token (RFC 6749 section 2.3.1): an API key, by HTTP Basic or as
 * `client_secret` in the form. The id of the client may be anything, because the key says whose it is.
 * @throws {Failure} `token_invalid` for a secret that is no API key: access tokens and the service credential are refused
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

/** The secret in HTTP Basic; empty when the header is malformed, so that it is refused as a wrong credential. */
function basicSecret(authorization: string): string | undefined {
  if (!isBasic(authorization)) return undefined
  const pair = Buffer.from(authorization.slice('basic '.length).trim(), 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon < 0) return ''
  try {
    // Some clients percent-encode both parts and some do not. An API key reads the same either way.
    return decodeURIComponent(pair.slice(colon + 1))
  } catch {
    return ''
  }
}
