/** The failures about accounts at other providers, as `failure-table.ts` lists them. */
export const identityFailures = {
  identity_refused: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: "The provider didn't confirm who this is. Start again, or use another sign-in method.",
  },
  identity_code_refused: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message:
      'The provider rejected its authorization code, which was used before or has expired. Start again.',
  },
  identity_unlinked: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: 'No user is linked to this provider account. Use another sign-in method, then link the account.',
  },
  identity_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'The user has no such linked account.',
  },
  provider_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'There is no such identity provider.',
  },
  identity_taken: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    message: 'This provider account is already linked to this or another user.',
  },
  too_many_identities: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The user has 20 linked accounts, which is the maximum. Unlink one first.',
  },
  email_unverified: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: "This user's email address is not confirmed. Confirm it first.",
  },
  identity_provider_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: "The identity provider can't be reached. Use another sign-in method, or try again.",
  },
} as const
