/** The failures about the passkeys of a user, as `failure-table.ts` lists them. */
export const passkeyFailures = {
  passkey_taken: { http: 409, grpc: 'ALREADY_EXISTS', message: 'This passkey was added before.' },
  too_many_passkeys: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The user has 20 passkeys, which is as many as there can be: remove one first.',
  },
  last_way_in: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The user has no password, and could not log in without this.',
  },
  passkeys_off: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'There are no passkeys here: LATCHKEY_PASSKEY_DOMAIN is not set.',
  },
} as const
