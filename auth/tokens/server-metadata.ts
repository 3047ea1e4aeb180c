import { jwksEndpoint, type ServerMetadataResource, serverMetadataEndpoint } from '#contract/auth.ts'
import { type Endpoint, scopes } from '#contract/declaration/endpoint.ts'
import { languages } from '#contract/declaration/languages.ts'
import { introspectTokenEndpoint, revokeTokenEndpoint } from '#contract/sessions/tokens.ts'
import { signatureAlgorithms } from '#sdk/verification-key.ts'
import { capabilities, identityScopes, providerRoutes } from '../core/capabilities.ts'
import { claimsOfScopes } from '../core/claims.ts'
import { urlAt } from '../core/url-at.ts'
import type { Tokens } from './tokens.ts'

/** The signature algorithms that a client may use to authenticate itself at the introspection and revocation endpoints. */
const assertionAlgorithms = [...signatureAlgorithms, 'Ed25519']
const clientMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

type Context = Pick<Tokens, 'policy' | 'hasProvider'>

/**
 * Returns the metadata of the authorization server (RFC 8414), which are those of the OpenID provider too (OpenID Connect
 * Discovery 1.0). Its URLs are made from the issuer, which the operator has set, and never from a header of the request, which an
 * attacker could forge.
 */
export function serverMetadata({ policy, hasProvider }: Context): ServerMetadataResource {
  const at = (path: string | undefined) => urlAt(policy, path ?? '')
  return {
    issuer: policy.issuer,
    jwks_uri: at(jwksEndpoint.paths[0]),
    revocation_endpoint: at(revokeTokenEndpoint.paths[0]),
    revocation_endpoint_auth_methods_supported: ['none', ...clientMethods],
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint: at(introspectTokenEndpoint.paths[0]),
    introspection_endpoint_auth_methods_supported: ['Bearer', ...clientMethods],
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    scopes_supported: [...scopes],
    service_documentation: at('/docs'),
    ui_locales_supported: [...languages],
    response_types_supported: [],
    grant_types_supported: [],
    access_token_signing_alg_values_supported: [...signatureAlgorithms],
    ...(hasProvider ? providerMetadata(policy) : {}),
  }
}

/**
 * Returns the metadata of the OpenID provider. They are made without its library, which is loaded only when there is a client: a
 * test compares them with those that the library would answer.
 */
function providerMetadata(policy: Context['policy']): Partial<ServerMetadataResource> {
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
    // Scopes of Latchkey's own API are left out: no client may ask for one, and some clients ask for every scope that is listed.
    scopes_supported: identityScopes,
    claims_supported: [...Object.values(claimsOfScopes).flat(), 'iss'],
    claim_types_supported: ['normal'],
    claims_parameter_supported: true,
    request_uri_parameter_supported: false,
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
 * out, because the router would not match it literally. The path of OpenID Connect is there only where there can be a provider.
 */
export function serverMetadataEndpointOf({
  policy: { issuer },
  hasProvider,
}: Context): Omit<typeof serverMetadataEndpoint, 'paths'> & Pick<Endpoint, 'paths'> {
  const path = URL.canParse(issuer) ? new URL(issuer).pathname.replace(/\/$/, '') : ''
  const [wellKnown, discovery] = serverMetadataEndpoint.paths
  const ofIssuer = /^(\/[\w.~-]+)+$/.test(path) ? [`${wellKnown}${path}`] : []
  return { ...serverMetadataEndpoint, paths: [wellKnown, ...ofIssuer, ...(hasProvider ? [discovery] : [])] }
}
