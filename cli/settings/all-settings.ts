import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import ipaddr from 'ipaddr.js'
import { authSettings } from '#auth/settings.ts'
import { browserOrigins } from '#runtime/http/cors/browser-origins.ts'
import { logLevels } from '#runtime/log/log-levels.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { noteKeyFile } from '#runtime/sealing.ts'
import {
  choice,
  count,
  domainName,
  durationMs,
  filePath,
  keys32,
  list,
  listenAddress,
  port,
  type ReadSettings,
  readSettings,
  secrets,
  text,
  unsetOr,
  type ValuesOf,
} from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { userSettings } from '#users/settings.ts'
import { checkPasskeyOrigin } from './passkey-origin.ts'

/** Every setting of both services and of the command line, in the order of `help`. */
export const allSettings = {
  data: text('LATCHKEY_DATA', 'data folder: databases, keys, secrets', './data'),
  host: listenAddress('LATCHKEY_HOST', 'IP address to listen on', '127.0.0.1'),
  ...userSettings,
  ...authSettings,
  workers: count(
    'LATCHKEY_WORKERS',
    'worker processes that share the ports (PostgreSQL only); use one per core',
    { default: 1, atLeast: 1, atMost: 64 },
  ),
  databaseConnections: count(
    'LATCHKEY_DATABASE_CONNECTIONS',
    'PostgreSQL transactions that each service runs at once, in all its processes together',
    { default: 10, atLeast: 1, atMost: 200 },
  ),
  databaseTimeoutMs: durationMs(
    'LATCHKEY_DATABASE_TIMEOUT',
    'timeout of a PostgreSQL statement; timeouts for locks and connections are in proportion',
    { default: '2s', atLeast: '2s', atMost: '60s' },
  ),
  passwordWaitMs: durationMs(
    'LATCHKEY_PASSWORD_WAIT',
    'time that a password may wait to be hashed; sign-ins that would wait longer fail',
    { default: '1s', atLeast: '1s', atMost: '30s' },
  ),
  internalPort: unsetOr(port('LATCHKEY_INTERNAL_PORT', 'separate port for the internal routes')),
  serviceToken: unsetOr(
    secrets(
      'LATCHKEY_SERVICE_TOKEN',
      'token that the services authenticate with; two during a rotation, the one to send first',
    ),
  ),
  masterKeys: unsetOr(
    keys32(
      'LATCHKEY_MASTER_KEY',
      'key that encrypts secrets in the databases, 32 bytes in base64 (two during a rotation, the new one first); default: created in the data folder',
    ),
  ),
  tlsCert: unsetOr(
    filePath(
      'LATCHKEY_TLS_CERT',
      'PEM file with the certificate and its chain; turns on TLS for HTTP and gRPC',
    ),
  ),
  tlsKey: unsetOr(filePath('LATCHKEY_TLS_KEY', 'PEM file with the key of the certificate')),
  tlsClientCa: unsetOr(
    filePath('LATCHKEY_TLS_CLIENT_CA', 'PEM file with the authorities of client certificates; turns on mTLS'),
  ),
  tlsClientCerts: choice(
    'LATCHKEY_TLS_CLIENT_CERTS',
    'ports with mTLS: the internal one, or all except those for metrics',
    ['internal', 'all'],
    'internal',
  ),
  trustedProxies: list(
    'LATCHKEY_TRUSTED_PROXIES',
    'IP addresses or networks of proxies whose X-Forwarded-For is trusted',
    (item) => {
      if (!ipaddr.isValid(item) && !ipaddr.isValidCIDR(item))
        throw new Error(`has ${item}, which is not an IP address or network`)
    },
  ),
  browserOrigins: browserOrigins(
    'LATCHKEY_BROWSER_ORIGINS',
    'origins of browser applications that may call Latchkey directly (CORS), such as https://app.example.com',
  ),
  passkeyDomain: unsetOr(
    domainName(
      'LATCHKEY_PASSKEY_DOMAIN',
      'domain that passkeys belong to, which cannot change later; default: the host of LATCHKEY_PUBLIC_URL, or localhost if no other machine has access',
    ),
  ),
  passkeyOrigins: list(
    'LATCHKEY_PASSKEY_ORIGINS',
    'https origins under that domain that may use passkeys; default: the origin of LATCHKEY_PUBLIC_URL, or the domain itself',
    checkPasskeyOrigin,
  ),
  apiKey: unsetOr({
    ...text('LATCHKEY_API_KEY', 'API key of commands with --url'),
    secret: true,
  }),
  logLevel: choice('LATCHKEY_LOG_LEVEL', 'lowest level that is logged', logLevels, 'info'),
}
export type AllSettings = ValuesOf<typeof allSettings>

/**
 * Returns the URL of each service's database: a file in the data folder, unless a setting names another
 * database.
 */
export function databaseUrls(settings: AllSettings): { users: string; auth: string } {
  const users = settings.usersDatabase ?? `sqlite:${join(settings.data, 'users.db')}`
  const auth = settings.authDatabase ?? `sqlite:${join(settings.data, 'auth.db')}`
  if (users !== auth) return { users, auth }
  throw new StartFault(
    ['LATCHKEY_USERS_DATABASE and LATCHKEY_AUTH_DATABASE must differ: each service needs its own database.'],
    { exitCode: 2 },
  )
}

/**
 * The profiles that `--profile` selects, each a set of defaults. `reference` has the HTTP ports of the two reference deployments,
 * and turns on the greeter as they do.
 */
export const profiles: Record<string, Record<string, string>> = {
  // The gRPC ports of the reference deployments are the defaults of Latchkey, so that they are not set here.
  reference: { LATCHKEY_USERS_PORT: '9000', LATCHKEY_AUTH_PORT: '9001', LATCHKEY_GREETER: 'on' },
}

export function readAllSettings(options: {
  flags: Record<string, string>
  environment: Record<string, string | undefined>
  envFile?: string | undefined
  profile?: string | undefined
}): ReadSettings<typeof allSettings> {
  const profile = options.profile === undefined ? {} : profiles[options.profile]
  if (!profile)
    throw new StartFault(
      [`Unknown profile ${options.profile}; there is: ${Object.keys(profiles).join(', ')}.`],
      { exitCode: 2 },
    )
  const read = readSettings(allSettings, {
    flags: options.flags,
    environment: options.environment,
    envFile: options.envFile === undefined ? {} : readEnvFile(options.envFile),
    profile,
  })
  noteMasterKeyFile(read)
  return read
}

/** Notes the file that the master keys were read from, so that an error about them names it. */
export function noteMasterKeyFile({ values, origins }: ReadSettings<typeof allSettings>): void {
  const { file } = origins.masterKeys
  if (file !== undefined) noteKeyFile(values.masterKeys ?? [], file)
}

function readEnvFile(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartFault([`Cannot read the file ${path}: ${messageOf(cause)}.`], {
      cause,
      exitCode: 2,
    })
  }
}
