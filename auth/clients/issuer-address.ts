import { Failure } from '#contract/declaration/failures.ts'
import type { OidcClients } from './oidc-clients.ts'

/** Says whether an issuer is a URL that browsers can open. All addresses of the OpenID provider are below it. */
export const isAddress = (issuer: string): boolean => /^https?:$/.test(URL.parse(issuer)?.protocol ?? '')

/**
 * Requires an issuer that browsers can open, because every grant of a client begins at an address of the provider below it.
 * @throws {Failure} `invalid_request`
 */
export function requireAddress({ issuer }: OidcClients['policy']): void {
  if (issuer === undefined || isAddress(issuer)) return
  const detail =
    'This installation has no OpenID provider: LATCHKEY_ISSUER must be the URL that browsers reach it at.'
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/grant_types', code: 'not_allowed', detail }],
  })
}
