/**
 * The operations that a client can call, by their names in the OpenAPI documents. Generated from the contract
 * by `npm run generate`.
 */
export const operations = {
  createUser: { service: 'users', method: 'POST', path: '/users/create', takes: 'body', idempotent: true },
  getUserByEmail: { service: 'users', method: 'GET', path: '/users/email/{email}' },
  getUserByUsername: { service: 'users', method: 'GET', path: '/users/username/{username}' },
  removeUser: { service: 'users', method: 'DELETE', path: '/users/{id}' },
  listUsers: { service: 'users', method: 'GET', path: '/api/v1/users', takes: 'query' },
  addUser: { service: 'users', method: 'POST', path: '/api/v1/users', takes: 'body', idempotent: true },
  getUser: { service: 'users', method: 'GET', path: '/api/v1/users/{id}' },
  updateUser: { service: 'users', method: 'PATCH', path: '/api/v1/users/{id}', takes: 'body' },
  inviteUser: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/invitation' },
  deleteUser: { service: 'users', method: 'DELETE', path: '/api/v1/users/{id}' },
  getLoginState: { service: 'users', method: 'GET', path: '/api/v1/users/{id}/login-state' },
  confirmEmail: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/verify-email', takes: 'body' },
  sendPasswordReset: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/password-reset' },
  setTemporaryPassword: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/temporary-password' },
  getFactors: { service: 'users', method: 'GET', path: '/api/v1/users/{id}/factors' },
  enrolTotp: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/factors/totp' },
  confirmTotp: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/factors/totp/confirm', takes: 'body' },
  removeTotp: { service: 'users', method: 'DELETE', path: '/api/v1/users/{id}/factors/totp' },
  makeRecoveryCodes: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/recovery-codes' },
  resetFactors: { service: 'users', method: 'DELETE', path: '/api/v1/users/{id}/factors' },
  listPasskeys: { service: 'users', method: 'GET', path: '/api/v1/users/{id}/passkeys' },
  beginPasskey: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/passkeys/options' },
  addPasskey: { service: 'users', method: 'POST', path: '/api/v1/users/{id}/passkeys', takes: 'body' },
  renamePasskey: { service: 'users', method: 'PATCH', path: '/api/v1/users/{id}/passkeys/{passkey_id}', takes: 'body' },
  removePasskey: { service: 'users', method: 'DELETE', path: '/api/v1/users/{id}/passkeys/{passkey_id}' },
  listIdentities: { service: 'users', method: 'GET', path: '/api/v1/users/{id}/identities' },
  removeIdentity: { service: 'users', method: 'DELETE', path: '/api/v1/users/{id}/identities/{identity_id}' },
  createApiKey: { service: 'users', method: 'POST', path: '/api/v1/api-keys', takes: 'body', idempotent: true },
  listApiKeys: { service: 'users', method: 'GET', path: '/api/v1/api-keys', takes: 'query' },
  revokeApiKey: { service: 'users', method: 'DELETE', path: '/api/v1/api-keys/{id}' },
  createNotification: { service: 'users', method: 'POST', path: '/api/v1/notifications', takes: 'body', idempotent: true },
  listNotifications: { service: 'users', method: 'GET', path: '/api/v1/notifications', takes: 'query' },
  updateNotification: { service: 'users', method: 'PATCH', path: '/api/v1/notifications/{id}', takes: 'body' },
  readNotifications: { service: 'users', method: 'POST', path: '/api/v1/notifications/read' },
  getNotificationPreferences: { service: 'users', method: 'GET', path: '/api/v1/notifications/preferences' },
  replaceNotificationPreferences: { service: 'users', method: 'PUT', path: '/api/v1/notifications/preferences', takes: 'body' },
  deleteNotification: { service: 'users', method: 'DELETE', path: '/api/v1/notifications/{id}' },
  listEvents: { service: 'users', method: 'GET', path: '/api/v1/events', takes: 'query' },
  listDeadLetters: { service: 'users', method: 'GET', path: '/api/v1/events/dead-letters', takes: 'query' },
  replayDeadLetters: { service: 'users', method: 'POST', path: '/api/v1/events/dead-letters/replay', takes: 'body' },
  replayDeadLetter: { service: 'users', method: 'POST', path: '/api/v1/events/dead-letters/{id}/replay' },
  createWebhook: { service: 'users', method: 'POST', path: '/api/v1/webhooks', takes: 'body', idempotent: true },
  listWebhooks: { service: 'users', method: 'GET', path: '/api/v1/webhooks', takes: 'query' },
  getWebhook: { service: 'users', method: 'GET', path: '/api/v1/webhooks/{id}' },
  updateWebhook: { service: 'users', method: 'PATCH', path: '/api/v1/webhooks/{id}', takes: 'body' },
  deleteWebhook: { service: 'users', method: 'DELETE', path: '/api/v1/webhooks/{id}' },
  rotateWebhookSecret: { service: 'users', method: 'POST', path: '/api/v1/webhooks/{id}/rotate-secret' },
  testWebhook: { service: 'users', method: 'POST', path: '/api/v1/webhooks/{id}/test' },
  listWebhookDeliveries: { service: 'users', method: 'GET', path: '/api/v1/webhooks/{id}/deliveries', takes: 'query' },
  replayWebhookDelivery: { service: 'users', method: 'POST', path: '/api/v1/webhooks/{id}/deliveries/{event_id}/replay' },
  replayWebhook: { service: 'users', method: 'POST', path: '/api/v1/webhooks/{id}/replay', takes: 'body' },
  logIn: { service: 'auth', method: 'POST', path: '/auth/login', takes: 'body' },
  changePassword: { service: 'auth', method: 'POST', path: '/api/v1/auth/password/change', takes: 'body' },
  logOut: { service: 'auth', method: 'POST', path: '/auth/logout' },
  refresh: { service: 'auth', method: 'POST', path: '/auth/refresh', takes: 'body' },
  validateToken: { service: 'auth', method: 'GET', path: '/auth/validate' },
  verifyToken: { service: 'auth', method: 'POST', path: '/api/v1/auth/verify' },
  revokeToken: { service: 'auth', method: 'POST', path: '/api/v1/auth/revoke', takes: 'body' },
  introspectToken: { service: 'auth', method: 'POST', path: '/api/v1/auth/introspect', takes: 'body' },
  jwks: { service: 'auth', method: 'GET', path: '/.well-known/jwks.json' },
  serverMetadata: { service: 'auth', method: 'GET', path: '/.well-known/oauth-authorization-server' },
  listOwnSessions: { service: 'auth', method: 'GET', path: '/api/v1/auth/sessions', takes: 'query' },
  endOwnSession: { service: 'auth', method: 'DELETE', path: '/api/v1/auth/sessions/{id}' },
  endOwnSessions: { service: 'auth', method: 'POST', path: '/api/v1/auth/sessions/revoke', takes: 'body' },
  listUserSessions: { service: 'auth', method: 'GET', path: '/api/v1/users/{id}/sessions', takes: 'query' },
  endUserSession: { service: 'auth', method: 'DELETE', path: '/api/v1/users/{id}/sessions/{session_id}' },
  endUserSessions: { service: 'auth', method: 'POST', path: '/api/v1/users/{id}/sessions/revoke', takes: 'body' },
  getUserLock: { service: 'auth', method: 'GET', path: '/api/v1/users/{id}/lock' },
  unlockUser: { service: 'auth', method: 'POST', path: '/api/v1/users/{id}/unlock' },
  forgotPassword: { service: 'auth', method: 'POST', path: '/api/v1/auth/password/forgot', takes: 'body' },
  resetPassword: { service: 'auth', method: 'POST', path: '/api/v1/auth/password/reset', takes: 'body' },
  verifyEmail: { service: 'auth', method: 'POST', path: '/api/v1/auth/email/verify', takes: 'body' },
  sendVerification: { service: 'auth', method: 'POST', path: '/api/v1/auth/email/verification', takes: 'body' },
  takeBack: { service: 'auth', method: 'POST', path: '/api/v1/auth/take-back', takes: 'body' },
  completeLoginByTotp: { service: 'auth', method: 'POST', path: '/api/v1/auth/login/totp', takes: 'body' },
  completeLoginByRecoveryCode: { service: 'auth', method: 'POST', path: '/api/v1/auth/login/recovery-code', takes: 'body' },
  enrolTotpAtLogin: { service: 'auth', method: 'POST', path: '/api/v1/auth/login/totp/enrol', takes: 'body' },
  stepUp: { service: 'auth', method: 'POST', path: '/api/v1/auth/step-up', takes: 'body' },
  listDevices: { service: 'auth', method: 'GET', path: '/api/v1/users/{id}/devices' },
  forgetDevice: { service: 'auth', method: 'DELETE', path: '/api/v1/users/{id}/devices/{device_id}' },
  beginPasskeyLogin: { service: 'auth', method: 'POST', path: '/api/v1/auth/passkey/options' },
  logInByPasskey: { service: 'auth', method: 'POST', path: '/api/v1/auth/passkey/login', takes: 'body' },
  beginPasskeyStep: { service: 'auth', method: 'POST', path: '/api/v1/auth/login/passkey/options', takes: 'body' },
  completeLoginByPasskey: { service: 'auth', method: 'POST', path: '/api/v1/auth/login/passkey', takes: 'body' },
  beginPasskeyStepUp: { service: 'auth', method: 'POST', path: '/api/v1/auth/step-up/passkey/options' },
  stepUpByPasskey: { service: 'auth', method: 'POST', path: '/api/v1/auth/step-up/passkey', takes: 'body' },
  createOidcClient: { service: 'auth', method: 'POST', path: '/api/v1/oidc-clients', takes: 'body', idempotent: true },
  listOidcClients: { service: 'auth', method: 'GET', path: '/api/v1/oidc-clients', takes: 'query' },
  getOidcClient: { service: 'auth', method: 'GET', path: '/api/v1/oidc-clients/{id}' },
  updateOidcClient: { service: 'auth', method: 'PATCH', path: '/api/v1/oidc-clients/{id}', takes: 'body' },
  createOidcClientSecret: { service: 'auth', method: 'POST', path: '/api/v1/oidc-clients/{id}/secrets' },
  revokeOidcClientSecret: { service: 'auth', method: 'DELETE', path: '/api/v1/oidc-clients/{id}/secrets/{secret_id}' },
  deleteOidcClient: { service: 'auth', method: 'DELETE', path: '/api/v1/oidc-clients/{id}' },
  health: { service: 'users', method: 'GET', path: '/health' },
  liveness: { service: 'users', method: 'GET', path: '/health/live' },
} as const satisfies Record<string, Operation>

/** The streams of events that a client can read. */
export const streams = {
  streamNotifications: { service: 'users', method: 'GET', path: '/api/v1/notifications/stream', takes: 'query', isStream: true },
  streamEvents: { service: 'users', method: 'GET', path: '/api/v1/events/stream', takes: 'query', isStream: true },
  watchRevocations: { service: 'auth', method: 'GET', path: '/api/v1/auth/revocations', takes: 'query', isStream: true },
} as const satisfies Record<string, Operation>

/** How the client library calls an operation. */
export interface Operation {
  /** The service that has it. The user service of `latchkey start` has the operations of both. */
  service: 'users' | 'auth'
  method: string
  path: string
  /** The part of the request that takes the fields of the input which are not in the path; absent when there are none. */
  takes?: 'query' | 'body'
  /** True when a retry with the same `Idempotency-Key` gets the first reply again. */
  idempotent?: true
  /** True when the reply is a stream of events. */
  isStream?: true
}
