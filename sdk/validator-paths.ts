/**
 * The paths that a validator of tokens requests, each by GET. They are listed here, because the table of all operations would
 * make the script of a page a quarter larger.
 */
export const validatorPaths = {
  validateToken: '/auth/validate',
  jwks: '/.well-known/jwks.json',
  watchRevocations: '/api/v1/auth/revocations',
} as const
