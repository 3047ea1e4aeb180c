/** The failures about the passkeys of a user, as `failure-table.ts` lists them. */
export const passkeyFailures = {
  passkey_taken: { http: 409, grpc: 'ALREADY_EXISTS', message: 'This passkey was already added.' },
  too_many_passkeys: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The user has 20 passkeys, which is the maximum. Remove one first.',
  },
  last_way_in: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: "This is the user's only sign-in method, so it can't be removed.",
  },
  passkeys_off: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'Passkeys are off: LATCHKEY_PASSKEY_DOMAIN is not set.',
  },
} as const
