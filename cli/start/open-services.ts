import { join } from 'node:path'
import { type AuthService, checkAuthDatabase, openAuthService } from '#auth/service.ts'
import { systemClock } from '#runtime/clock.ts'
import type { DatabaseOptions } from '#runtime/database/open-database.ts'
import { peerFetch } from '#runtime/http/peer-fetch.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Log } from '#runtime/log.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import { checkUserDatabase, openUserService, type UserService } from '#users/service.ts'
import { makeFirstAdmin } from '#users/sign-up/first-admin.ts'
import { type AllSettings, databaseUrls } from './all-settings.ts'
import { makeDataFolder } from './data-folder.ts'
import type { Listeners, Tls } from './listeners.ts'
import { requireSharedSecrets, sharedSecrets } from './secrets.ts'
import type { StartOptions } from './start-options.ts'

export interface Services {
  users: UserService | undefined
  auth: AuthService | undefined
  serviceTokens: string[]
  /** One for all ports: a user who is limited at one is at the others. */
  countChange(userId: string): void
  adminPasswordFile: string | undefined
}

export async function openServices(
  options: StartOptions,
  { listeners, tls, mailer }: { listeners: Listeners; tls: Tls | undefined; mailer: Mailer },
): Promise<Services> {
  const { settings, services, log, clock = systemClock } = options
  const urls = databaseUrls(settings)
  // What could still refuse to start comes before whatever is made or changed.
  if (services !== 'both') requireSharedSecrets(options)
  makeDataFolder(settings.data)
  if (listeners.users) await checkUserDatabase(urls.users)
  if (listeners.auth) await checkAuthDatabase(urls.auth)
  const { serviceTokens, masterKeys } = sharedSecrets(options)
  const database: DatabaseOptions = {
    connections: settings.databaseConnections,
    statementMs: settings.databaseTimeoutMs,
    exclusive: true,
    onLostWrites: options.onLostWrites ?? ((cause) => stopAtOnce(log, cause)),
  }

  // What has to wait there for its turn is told so by the other service, and not by its silence.
  const peerTimeoutMs = settings.passwordWaitMs + 500

  let auth: AuthService | undefined
  // Nobody asks before both are open.
  const opened: { users?: UserService } = {}
  const usersHere = () => opened.users?.directory ?? notOpen()
  if (listeners.auth) {
    const { audience, accessTokenMs, idleMs, sessionMs, graceMs } = settings
    const issuer = settings.issuer ?? listeners.auth.url
    const usersUrl = listeners.users
      ? (listeners.loopback ?? listeners.internal ?? listeners.users).url
      : peerUrl(settings.usersUrl, { settings, port: settings.usersPort })
    auth = await openAuthService({
      usersHere: listeners.users && {
        checkCredentials: async (credentials) => usersHere().checkCredentials(credentials),
        findUser: async (id) => usersHere().findUser(id),
        findLoginUser: async (name) => usersHere().findLoginUser(name),
      },
      databaseUrl: urls.auth,
      database,
      usersUrl,
      peerTimeoutMs,
      serviceToken: serviceTokens[0] ?? '',
      peerFetch: peerFetch(tls?.certificates),
      masterKeys,
      keyPolicy: {
        algorithm: settings.signingAlgorithm,
        rotationMs: settings.keyRotationMs,
        publishMs: settings.keyPublishMs,
      },
      policy: { issuer, audience, accessTokenMs, idleMs, sessionMs, graceMs },
      pageLanguage: settings.pages === 'on' ? settings.language : undefined,
      clock,
      log,
    })
  }
  let users: UserService | undefined
  let adminPasswordFile: string | undefined
  if (listeners.users) {
    const authUrl = listeners.auth
      ? (listeners.loopback ?? listeners.internal ?? listeners.auth).url
      : peerUrl(settings.authUrl, { settings, port: settings.authPort })
    users = await openUserService({
      checkToken: auth?.checkToken,
      databaseUrl: urls.users,
      database,
      authUrl,
      serviceToken: serviceTokens[0] ?? '',
      peerFetch: peerFetch(tls?.certificates),
      masterKeys,
      publicUrl: settings.publicUrl ?? listeners.auth?.url ?? authUrl,
      language: settings.language,
      signup: settings.signup,
      signUpsPerMinute: settings.signUpsPerMinute,
      requiresVerifiedEmail: settings.requireVerifiedEmail === 'true',
      mailer,
      nats: settings.natsUrl && {
        servers: settings.natsUrl,
        subjectPrefix: settings.natsSubject,
        source: settings.issuer ?? listeners.auth?.url ?? authUrl,
      },
      webhookPrivateTargets: settings.webhookPrivateTargets,
      peerTimeoutMs,
      passwordHashing: {
        hashesAtOnce: options.worker?.hashesAtOnce,
        longestWaitMs: settings.passwordWaitMs,
        cost: options.passwordCost,
      },
      clock,
      log,
    })
    opened.users = users
    const passwordFile = join(settings.data, 'admin-password')
    // A database that several nodes share has an operator, who makes the first admin with `latchkey users create`.
    const isEmbedded = users.users.db.engine === 'sqlite'
    if (isEmbedded && (await makeFirstAdmin(users.users, { passwordFile }))) adminPasswordFile = passwordFile
  }
  return { users, auth, serviceTokens, countChange: changeCounter(clock), adminPasswordFile }
}

/** A write may not be on the disk although the system was told to put it there: nothing more may be promised. */
export function stopAtOnce(log: Log, cause: unknown, exitCode = 1): never {
  log.fatal(
    { err: cause },
    'a sync of the database failed: stopped, so that nothing is acknowledged that may be lost',
  )
  process.exit(exitCode)
}

/** The other service, where it runs elsewhere: on this machine unless a setting says otherwise. */
const peerUrl = (
  url: string | undefined,
  { settings, port }: { settings: AllSettings; port: number },
): string => url ?? `${settings.tlsCert === undefined ? 'http' : 'https'}://127.0.0.1:${port}`

const notOpen = (): never => {
  throw new Error('The user service is not open yet.')
}
