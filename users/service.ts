import { hkdfSync } from 'node:crypto'
import type { Caller } from '#contract/endpoint.ts'
import type { Clock } from '#runtime/clock.ts'
import {
  checkDatabase,
  type DatabaseOptions,
  lookUpMetrics,
  openMigrated,
} from '#runtime/database/open-database.ts'
import { rememberRows } from '#runtime/database/remembered-rows.ts'
import { type EventLog, startNumbering } from '#runtime/events/event-log.ts'
import { forDays, mostAwayMs, outboxMetric, startDelivery, untilItIsBack } from '#runtime/events/outbox.ts'
import { answers, healthRoutes } from '#runtime/http/health.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Log } from '#runtime/log.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import type { Metric } from '#runtime/metrics.ts'
import type { Route } from '#runtime/route.ts'
import type { RpcService } from '#runtime/rpc/rpc.ts'
import { type Sweeping, startSweeping, sweepMetric } from '#runtime/sweep.ts'
import type { Fetch } from '#sdk/call.ts'
import { deliverAdminNews } from './admin-news/deliver-admin-news.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { requestSink } from './core/queued-request.ts'
import { type EndSessionsOrder, type SessionDirectory, sessionDirectory } from './core/session-directory.ts'
import { adminSink } from './core/tell-admins.ts'
import { findStanding } from './core/user-store.ts'
import type { Users } from './core/users.ts'
import { checkCredentials, findKnownUser } from './credentials/known-user.ts'
import { createEventFeed, eventStreamsMetric } from './events/event-feed.ts'
import { type NatsOptions, startPublishing } from './events/publish-to-nats.ts'
import { eventRoutes } from './events/routes.ts'
import { answerLinkRequest } from './links/request-link.ts'
import { linkRoutes } from './links/routes.ts'
import { withheldMailsMetric } from './mail/mail-budget.ts'
import type { Language } from './mail/mail-content.ts'
import { resealQueue } from './mail/reseal-queue.ts'
import { sendMail } from './mail/send-mail.ts'
import { createNotificationFeed, notificationStreamsMetric } from './notifications/notification-feed.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { notificationRpcs } from './notifications/rpc.ts'
import { createPasswordHasher, type PasswordHashing } from './passwords/password-hash.ts'
import { answerRequest } from './requests/answer-request.ts'
import { authenticate } from './sessions/authenticate.ts'
import { defaultSignUpsPerMinute } from './sign-up/limit-sign-ups.ts'
import { userSweeps } from './sweeps.ts'
import { findLoginUser } from './user/find-login-user.ts'
import { userRoutes } from './user/routes.ts'
import { userRpcs } from './user/rpc.ts'
import { queueForWebhooks, startWebhooks } from './webhooks/deliver-webhooks.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { resolveHost } from './webhooks/target.ts'
import { resealWebhookSecrets } from './webhooks/webhook-secret.ts'

export interface UserServiceOptions {
  databaseUrl: string
  database: DatabaseOptions
  /** Where the authentication service answers /internal routes. */
  authUrl: string
  serviceToken: string
  /** Where both services run in one process: tokens are asked about without the wire. */
  checkToken?: SessionDirectory['checkToken'] | undefined
  /** The longest that it may take for an answer. */
  peerTimeoutMs?: number | undefined
  /** How it is called, where it wants to see a certificate. */
  peerFetch?: Fetch | undefined
  masterKeys: readonly Buffer[]
  /** What links in mails begin with. */
  publicUrl: string
  language: Language
  signup: 'open' | 'private' | 'closed'
  /** Other than usual. */
  signUpsPerMinute?: number | undefined
  requiresVerifiedEmail: boolean
  mailer: Mailer
  /** Where every event is published besides. */
  nats?: NatsOptions | undefined
  webhookPrivateTargets: 'allow' | 'deny'
  passwordHashing?: PasswordHashing
  clock: Clock
  log: Log
}

export interface UserService {
  users: Users
  routes: Route[]
  health: Route[]
  rpcs: RpcService[]
  isHealthy(): Promise<boolean>
  metrics: Metric[]
  authenticate(token: string): Caller | Promise<Caller>
  /** What it answers over /internal routes, for an authentication service in the same process. */
  directory: {
    checkCredentials(credentials: { username: string; password: string }): ReturnType<typeof checkCredentials>
    findUser(id: string): ReturnType<typeof findKnownUser>
    findLoginUser(name: string): ReturnType<typeof findLoginUser>
  }
  stop(): Promise<void>
}

export const userMigrations = new URL('migrations/', import.meta.url)

export const checkUserDatabase = (url: string): Promise<void> => checkDatabase(url, userMigrations)

