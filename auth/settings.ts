import { databaseUrl } from '#runtime/database/open-database.ts'
import { choice, durationMs, httpUrl, list, port, setting, text, unsetOr } from '#runtime/settings.ts'
import { signatureAlgorithms } from '#sdk/verification-key.ts'
import { federationSettings } from './federation/settings.ts'
import { demands } from './sign-in/settings.ts'

export const authSettings = {
  authPort: port('LATCHKEY_AUTH_PORT', 'HTTP port of the authentication service; 0 is any free one', 8090),
  authGrpcPort: port('LATCHKEY_AUTH_GRPC_PORT', 'gRPC port of the authentication service', 50_051),
  authOpsPort: port('LATCHKEY_AUTH_OPS_PORT', 'port of /metrics of the authentication service', 9465),
  authDatabase: unsetOr(
    databaseUrl(
      'LATCHKEY_AUTH_DATABASE',
      'database of the authentication service, sqlite:PATH or postgres://…; default: auth.db in the data folder',
    ),
  ),
  usersUrl: unsetOr(
    httpUrl(
      'LATCHKEY_USERS_URL',
      'URL at which the authentication service calls the user service, if they run apart',
    ),
  ),
  issuer: unsetOr(
    text(
      'LATCHKEY_ISSUER',
      'issuer (iss) of tokens; default: the URL of the authentication service, such as http://localhost:8090',
    ),
  ),
  audience: text('LATCHKEY_AUDIENCE', 'audience (aud) of access tokens', 'latchkey'),
  accessTokenMs: durationMs('LATCHKEY_ACCESS_TOKEN_LIFETIME', 'lifetime of access tokens', {
    default: '15m',
    atLeast: '10s',
    atMost: '1h',
  }),
  idleMs: durationMs('LATCHKEY_SESSION_IDLE', 'time without a refresh after which a session ends', {
    default: '30d',
    atLeast: '1m',
    atMost: '365d',
  }),
  sessionMs: durationMs('LATCHKEY_SESSION_LIFETIME', 'time after the sign-in after which a session ends', {
    default: '90d',
    atLeast: '1m',
    atMost: '3650d',
  }),
  graceMs: durationMs('LATCHKEY_REFRESH_GRACE', 'time in which a refresh may be repeated', {
    default: '30s',
    atLeast: '0s',
    atMost: '5m',
  }),
  requireSecondFactor: choice(
    'LATCHKEY_REQUIRE_SECOND_FACTOR',
    'users who must add a second factor at the next sign-in; users who have one always need it',
    demands,
    'nobody',
  ),
  ...federationSettings,
  signingAlgorithm: choice(
    'LATCHKEY_SIGNING_ALGORITHM',
    'signing algorithm of access tokens',
    signatureAlgorithms,
    'EdDSA',
  ),
  keyRotationMs: durationMs('LATCHKEY_KEY_ROTATION', 'time that a signing key signs', {
    default: '90d',
    atLeast: '1h',
    atMost: '365d',
  }),
  keyPublishMs: durationMs('LATCHKEY_KEY_PUBLISH', 'time that a signing key is published before it signs', {
    default: '1d',
    atLeast: '10m',
    atMost: '30d',
  }),
  pages: choice(
    'LATCHKEY_PAGES',
    'account pages, including those that links in emails lead to; off: you serve your own',
    ['on', 'off'],
    'on',
  ),
  console: choice(
    'LATCHKEY_CONSOLE',
    'admin console at /console; needs the account pages',
    ['on', 'off'],
    'on',
  ),
  consolePort: unsetOr(
    port(
      'LATCHKEY_CONSOLE_PORT',
      'separate port for the admin console, with the account pages; 0 is any free one',
    ),
  ),
  consoleIdleMs: durationMs(
    'LATCHKEY_CONSOLE_IDLE',
    'idle time after which the admin console requires re-authentication',
    { default: '30m', atLeast: '1m', atMost: '365d' },
  ),
  consoleLifetimeMs: durationMs(
    'LATCHKEY_CONSOLE_LIFETIME',
    'time since the last sign-in after which the admin console requires re-authentication',
    { default: '12h', atLeast: '1m', atMost: '3650d' },
  ),
  returnOrigins: list(
    'LATCHKEY_RETURN_ORIGINS',
    'origins of your applications that the account pages may return to, such as https://app.example.com',
    checkWebOrigin,
  ),
  brandName: unsetOr(text('LATCHKEY_BRAND_NAME', 'name on the account pages and in emails')),
  brandLogoUrl: unsetOr(
    setting('LATCHKEY_BRAND_LOGO_URL', 'https URL of a logo for the account pages', undefined, toLogoUrl),
  ),
  brandColor: unsetOr(
    setting(
      'LATCHKEY_BRAND_COLOR',
      'color of the account pages and emails, such as #0b57d0; adjusted for contrast',
      undefined,
      toColor,
    ),
  ),
}

/**
 * Checks that an item of a setting is a web origin, written as browsers send it.
 * @throws {Error} whose message continues a sentence that begins with the name of the setting
 */
function checkWebOrigin(item: string): void {
  const url = URL.parse(item)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new Error('holds something other than an http or https origin, such as https://app.example.com')
  if (item.includes('*')) throw new Error('holds a *: name each origin in full')
  if (url.origin !== item)
    throw new Error(`holds an origin that is not written as browsers send it: ${url.origin}`)
}

function toLogoUrl(value: string): string {
  const url = URL.parse(value)
  if (url?.protocol !== 'https:') throw new Error('is not an https URL')
  return url.href
}

function toColor(value: string): string {
  if (!/^#[\da-f]{6}$/i.test(value)) throw new Error('is not a colour such as #0b57d0')
  return value.toLowerCase()
}
