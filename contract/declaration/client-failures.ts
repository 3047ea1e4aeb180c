/** The failures about OpenID clients, as `failure-table.ts` lists them. */
export const clientFailures = {
  client_invalid: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The client is unknown, or its authentication failed.',
  },
  client_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such OpenID client.' },
  client_secret_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'The client has no such secret.' },
  client_secret_shown_before: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    message: 'The first request with this Idempotency-Key created the client. A secret is shown only once.',
  },
  client_has_no_secrets: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: "This client doesn't authenticate with a secret; see its token_endpoint_auth_method.",
  },
  too_many_client_secrets: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The client has two secrets, which is the maximum. Revoke one first.',
  },
} as const
