import type { IntrospectionResource } from '#contract/tokens.ts'
import type { Auth } from '../../core/auth.ts'
import type { Client } from '../../oidc-clients/client.ts'
import { findProviderToken, toIntrospection } from './provider-tokens.ts'

/**
 * Answers an introspection request of an OpenID client (RFC 7662). The client learns about access tokens that it was given
 * itself, and nothing about any other text, not even whether it is a token (I138). A refresh token is never active, because no
 * application may accept one.
 */
export async function introspectForClient(
  auth: Auth,
  input: { token: string; client: Client },
): Promise<IntrospectionResource> {
  const found = await findProviderToken(auth, input)
  return found && found.model !== 'RefreshToken' ? toIntrospection(auth, found) : { active: false }
}
