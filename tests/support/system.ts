import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AllSettings, databaseUrls, readAllSettings } from '#cli/settings/all-settings.ts'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { type Running, start } from '#cli/start/start.ts'
import { logInEndpoint } from '#contract/auth.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { UserResource } from '#contract/users/user.ts'
import { createUserEndpoint } from '#contract/users.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { createLog } from '#runtime/log/log.ts'
import type { Metric } from '#runtime/metrics/metrics.ts'
import type { Sweep } from '#runtime/sweep.ts'
import { call } from '#sdk/call.ts'
import { cheapPasswords } from '#tests/support/cheap-passwords.ts'
import { type CheckedReplies, checkedByCaller, checkReplies } from '#tests/support/check-replies.ts'
import { databaseWithAdmin } from '#tests/support/database-with-admin.ts'
import { faultsOf } from '#tests/support/documented-replies.ts'
import type { Engine, TemporaryDatabase } from '#tests/support/engines.ts'
import { eventsAgainstContract } from '#tests/support/events-in-contract.ts'
import { migratedDatabase, placeDatabases } from '#tests/support/migrated-database.ts'
import { patience } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** A clock that a test can advance. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export interface HttpReply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the body is whatever was sent, and the tests check it.
  body: any
}

export interface SignedIn extends TokenPairResource {
  password: string
}

export interface System extends AsyncDisposable {
  usersUrl: string
  authUrl: string
  /** The gRPC address of the user service, for example `127.0.0.1:10000`. */
  usersGrpc: string
  authGrpc: string
  /** The URL of the internal routes, or an empty string when they have no listener of their own. */
  internalUrl: string
  /** The address of the admin console, or an empty string when it has no listener of its own. */
  consoleUrl: string
  usersOpsUrl: string
  authOpsUrl: string
  data: string
  clock: TestClock
  /** The log lines of the services, parsed. */
  log: Record<string, unknown>[]
  logText(): string
  serviceToken(): string
  /** Opens the database of a service, to read what no route shows. The database is closed with the system. */
  database(service: 'users' | 'auth'): Promise<Database>
  databaseUrl(service: 'users' | 'auth'): string
  /** Returns the sweeps that run in the background on the database of a service. */
  sweeps(service: 'users' | 'auth'): readonly Sweep[]
  metrics(service: 'users' | 'auth'): readonly Metric[]
  /** Sends one request, and returns the reply unchanged. */
  send(method: string, url: string, options?: SendOptions): Promise<HttpReply>
  signUp(username: string): Promise<UserResource & { password: string }>
  logIn(username: string, password: string): Promise<TokenPairResource>
  signUpAndLogIn(username: string): Promise<SignedIn>
  /** Logs in as the first user, the admin that the first start created. */
  admin(): Promise<TokenPairResource>
  stop(): Promise<void>
}

export interface SendOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface SystemOptions {
  engine?: Engine
  settings?: Record<`LATCHKEY_${string}`, string>
  services?: 'both' | 'users' | 'auth'
  /**
   * The data folder of an earlier system, with which this system continues. The test must then remove the
   * folder.
   */
  data?: string
  clock?: TestClock
  /** The cost of password hashes: `real` is the cost in production. By default a hash costs almost nothing. */
  passwordCost?: 'real'
  /** The time, in milliseconds, for which a stop waits for requests in progress. */
  drainMs?: number
  /**
   * The interval, in milliseconds, at which the access of a stream's reader is checked again. The default is
   * ten seconds.
   */
  admissionMs?: number
  /**
   * True when a test provokes failures that the contract does not list for the endpoint. Otherwise such failures fail the
   * test.
   */
  expectUnlisted?: boolean
}

/** Creates a clock that moves only when a test advances it, so that no time limit passes on a slow machine. */
export function stillClock(): TestClock {
  let now = Date.now()
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}

/**
 * Creates a clock that does not move by itself and is an hour ahead of the real one, so that rows queued by the real clock
 * are due. The waiting times after failed logins do not pass on this clock.
 */
export function stoppedClock(): TestClock {
  const clock = stillClock()
  clock.advance(60 * 60_000)
  return clock
}

export function testClock(): TestClock {
  let offsetMs = 0
  return {
    now: () => Date.now() + offsetMs,
    advance: (ms) => {
      offsetMs += ms
    },
  }
}

/** Starts both services as `latchkey start` does, on free ports and in a folder of their own. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const data = options.data ?? temporaryFolder()
  const clock = options.clock ?? testClock()
  const lines: string[] = []
  const databases = options.engine === 'postgres' ? await postgresDatabases(data) : undefined
  // A start on a folder that the test provides creates its databases itself.
  if (!databases && options.data === undefined) placeDatabases(data, options.services ?? 'both')
  const { values: settings, origins } = readAllSettings({
    flags: {},
    environment: {
      LATCHKEY_DATA: data,
      ...(databases
        ? { LATCHKEY_USERS_DATABASE: databases.users.url, LATCHKEY_AUTH_DATABASE: databases.auth.url }
        : {}),
      LATCHKEY_USERS_PORT: '0',
      LATCHKEY_AUTH_PORT: '0',
      LATCHKEY_USERS_OPS_PORT: '0',
      LATCHKEY_AUTH_OPS_PORT: '0',
      LATCHKEY_USERS_GRPC_PORT: '0',
      LATCHKEY_AUTH_GRPC_PORT: '0',
      LATCHKEY_ISSUER: 'https://auth.example.com',
      LATCHKEY_MAILBOX: 'on',
      // A start opens as many connections as it has work for, and the server of the tests starts a process for each. The
      // requests that a test sends at once wait for one.
      LATCHKEY_DATABASE_CONNECTIONS: '4',
      ...patience,
      LATCHKEY_LOG_LEVEL: 'debug',
      ...options.settings,
    },
  })
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const running = await start({
    settings,
    origins,
    services: options.services ?? 'both',
    log,
    clock,
    admissionMs: options.admissionMs,
    ...(options.drainMs === undefined ? {} : { drainMs: options.drainMs }),
    ...(options.passwordCost === 'real' ? {} : { passwordCost: cheapPasswords }),
  })
  const replies = checkReplies([running.usersUrl, running.authUrl, running.internalUrl, running.consoleUrl])
  const opened: Promise<Database>[] = []
  async function removeData(): Promise<void> {
    rmSync(data, { recursive: true, force: true })
    await databases?.users[Symbol.asyncDispose]()
    await databases?.auth[Symbol.asyncDispose]()
    postgresOf.delete(data)
  }
  return new RunningSystem(running, {
    data,
    clock,
    lines,
    options,
    settings,
    opened,
    removeData,
    replies,
  }).asSystem()
}

interface Databases {
  users: TemporaryDatabase
  auth: TemporaryDatabase
}

/**
 * The PostgreSQL databases by data folder, so that a system started again on the same folder finds its
 * databases.
 */