export async function openUserService(options: UserServiceOptions): Promise<UserService> {
  const users = await openUsers(options)
  const { db, clock, log } = users
  await resealWebhookSecrets(users)
  await resealQueue(users)
  const events: EventLog = {
    db,
    clock,
    log,
    onNumbered: (tx, numbered) => queueForWebhooks(tx, numbered, clock.now()),
  }
  const loops = [
    startNumbering(events),
    startDelivery(users.outbox),
    startWebhooks(users),
    startDelivery({
      // Who asked has asked again by then.
      ...{ db, clock, log, sink: 'links', retry: { ...untilItIsBack, giveUpAfterMs: 30 * 60_000 } },
      deliver: (request) => answerLinkRequest(users, request),
    }),
    startDelivery({
      ...{ db, clock, log, sink: requestSink, retry: { ...untilItIsBack, giveUpAfterMs: mostAwayMs } },
      deliver: (request) => answerRequest(users, request),
    }),
    startDelivery({
      ...{ db, clock, log, sink: adminSink, retry: untilItIsBack },
      deliver: (news) => deliverAdminNews(users, news),
    }),
    startDelivery({
      // A server that is back finds the mail of its absence soon: a link is good for an hour.
      ...{ db, clock, log, sink: 'mail', retry: { ...forDays, longestMs: 10 * 60_000 } },
      deliver: (mail) => sendMail({ mailer: options.mailer, masterKeys: users.masterKeys }, mail),
    }),
  ]
  if (options.nats) loops.push(startPublishing(events, options.nats))
  const sweeping: Sweeping = { ...users, sweeps: userSweeps }
  const sweeper = startSweeping(sweeping)
  return {
    users,
    routes: [
      ...userRoutes(users),
      ...apiKeyRoutes(users),
      ...notificationRoutes(users),
      ...linkRoutes(users),
      ...eventRoutes(users),
      ...webhookRoutes(users),
    ],
    health: healthRoutes(users.db),
    rpcs: [userRpcs, notificationRpcs],
    isHealthy: () => answers(users.db),
    metrics: [
      sweepMetric(sweeping),
      outboxMetric(users.db),
      notificationStreamsMetric(users.notifications),
      withheldMailsMetric(users.withheldMails),
      eventStreamsMetric(users.events),
      ...lookUpMetrics(users.db),
    ],
    authenticate: (token) => authenticate(users, { token }),
    directory: {
      checkCredentials: (credentials) => checkCredentials(users, credentials),
      findUser: (id) => findKnownUser(users, id),
      findLoginUser: (name) => findLoginUser(users, name),
    },
    async stop() {
      await users.notifications.stop()
      await users.events.stop()
      // All at once: one that still runs would claim what is no longer delivered.
      await Promise.all([...loops, sweeper].map((loop) => loop.stop()))
      await users.db.close()
    },
  }
}

/** The context alone, with nothing running: what a command works on. */
export async function openUsers(options: Omit<UserServiceOptions, 'mailer'>): Promise<Users> {
  const { clock } = options
  const log = options.log.child({ service: 'users' })
  const db = await openMigrated(options.databaseUrl, userMigrations, { ...options.database, clock })
  const overTheWire = sessionDirectory({
    baseUrl: options.authUrl,
    bearer: options.serviceToken,
    fetch: options.peerFetch,
    timeoutMs: options.peerTimeoutMs,
  })
  const sessions = { ...overTheWire, checkToken: options.checkToken ?? overTheWire.checkToken }
  return {
    db,
    clock,
    log,
    standings: rememberRows(db, { table: 'users', besides: [], most: 10_000 }, (id) => findStanding(db, id)),
    passwords: createPasswordHasher(options.passwordHashing),
    countPasswordChange: changeCounter(clock),
    sessions,
    outbox: {
      db,
      clock,
      log,
      sink: 'auth',
      retry: untilItIsBack,
      deliver: ({ payload }) => sessions.endSessions(payload as EndSessionsOrder),
    },
    apiKeyUses: new Map(),
    notifications: createNotificationFeed({ db, clock, log }),
    webhookTargets: { allowPrivate: options.webhookPrivateTargets === 'allow', resolve: resolveHost },
    masterKeys: options.masterKeys,
    publicUrl: options.publicUrl,
    language: options.language,
    withheldMails: new Map(),
    events: createEventFeed({ db, clock, log }),
    signup: options.signup,
    signUpsPerMinute: options.signUpsPerMinute ?? defaultSignUpsPerMinute,
    // Whoever may log in at once would learn from it whether a sign-up made a user.
    requiresVerifiedEmail: options.requiresVerifiedEmail || options.signup === 'private',
    fingerprintKey: Buffer.from(
      hkdfSync('sha256', options.serviceToken, '', 'latchkey idempotency fingerprint', 32),
    ),
  }
}
