import { databaseUrl } from '#runtime/database/open-database.ts'
import { choice, durationMs, httpUrl, list, port, setting, text, unsetOr } from '#runtime/settings.ts'
import { signatureAlgorithms } from '#sdk/verification-key.ts'
import { federationSettings } from './federation/settings.ts'
import { demands } from './sign-in/settings.ts'

export const authSettings = {
  authPort: port('LATCHKEY_AUTH_PORT', 'HTTP port of the authentication service; 0 is any free one', 8090),
  authGrpcPort: port('LATCHKEY_AUTH_GRPC_PORT', 'gRPC port of the authentication service', 50_051),
  authOpsPort: port('LATCHKEY_AUTH_OPS_PORT', 'where the authentication service answers /metrics', 9465),
  authDatabase: unsetOr(
    databaseUrl(
      'LATCHKEY_AUTH_DATABASE',
      'its database, sqlite:PATH or postgres://…; auth.db in the data folder if unset',
    ),
  ),
  usersUrl: unsetOr(
    httpUrl('LATCHKEY_USERS_URL', 'where the authentication service finds the user service, when split'),
  ),
  issuer: unsetOr(
    text(
      'LATCHKEY_ISSUER',
      'iss of the tokens; the URL of the authentication service if unset, as http://localhost:8090',
    ),
  ),
  audience: text('LATCHKEY_AUDIENCE', 'aud of the access tokens', 'latchkey'),
  accessTokenMs: durationMs('LATCHKEY_ACCESS_TOKEN_LIFETIME', 'how long an access token is good', {
    default: '15m',
    atLeast: '10s',
    atMost: '1h',
  }),
  idleMs: durationMs('LATCHKEY_SESSION_IDLE', 'a session not refreshed for so long is over', {
    default: '30d',
    atLeast: '1m',
    atMost: '365d',
  }),
  sessionMs: durationMs('LATCHKEY_SESSION_LIFETIME', 'a session is over so long after login', {
    default: '90d',
    atLeast: '1m',
    atMost: '3650d',
  }),
  graceMs: durationMs('LATCHKEY_REFRESH_GRACE', 'how long a refresh may be repeated', {
    default: '30s',
    atLeast: '0s',
    atMost: '5m',
  }),
  requireSecondFactor: choice(
    'LATCHKEY_REQUIRE_SECOND_FACTOR',
    'who must have a second factor, and adds one at the next login; whoever has one is asked for it in any case',
    demands,
    'nobody',
  ),
  ...federationSettings,
  signingAlgorithm: choice(
    'LATCHKEY_SIGNING_ALGORITHM',
    'how access tokens are signed',
    signatureAlgorithms,
    'EdDSA',
  ),
  keyRotationMs: durationMs('LATCHKEY_KEY_ROTATION', 'how long a signing key signs', {
    default: '90d',
    atLeast: '1h',
    atMost: '365d',
  }),
  keyPublishMs: durationMs('LATCHKEY_KEY_PUBLISH', 'how long it is published before', {
    default: '1d',
    atLeast: '10m',
    atMost: '30d',
  }),
  pages: choice(
    'LATCHKEY_PAGES',
    'whether the account pages are served, also those that links in mails lead to; your own stand there otherwise',
    ['on', 'off'],
    'on',
  ),
  console: choice(
    'LATCHKEY_CONSOLE',
    'whether the admin console is served, at /console beside the account pages; never without these',
    ['on', 'off'],
    'on',
  ),
  consolePort: unsetOr(
    port(
      'LATCHKEY_CONSOLE_PORT',
      'moves the admin console to a listener of its own, which has the account pages too; 0 is any free one',
    ),
  ),
  consoleIdleMs: durationMs(
    'LATCHKEY_CONSOLE_IDLE',
    'time without use after which the admin console asks admins to confirm who they are',
    { default: '30m', atLeast: '1m', atMost: '365d' },
  ),
  consoleLifetimeMs: durationMs(
    'LATCHKEY_CONSOLE_LIFETIME',
    'time after the last sign-in or confirmation after which the admin console asks admins to confirm who they are, however much it is used',
    { default: '12h', atLeast: '1m', atMost: '3650d' },
  ),
  returnOrigins: list(
    'LATCHKEY_RETURN_ORIGINS',
    'origins of your applications to which people may return from the account pages, such as https://app.example.com; none if unset',
    checkWebOrigin,
  ),
  brandName: unsetOr(text('LATCHKEY_BRAND_NAME', 'your name, above the account pages and in their titles')),
  brandLogoUrl: unsetOr(
    setting('LATCHKEY_BRAND_LOGO_URL', 'your logo there: the https URL of an image', undefined, toLogoUrl),
  ),
  brandColor: unsetOr(
    setting(
      'LATCHKEY_BRAND_COLOR',
      'your colour there, such as #0b57d0; made darker or lighter where it could not be read',
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
