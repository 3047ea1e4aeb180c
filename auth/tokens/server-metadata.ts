import { jwksEndpoint, type ServerMetadataResource, serverMetadataEndpoint } from '#contract/auth.ts'
import { type Endpoint, scopes } from '#contract/declaration/endpoint.ts'
import { introspectTokenEndpoint, revokeTokenEndpoint } from '#contract/tokens.ts'
import { signatureAlgorithms } from '#sdk/verification-key.ts'
import type { Auth } from '../core/auth.ts'

/** The signature algorithms that a client may use to authenticate itself at the introspection and revocation endpoints. */
const assertionAlgorithms = [...signatureAlgorithms, 'Ed25519']
const clientMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

/**
 * Returns the metadata of the authorization server (RFC 8414). Its URLs are made from the issuer, which the operator
 * has set, and never from a header of the request, which an attacker could forge.
 */
export function serverMetadata({ policy }: Auth): ServerMetadataResource {
  const { issuer } = policy
  const at = (path: string | undefined) => urlAt(policy, path)
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
  }
}

/** Returns the public address of a path: below the issuer. */
export const urlAt = ({ issuer }: Pick<Auth['policy'], 'issuer'>, path: string | undefined): string =>
  `${issuer.replace(/\/$/, '')}${path}`

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
