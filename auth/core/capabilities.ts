/** The paths of the provider's endpoints below the issuer, by the names of the library. */
export const providerRoutes = {
  authorization: '/oidc/authorize',
  token: '/oidc/token',
  userinfo: '/oidc/userinfo',
  pushed_authorization_request: '/oidc/par',
  device_authorization: '/oidc/device/authorize',
  code_verification: '/oidc/device',
  end_session: '/oidc/logout',
  // The key set has a route of our own, which the discovery document names.
  jwks: '/.well-known/jwks.json',
}

/** The scopes about the person. All other scopes belong to the operator's APIs. */
export const identityScopes = ['openid', 'profile', 'email', 'roles', 'offline_access']

/**
 * The capabilities of the OpenID provider. Its library is configured with these values, and the discovery documents contain them
 * without loading the library.
 */
export const capabilities = {
  responseTypes: ['code' as const],
  acrValues: ['aal1', 'aal2'],
  clientAuthMethods: [
    'client_secret_basic' as const,
    'client_secret_post' as const,
    'private_key_jwt' as const,
    'none' as const,
  ],
  clientAuthAlgorithms: [
    'RS256' as const,
    'PS256' as const,
    'ES256' as const,
    'Ed25519' as const,
    'EdDSA' as const,
  ],
  idTokenAlgorithms: ['RS256' as const, 'ES256' as const, 'EdDSA' as const],
  dpopAlgorithms: ['ES256' as const, 'Ed25519' as const, 'EdDSA' as const],
}
