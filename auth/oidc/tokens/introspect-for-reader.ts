import type { IntrospectionResource } from '#contract/sessions/tokens.ts'
import type { KnownClients } from '../../clients/index.ts'
import type { Auth } from '../../core/auth.ts'
import { findProviderToken, toIntrospection } from './provider-tokens.ts'

/**
 * Answers an introspection request about an access token for an API, of a caller who may read all sessions: an admin, an API key
 * with `sessions:read`, or the other service.
 */
export async function introspectForReader(
  auth: Auth & { clients: KnownClients },
  input: { token: string },
): Promise<IntrospectionResource> {
  const found = await findProviderToken(auth, input.token)
  if (found?.audience === undefined || !(await auth.clients.find(found.clientId))) return { active: false }
  return toIntrospection(auth, found)
}
