import type { IntrospectionResource } from '#contract/sessions/tokens.ts'
import type { Client, KnownClients } from '../../clients/index.ts'
import type { Auth } from '../../core/auth.ts'
import { belongsTo, findProviderToken, isFor, toIntrospection } from './provider-tokens.ts'

/**
 * Answers an introspection request of an OpenID client (RFC 7662). The client learns about tokens that it was given itself, and
 * about access tokens for the API that it is. It learns nothing about any other text, not even whether it is a token (I138). A
 * refresh token is active for its own client only, because no other application may accept one.
 */
export async function introspectForClient(
  auth: Auth & { clients: KnownClients },
  input: { token: string; client: Client },
): Promise<IntrospectionResource> {
  const found = await findProviderToken(auth, input.token)
  if (!found) return { active: false }
  if (belongsTo(found, input.client)) return toIntrospection(auth, found)
  // A client that was disabled or deleted has no access any more, although its grants may still exist.
  const isToldOf = isFor(found, input.client) && (await auth.clients.find(found.clientId)) !== undefined
  return isToldOf ? toIntrospection(auth, found) : { active: false }
}
