/** The failures about accounts at other providers, as `failure-table.ts` lists them. */
export const identityFailures = {
  identity_refused: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The provider did not say that this is the person: begin again, or log in in another way.',
  },
  identity_code_refused: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The provider does not take its own code, which was used before or has expired: begin again.',
  },
  identity_unlinked: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message:
      'No user here has this account of the provider: log in in another way, and link it to your user.',
  },
  identity_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'The user has no such account at a provider.',
  },
  provider_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'There is no such provider of identities here.',
  },
  identity_taken: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    message: 'This account at the provider is linked already, to this user or another one.',
  },
  too_many_identities: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The user has 20 accounts at providers, which is as many as there can be: unlink one first.',
  },
  email_unverified: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The e-mail address of this user is not confirmed yet: confirm it first.',
  },
  identity_provider_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: 'The provider of this account cannot be asked right now: log in in another way, or try again.',
  },
} as const
