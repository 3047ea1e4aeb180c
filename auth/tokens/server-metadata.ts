import { jwksEndpoint, type ServerMetadataResource, serverMetadataEndpoint } from '#contract/auth.ts'
import { type Endpoint, scopes } from '#contract/declaration/endpoint.ts'
import { introspectTokenEndpoint, revokeTokenEndpoint } from '#contract/tokens.ts'
import { signatureAlgorithms } from '#sdk/verification-key.ts'
import type { Auth } from '../core/auth.ts'
import { urlAt } from '../core/url-at.ts'
import { capabilities, identityScopes, providerRoutes } from '../oidc/core/capabilities.ts'
import { isAddress } from '../oidc-clients/issuer-address.ts'
import type { Tokens } from './tokens.ts'

/** The signature algorithms that a client may use to authenticate itself at the introspection and revocation endpoints. */
const assertionAlgorithms = [...signatureAlgorithms, 'Ed25519']
const clientMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

/**
 * Returns the metadata of the authorization server (RFC 8414). Its URLs are made from the issuer, which the operator
 * has set, and never from a header of the request, which an attacker could forge.
 */
export async function serverMetadata({
  policy,
  isProviderOn,
}: Pick<Tokens, 'policy' | 'isProviderOn'>): Promise<ServerMetadataResource> {
  const { issuer } = policy
  const at = (path: string | undefined) => urlAt(policy, path ?? '')
  return {
    issuer,
    jwks_uri: at(jwksEndpoint.paths[0]),
    revocation_endpoint: at(revokeTokenEndpoint.paths[0]),
    revocation_endpoint_auth_methods_supported: ['none', ...clientMethods],
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint: at(introspectTokenEndpoint.paths[0]),
    introspection_endpoint_auth_methods_supported: ['Bearer', ...clientMethods],
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    scopes_supported: [...scopes],
    service_documentation: at('/docs'),
    response_types_supported: [],
    grant_types_supported: [],
    access_token_signing_alg_values_supported: [...signatureAlgorithms],
    ...(isAddress(issuer) && (await isProviderOn()) ? providerMetadata(policy) : {}),
  }
}

/**
 * Returns the metadata that the discovery document of OpenID Connect contains too, for OAuth 2 clients that read only this
 * document.
 */
function providerMetadata(policy: Tokens['policy']): Partial<ServerMetadataResource> {
  const at = (route: keyof typeof providerRoutes) => urlAt(policy, providerRoutes[route])
  return {
    authorization_endpoint: at('authorization'),
    token_endpoint: at('token'),
    token_endpoint_auth_methods_supported: capabilities.clientAuthMethods,
    token_endpoint_auth_signing_alg_values_supported: capabilities.clientAuthAlgorithms,
    userinfo_endpoint: at('userinfo'),
    pushed_authorization_request_endpoint: at('pushed_authorization_request'),
    device_authorization_endpoint: at('device_authorization'),
    end_session_endpoint: at('end_session'),
    scopes_supported: [...identityScopes, ...scopes],
    response_types_supported: capabilities.responseTypes,
    response_modes_supported: ['form_post', 'fragment', 'query'],
    grant_types_supported: providerGrants,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    dpop_signing_alg_values_supported: capabilities.dpopAlgorithms,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: capabilities.idTokenAlgorithms,
    acr_values_supported: capabilities.acrValues,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  }
}

/**
 * The grant types of the provider. They are listed here, because the library derives them from its features and has no setting
 * for them.
 */
const providerGrants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
]

/**
 * Returns the endpoint of the metadata with the paths for this issuer. RFC 8414 section 3.1 puts the metadata of
 * `https://example.com/id` at `/.well-known/oauth-authorization-server/id`. A path with other than unreserved characters is left
 * out, because the router would not match it literally.
 */
export function serverMetadataEndpointOf({
  policy: { issuer },
}: Auth): Omit<typeof serverMetadataEndpoint, 'paths'> & Pick<Endpoint, 'paths'> {
  const path = URL.canParse(issuer) ? new URL(issuer).pathname.replace(/\/$/, '') : ''
  if (!/^(\/[\w.~-]+)+$/.test(path)) return serverMetadataEndpoint
  const [wellKnown] = serverMetadataEndpoint.paths
  return { ...serverMetadataEndpoint, paths: [wellKnown, `${wellKnown}${path}`] }
}
