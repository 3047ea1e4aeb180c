import { errors } from 'oidc-provider'

/** The limits on the parameters of one request, in characters: no application needs more, and each request is stored. */
const maxTogether = 8 * 1024
const maxAlone: Readonly<Record<string, number>> = { state: 2 * 1024, nonce: 2 * 1024, login_hint: 2 * 1024 }

/** Requires parameters that may be stored. @throws `invalid_request` of the library */
export function requireShortParameters(parameters: Record<string, unknown> = {}): void {
  for (const [name, max] of Object.entries(maxAlone))
    if (String(parameters[name] ?? '').length > max)
      throw new errors.InvalidRequest(`${name} must have at most ${max} characters`)
  if (JSON.stringify(parameters).length > maxTogether)
    throw new errors.InvalidRequest(`the parameters must have at most ${maxTogether} characters together`)
}
