import { type Client, errors, type ResourceServer } from 'oidc-provider'
import { identityScopes } from '../../core/capabilities.ts'
import type { Oidc } from '../core/oidc.ts'

/**
 * Describes an API to the library. A client gets access tokens for the APIs that it was registered for, and never for
 * Latchkey's own API, whose audience is another one (I138).
 * @throws {errors.InvalidTarget}
 */
export async function findResourceServer(
  { clients, keys, policy }: Oidc,
  resource: string,
  { clientId }: Client,
): Promise<ResourceServer> {
  const client = await clients.find(clientId)
  if (!client?.resources.includes(resource) || resource === policy.audience) throw new errors.InvalidTarget()
  const { algorithm: alg, kid } = keys.access()
  return {
    audience: resource,
    scope: client.scopes.filter((scope) => !identityScopes.includes(scope)).join(' '),
    accessTokenFormat: 'jwt',
    accessTokenTTL: Math.floor(policy.accessTokenMs / 1000),
    jwt: { sign: { alg, kid } },
  }
}