const postgresOf = new Map<string, Promise<Databases>>()

function postgresDatabases(data: string): Promise<Databases> {
  const databases = postgresOf.get(data) ?? newPostgresDatabases(data)
  postgresOf.set(data, databases)
  return databases
}

/** Creates the databases, as an operator does before the first start on PostgreSQL. */
async function newPostgresDatabases(data: string): Promise<Databases> {
  const [users, auth] = await Promise.all([databaseWithAdmin(data), migratedDatabase('postgres', 'auth')])
  return { users, auth }
}

interface Parts {
  data: string
  clock: TestClock
  lines: string[]
  options: SystemOptions
  settings: AllSettings
  opened: Promise<Database>[]
  replies: CheckedReplies
  removeData(): Promise<void>
}

class RunningSystem {
  private readonly running: Running
  private readonly parts: Parts
  private stopped = false

  constructor(running: Running, parts: Parts) {
    this.running = running
    this.parts = parts
  }

  asSystem(): System {
    const { running, parts } = this
    const usersUrl = running.usersUrl ?? ''
    const authUrl = running.authUrl ?? ''
    const logIn = (username: string, password: string) =>
      call(logInEndpoint, { body: { username, password } }, { baseUrl: authUrl })
    const signUp = async (username: string) => {
      const password = `${randomUUID()} ${username}`
      const body = { username, email: `${username}@example.com`, password }
      return { ...(await call(createUserEndpoint, { body }, { baseUrl: usersUrl })), password }
    }
    const secret = (file: string) => readFileSync(join(parts.data, file), 'utf8').trim()
    const parsed: Record<string, unknown>[] = []
    return {
      usersUrl,
      authUrl,
      usersGrpc: running.usersGrpc ?? '',
      authGrpc: running.authGrpc ?? '',
      internalUrl: running.internalUrl ?? '',
      consoleUrl: running.consoleUrl ?? '',
      usersOpsUrl: running.usersOpsUrl ?? '',
      authOpsUrl: running.authOpsUrl ?? '',
      data: parts.data,
      clock: parts.clock,
      get log() {
        // The line is looked for at short intervals, because the test waits for it.
        for (const line of parts.lines.slice(parsed.length)) parsed.push(JSON.parse(line))
        return [...parsed]
      },
      logText: () => parts.lines.join(''),
      serviceToken: () => secret('service-token'),
      databaseUrl: (service) => databaseUrls(parts.settings)[service],
      sweeps: (service) => running.sweeps[service],
      metrics: (service) => running.metrics[service],
      database(service) {
        const database = openDatabase(databaseUrls(parts.settings)[service], commandDatabaseOptions)
        parts.opened.push(database)
        return database
      },
      send,
      signUp,
      logIn,
      async signUpAndLogIn(username) {
        const { password } = await signUp(username)
        return { ...(await logIn(username, password)), password }
      },
      admin: () => logIn('admin', secret('admin-password')),
      stop: () => this.stop(),
      [Symbol.asyncDispose]: () => this.stop(),
    }
  }

  private async stop(): Promise<void> {
    if (this.stopped) return
    this.stopped = true
    for (const database of this.parts.opened) await (await database).close()
    await this.running.stop()
    const { lines, options } = this.parts
    const events = await this.uncataloguedEvents()
    if (options.data === undefined) await this.parts.removeData()
    const unlisted = lines.filter((line) => line.includes('failure not declared by its endpoint'))
    assert.deepEqual(this.parts.replies.stop(), [], 'a reply that is not as the documents say')
    if (!options.expectUnlisted) assert.deepEqual(unlisted, [], 'a failure that the contract does not list')
    assert.deepEqual(events, [], 'an event that is not as the contract says')
  }

  private async uncataloguedEvents(): Promise<string[]> {
    const { users, auth } = databaseUrls(this.parts.settings)
    const urls = [this.running.usersUrl && users, this.running.authUrl && auth]
    const found = urls.map((url) => (url ? eventsAgainstContract(url) : []))
    return (await Promise.all(found)).flat()
  }
}

export async function send(method: string, url: string, options: SendOptions = {}): Promise<HttpReply> {
  const { token, body } = options
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const request: RequestInit = {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: body === undefined ? null : isRaw ? (body as string) : JSON.stringify(body),
    redirect: 'manual',
  }
  checkedByCaller.add(request)
  const response = await fetch(url, request)
  const text = await response.text()
  // This check also covers the replies of services in other processes, which `checkReplies` does not see.
  const { status, headers: sent } = response
  assert.deepEqual(faultsOf({ method, url, status, headers: sent, text }), [], 'as the documents say')
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
