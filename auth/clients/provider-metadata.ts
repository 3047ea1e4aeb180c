import { randomBytes } from 'node:crypto'
import { type Client, usesSecrets } from './client.ts'
import { redirectKindOf } from './redirect-uri.ts'

/**
 * A random secret that nobody knows. The library `oidc-provider` needs the secret of each client, but only digests are stored.
 * A comparison with this secret always fails, so that a client is refused where `secretMatches` is not called.
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

/** Returns the metadata of a client for the library, in the names of RFC 7591. They are made once for each client in memory. */
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
    require_pkce: client.requirePkce,
    dpop_bound_access_tokens: client.bindsAccessTokens,
  }
}

/** Checks whether a client is a native application (RFC 8252): one with an address on loopback or with a private scheme. */
const isNative = ({ redirectUris, postLogoutRedirectUris }: Client): boolean =>
  [...redirectUris, ...postLogoutRedirectUris].some((uri) => redirectKindOf(uri) !== 'web')
