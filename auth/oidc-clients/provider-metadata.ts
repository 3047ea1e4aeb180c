import { randomBytes } from 'node:crypto'
import { type Client, usesSecrets } from './client.ts'
import { redirectKindOf } from './redirect-uri.ts'

/**
 * A secret that nobody knows. The library wants one for each client that has secrets, and ours are stored as digests. A comparison
 * with it fails, so that a client is refused where `secretMatches` is not asked.
 */
const unknownSecret = randomBytes(32).toString('base64url')

const grantNames = {
  authorization_code: 'authorization_code',
  refresh_token: 'refresh_token',
  client_credentials: 'client_credentials',
  device_code: 'urn:ietf:params:oauth:grant-type:device_code',
} as const

export type ProviderMetadata = ReturnType<typeof describe>

const described = new WeakMap<Client, ProviderMetadata>()

/** Describes a client to the provider, in the names of RFC 7591. A client that is in memory is described once. */
export function toProviderMetadata(client: Client): ProviderMetadata {
  let metadata = described.get(client)
  if (!metadata) {
    metadata = describe(client)
    described.set(client, metadata)
  }
  return metadata
}

function describe(client: Client) {
  const begins = client.grantTypes.includes('authorization_code')
  return {
    client_id: client.id,
    client_name: client.name,
    ...(usesSecrets(client) ? { client_secret: unknownSecret } : {}),
    application_type: isNative(client) ? 'native' : 'web',
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    ...(client.jwks ? { jwks: client.jwks } : {}),
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    ...(client.backchannelLogoutUri === null
      ? {}
      : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
    grant_types: client.grantTypes.map((type) => grantNames[type]),
    response_types: begins ? (['code'] as const) : [],
    scope: client.scopes.join(' '),
    id_token_signed_response_alg: client.idTokenAlgorithm,
    require_pushed_authorization_requests: client.requiresPushedRequests,
    dpop_bound_access_tokens: client.bindsAccessTokens,
  }
}

/** A native application has an address on loopback, where any port is right, or one with a private scheme (RFC 8252). */
const isNative = ({ redirectUris, postLogoutRedirectUris }: Client): boolean =>
  [...redirectUris, ...postLogoutRedirectUris].some((uri) => redirectKindOf(uri) !== 'web')
