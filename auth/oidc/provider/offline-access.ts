import type { KoaContextWithOIDC } from 'oidc-provider'
import { wordsOf } from '../core/words.ts'

const scope = 'offline_access'

/**
 * Puts the scope `offline_access` back into a request, from which the library removes it unless the person is asked for consent
 * each time (`prompt=consent`). A client that may refresh gets a refresh token anyway, and OpenID Connect Core section 11 leaves
 * the conditions to the provider. Without the scope a refresh that repeats the configured scopes would be refused.
 */
export function keepOfflineAccess({ oidc, query }: KoaContextWithOIDC): void {
  const { params, client, body, entities } = oidc
  const isAllowed = client?.grantTypeAllowed('refresh_token') && wordsOf(client.scope).includes(scope)
  if (!params || !isAllowed) return
  const pushed = entities.PushedAuthorizationRequest?.request
  const requested = wordsOf(pushed === undefined ? (body ?? query).scope : scopeOfPushed(pushed))
  const kept = wordsOf(params.scope)
  if (requested.includes(scope) && !kept.includes(scope)) params.scope = [...kept, scope].join(' ')
}

/** Returns the scope of a pushed request, which the library keeps as an unsigned JWT. */
function scopeOfPushed(request: string): unknown {
  const [, payload = ''] = request.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).scope
}

/** Returns a consent with `offline_access`: with each consent the client gets a refresh token, also without this scope. */
export const withOfflineAccess = <T extends { scope: string[] }>(consent: T): T => ({
  ...consent,
  scope: [...consent.scope, scope],
})
