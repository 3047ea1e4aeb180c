import {
  introspectTokenEndpoint,
  jwksEndpoint,
  revokeTokenEndpoint,
  type ServerMetadataResource,
} from '#contract/auth.ts'
import { signatureAlgorithms } from '#sdk/verification-key.ts'
import type { Auth } from './auth.ts'

/** RFC 8414. Everything is below the issuer, which is the base that the operator has named, never a header. */
export function serverMetadata({ policy: { issuer } }: Auth): ServerMetadataResource {
  const at = (path: string | undefined) => `${issuer.replace(/\/$/, '')}${path}`
  return {
    issuer,
    jwks_uri: at(jwksEndpoint.paths[0]),
    revocation_endpoint: at(revokeTokenEndpoint.paths[0]),
    revocation_endpoint_auth_methods_supported: ['none'],
    introspection_endpoint: at(introspectTokenEndpoint.paths[0]),
    response_types_supported: [],
    grant_types_supported: [],
    access_token_signing_alg_values_supported: [...signatureAlgorithms],
  }
}
