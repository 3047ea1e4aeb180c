/**
 * The environment of a web application that signs users in through the hosted pages. `latchkey clients create --for` prints it, and
 * `webSessionOptions` of the client library reads it.
 */
export const applicationEnvironment = {
  issuer: 'LATCHKEY_ISSUER',
  authUrl: 'LATCHKEY_AUTH_URL',
  usersUrl: 'LATCHKEY_USERS_URL',
  origin: 'LATCHKEY_APP_ORIGIN',
  clientId: 'LATCHKEY_CLIENT_ID',
  clientSecret: 'LATCHKEY_CLIENT_SECRET',
} as const
