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
  host: listenAddress('LATCHKEY_HOST', 'address to listen on', '127.0.0.1'),
  ...userSettings,
  ...authSettings,
  workers: count(
    'LATCHKEY_WORKERS',
    'processes that share the ports and the work, on PostgreSQL; as many as the machine has cores',
    { default: 1, atLeast: 1, atMost: 64 },
  ),
  databaseConnections: count(
    'LATCHKEY_DATABASE_CONNECTIONS',
    'the most transactions that each service runs at once on PostgreSQL, in all its processes together',
    { default: 10, atLeast: 1, atMost: 200 },
  ),
  databaseTimeoutMs: durationMs(
    'LATCHKEY_DATABASE_TIMEOUT',
    'how long a statement may take on PostgreSQL; the waits for a lock and for a connection are in proportion',
    { default: '2s', atLeast: '2s', atMost: '60s' },
  ),
  passwordWaitMs: durationMs(
    'LATCHKEY_PASSWORD_WAIT',
    'how long a password may wait for its turn to be hashed; who would wait longer is refused',
    { default: '1s', atLeast: '1s', atMost: '30s' },
  ),
  internalPort: unsetOr(
    port('LATCHKEY_INTERNAL_PORT', 'moves the internal routes to a listener of their own'),
  ),
  serviceToken: unsetOr(
    secrets(
      'LATCHKEY_SERVICE_TOKEN',
      'what the two services prove themselves with; two while it is rotated, the one to send first',
    ),
  ),
  masterKeys: unsetOr(
    keys32(
      'LATCHKEY_MASTER_KEY',
      'seals the secrets in the databases, 32 bytes in base64 (two while it is rotated, the new one first); made in the data folder if unset',
    ),
  ),
  tlsCert: unsetOr(
    filePath(
      'LATCHKEY_TLS_CERT',
      'file with the certificate and its chain, PEM: turns TLS on for HTTP and gRPC',
    ),
  ),
  tlsKey: unsetOr(filePath('LATCHKEY_TLS_KEY', 'file with the key of that certificate, PEM')),
  tlsClientCa: unsetOr(
    filePath(
      'LATCHKEY_TLS_CLIENT_CA',
      'file with the authorities of client certificates, PEM: turns mTLS on',
    ),
  ),
  tlsClientCerts: choice(
    'LATCHKEY_TLS_CLIENT_CERTS',
    'where it is on: the internal listener, or all but those for metrics',
    ['internal', 'all'],
    'internal',
  ),
  trustedProxies: list(
    'LATCHKEY_TRUSTED_PROXIES',
    'proxies whose X-Forwarded-For is believed: addresses or networks',
    (item) => {
      if (!ipaddr.isValid(item) && !ipaddr.isValidCIDR(item))
        throw new Error(`holds ${item}, which is not an address or network`)
    },
  ),
  browserOrigins: browserOrigins(
    'LATCHKEY_BROWSER_ORIGINS',
    'origins of browser applications that may call Latchkey directly (CORS), such as https://app.example.com; none if unset',
  ),
  passkeyDomain: unsetOr(
    domainName(
      'LATCHKEY_PASSKEY_DOMAIN',
      'the domain that passkeys belong to, for good; the host of LATCHKEY_PUBLIC_URL if unset, and without either localhost where only this machine is served',
    ),
  ),
  passkeyOrigins: list(
    'LATCHKEY_PASSKEY_ORIGINS',
    'origins of the pages and apps that may ask for passkeys, https and under that domain; that of LATCHKEY_PUBLIC_URL, or the domain itself, if unset',
    checkPasskeyOrigin,
  ),
  apiKey: unsetOr({
    ...text('LATCHKEY_API_KEY', 'with which a command calls the service that its --url names'),
    secret: true,
  }),
  logLevel: choice('LATCHKEY_LOG_LEVEL', 'the least important lines that are logged', logLevels, 'info'),
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
    [
      'LATCHKEY_USERS_DATABASE and LATCHKEY_AUTH_DATABASE are the same: each service needs a database of its own.',
    ],
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
      [`There is no profile ${options.profile}; there is: ${Object.keys(profiles).join(', ')}.`],
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
