import { join } from 'node:path'
import type { UserDirectory } from '#auth/core/user-directory.ts'
import type { PageSettings } from '#auth/pages/core/pages.ts'
import { type Addresses, type AuthService, checkAuthDatabase, openAuthService } from '#auth/service.ts'
import type { Body, Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import { challengeKeys } from '#runtime/challenge.ts'
import { systemClock } from '#runtime/clock.ts'
import type { DatabaseOptions } from '#runtime/database/database-options.ts'
import type { DefaultHost } from '#runtime/database/default-urls.ts'
import type { Certificates } from '#runtime/http/certificates.ts'
import { peerFetch } from '#runtime/http/peer-fetch.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Log } from '#runtime/log/log.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import { Answer } from '#runtime/requests/route.ts'
import { routesHere } from '#runtime/requests/routes-here.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { checkUserDatabase, openUserService, type UserService } from '#users/service.ts'
import { userPolicy } from '#users/settings.ts'
import { makeFirstAdmin } from '#users/sign-up/first-admin.ts'
import { addressesOf, linkBase } from '../settings/addresses.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { makeDataFolder } from '../settings/data-folder.ts'
import { fixedMailBrand } from '../settings/mail-brand.ts'
import { relyingPartyOf } from '../settings/relying-party.ts'
import { requireSharedSecrets, sharedSecrets } from '../settings/secrets.ts'
import { systemFacts } from './console/system-facts.ts'
import { identityProviders } from './identity-providers.ts'
import type { Listeners, Tls } from './listeners.ts'
import { type OpenedConsole, openConsole } from './open-console.ts'
import { peerUrl } from './peer-url.ts'
import type { StartOptions } from './start-options.ts'

export interface Services {
  users: UserService | undefined
  auth: AuthService | undefined
  serviceTokens: string[]
  /** Counts a change that a user makes, on any port, so that the rate limit of changes holds for all ports together. */
  countChange(userId: string): void
  /** The default host of the installation. The addresses that a start reports have this host. */
  defaultHost: DefaultHost
  /** The admin console; undefined where it is off. */
  console: OpenedConsole | undefined
  /** The file with the password of the first admin, when this start made one. */
  adminPasswordFile: string | undefined
}

/** Opens the services of this process. Everything that can refuse a start is checked before anything is made or changed. */
export async function openServices(
  options: StartOptions,
  { listeners, tls, mailer }: { listeners: Listeners; tls: Tls | undefined; mailer: Mailer },
): Promise<Services> {
  const { settings, services, traces, clock = systemClock } = options
  const urls = databaseUrls(settings)
  const providers = await identityProviders(settings)
  if (services !== 'both') requireSharedSecrets(options)
  makeDataFolder(settings.data)
  if (listeners.users) await checkUserDatabase(urls.users, settings.databaseTimeoutMs)
  if (listeners.auth) await checkAuthDatabase(urls.auth, settings.databaseTimeoutMs)
  const { serviceTokens, masterKeys } = sharedSecrets(options)
  const relyingParty = relyingPartyOf(settings)
  const common = commonOptions(options, { serviceTokens, masterKeys, certificates: tls?.certificates })
  const untraced = peerFetch(tls?.certificates)
  const fetch = traces ? traces.peer(untraced) : untraced
  // The authentication service is opened before the user service that it needs, and calls it only once both are open.
  let users: UserService | undefined
  // What is left open by a start that fails would keep the process alive without a port.
  await using opened = new AsyncDisposableStack()
  const auth =
    listeners.auth &&
    (await openAuthService({
      ...common,
      ...authOptions(settings, listeners),
      addresses: addressesOf(settings, listeners.auth.url, { services, relyingParty }),
      databaseUrl: urls.auth,
      peerFetch: fetch,
      usersHere: listeners.users && reachUsersHere(() => users),
      federation: { providers, returnOrigins: settings.returnOrigins },
    }))
  opened.defer(() => closeServices({ users, auth }))
  users =
    listeners.users &&
    (await openUserService({
      ...common,
      ...userOptions(options, { listeners, addresses: auth?.addresses }),
      relyingParty: auth?.addresses.relyingParty ?? relyingParty,
      databaseUrl: urls.users,
      peerFetch: fetch,
      checkToken: auth?.checkToken,
      mailer: traces ? traces.mailer(mailer) : mailer,
    }))
  // The spans of the process are counted in the metrics of both services, as its memory is.
  for (const service of [users, auth]) if (traces) service?.metrics.push(traces.metric)
  const countChange = changeCounter(clock)
  const console =
    auth && openConsole(options, { users, auth, guard: { serviceTokens, countChange }, fetch, masterKeys })
  const adminPasswordFile = users && (await makeAdmin(users, settings))
  opened.move()
  return {
    users,
    auth,
    serviceTokens,
    countChange,
    console,
    defaultHost: auth?.addresses.host ?? users?.defaultHost ?? 'localhost',
    adminPasswordFile,
  }
}

/**
 * Stops the background work of both services before either closes its database, because each still answers the internal routes
 * that the work of the other calls.
 */
export async function closeServices({ users, auth }: Pick<Services, 'users' | 'auth'>): Promise<void> {
  await Promise.all([users?.stop(), auth?.stop()])
  await users?.close()
  await auth?.close()
}

function commonOptions(
  options: StartOptions,
  {
    serviceTokens,
    masterKeys,
    certificates,
  }: { serviceTokens: string[]; masterKeys: Buffer[]; certificates: Certificates | undefined },
) {
  const { settings, log, traces, onLostWrites, clock = systemClock } = options
  const database: DatabaseOptions = {
    connections: settings.databaseConnections,
    statementMs: settings.databaseTimeoutMs,
    exclusive: true,
    onLostWrites: onLostWrites ?? ((cause) => stopAtOnce(log, cause)),
    trace: traces?.database,
  }
  return {
    database,
    // This timeout of calls to the user service is longer than its wait for a password hash. The user service refuses a password
    // that waits too long, and that response must arrive.
    peerTimeoutMs: settings.passwordWaitMs + 500,
    serviceToken: serviceTokens[0] ?? '',
    challengeKeys: challengeKeys(serviceTokens),
    masterKeys,
    facts: systemFacts(options, certificates),
    clock,
    log,
  }
}

function authOptions(settings: AllSettings, listeners: Listeners) {
  const { audience, accessTokenMs, idleMs, sessionMs, graceMs } = settings
  return {
    usersUrl: listeners.users
      ? (listeners.loopback ?? listeners.internal ?? listeners.users).url
      : peerUrl(settings, 'users'),
    keyPolicy: {
      algorithm: settings.signingAlgorithm,
      rotationMs: settings.keyRotationMs,
      publishMs: settings.keyPublishMs,
    },
    policy: { audience, accessTokenMs, idleMs, sessionMs, graceMs },
    demand: settings.requireSecondFactor,
    allowsPrivateTargets: settings.webhookPrivateTargets === 'allow',
    pages: settings.pages === 'on' ? pageSettings(settings) : undefined,
  }
}

const pageSettings = (settings: AllSettings): Omit<PageSettings, 'publicUrl'> => ({
  isApart: false,
  fixedBrand: {
    name: settings.brandName,
    logoUrl: settings.brandLogoUrl,
    color: settings.brandColor,
    language: settings.language,
  },
  returnOrigins: settings.returnOrigins,
  consoleLimits: { idleMs: settings.consoleIdleMs, lifetimeMs: settings.consoleLifetimeMs },
  allowsSignUp: settings.signup !== 'closed',
})

function userOptions(
  { settings, worker, passwordCost, traces }: StartOptions,
  { listeners, addresses }: { listeners: Listeners; addresses: Addresses | undefined },
) {
  const authUrl = listeners.auth
    ? (listeners.loopback ?? listeners.internal ?? listeners.auth).url
    : peerUrl(settings, 'auth')
  return {
    authUrl,
    publicUrl: addresses?.publicUrl ?? ((host: DefaultHost) => linkBase(settings, authUrl, host)),
    mailBrand: fixedMailBrand(settings),
    policy: userPolicy(settings),
    nats: settings.natsUrl && {
      servers: settings.natsUrl,
      subjectPrefix: settings.natsSubject,
      source: addresses?.issuer ?? settings.issuer ?? authUrl,
    },
    legacyLogin: legacyLoginOf(settings),
    passwordHashing: {
      maxConcurrentHashes: worker?.maxConcurrentHashes,
      longestWaitMs: settings.passwordWaitMs,
      cost: passwordCost,
      within: traces?.within,
    },
    within: traces?.within,
  }
}

/**
 * Returns the settings of the legacy login; undefined if it is off.
 * @throws {StartFault} when one of the two settings is there without the other
 */
function legacyLoginOf({
  legacyLoginUrl: url,
  legacyLoginSecret,
  legacyLoginTimeoutMs: timeoutMs,
  passwordWaitMs: withinMs,
}: AllSettings) {
  const secret = legacyLoginSecret?.[0]
  if (url !== undefined && secret !== undefined) return { url, secret, timeoutMs, withinMs }
  if (url === undefined && secret === undefined) return undefined
  throw new StartFault(['LATCHKEY_LEGACY_LOGIN_URL and LATCHKEY_LEGACY_LOGIN_SECRET must be set together.'], {
    exitCode: 2,
  })
}

/**
 * Reaches the user service of the same process, which the authentication service then calls without HTTP. `find` returns undefined
 * until the user service is open.
 */
function reachUsersHere(find: () => UserService | undefined): UserDirectory {
  const opened = () => {
    const users = find()
    if (!users) throw new Error('The user service is not open yet.')
    return users
  }
  let call: ReturnType<typeof routesHere> | undefined
  return {
    async ask<E extends Endpoint>(endpoint: E, body: Body<E>) {
      call ??= routesHere(opened().routes)
      const reply = await call(endpoint, { body })
      return (reply instanceof Answer ? reply.body : reply) as Reply<E>
    },
    findUser: async (id) => opened().lookups.findUser(id),
    findLoginUser: async (name) => opened().lookups.findLoginUser(name),
  }
}

/**
 * Makes the first admin and returns the path of the file with the password. On PostgreSQL no admin is made: a database that
 * several nodes share has an operator, who makes the first admin with `latchkey users create`.
 */
async function makeAdmin({ users }: UserService, settings: AllSettings): Promise<string | undefined> {
  if (users.db.engine !== 'sqlite') return undefined
  const passwordFile = join(settings.data, 'admin-password')
  return (await makeFirstAdmin(users, { passwordFile })) ? passwordFile : undefined
}

/** Ends the process at once after a failed sync of the disk: a write that was acknowledged after it could be lost. */
export function stopAtOnce(log: Log, cause: unknown, exitCode = 1): never {
  log.fatal({ err: cause }, 'database sync failed, stopping because writes may be lost')
  process.exit(exitCode)
}
