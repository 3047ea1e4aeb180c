/**
 * The paths that a validator of tokens requests, by GET except for the introspection. They are listed here, because the table of all operations would
 * make the script of a page a quarter larger.
 */
export const validatorPaths = {
  validateToken: '/auth/validate',
  introspectToken: '/api/v1/auth/introspect',
  jwks: '/.well-known/jwks.json',
  watchRevocations: '/api/v1/auth/revocations',
} as const
