import { Failure } from '#contract/declaration/failures.ts'
import { isAddress } from '../core/url-at.ts'
import type { OidcClients } from './oidc-clients.ts'

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
