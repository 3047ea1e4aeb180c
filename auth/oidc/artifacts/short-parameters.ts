import { errors } from 'oidc-provider'

/** The limits on the parameters of one request, in characters: no application needs more, and each request is stored. */
const maxTogether = 8 * 1024
const maxAlone: Readonly<Record<string, number>> = { state: 2 * 1024, nonce: 2 * 1024, login_hint: 2 * 1024 }

/** Returns what is wrong with parameters that are too long to be stored; undefined when nothing is. */
export function faultOf(parameters: Record<string, unknown> = {}): string | undefined {
  for (const [name, max] of Object.entries(maxAlone))
    if (String(parameters[name] ?? '').length > max) return `${name} must have at most ${max} characters`
  if (JSON.stringify(parameters).length <= maxTogether) return undefined
  return `the parameters must have at most ${maxTogether} characters together`
}

/** Requires parameters that may be stored. @throws `invalid_request` of the library */
export function requireShortParameters(parameters: Record<string, unknown> | undefined): void {
  const fault = faultOf(parameters)
  if (fault !== undefined) throw new errors.InvalidRequest(fault)
}
