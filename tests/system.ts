import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAllSettings } from '#cli/all-settings.ts'
import { type Running, start } from '#cli/start.ts'
import { logInEndpoint, type TokenPairResource } from '#contract/auth.ts'
import { createUserEndpoint, type UserResource } from '#contract/users.ts'
import type { Clock } from '#runtime/clock.ts'
import { createLog } from '#runtime/log.ts'
import { call } from '#sdk/call.ts'

/** Real time, and as much later as a test says. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export interface HttpReply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a reply is whatever was sent; the tests say what they expect of it.
  body: any
}

export interface SignedIn extends TokenPairResource {
  password: string
}

export interface System extends AsyncDisposable {
  usersUrl: string
  authUrl: string
  data: string
  clock: TestClock
  /** Every line that the services logged. */
  log: Record<string, unknown>[]
  logText(): string
  serviceToken(): string
  /** One request as it is, to see the reply as it is. */
  send(method: string, url: string, options?: SendOptions): Promise<HttpReply>
  signUp(username: string): Promise<UserResource & { password: string }>
  logIn(username: string, password: string): Promise<TokenPairResource>
  signUpAndLogIn(username: string): Promise<SignedIn>
  /** The first user, whom the first start made. */
  admin(): Promise<TokenPairResource>
  stop(): Promise<void>
}

export interface SendOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface SystemOptions {
  settings?: Record<`LATCHKEY_${string}`, string>
  services?: 'both' | 'users' | 'auth'
  /** Keep what an earlier system left; the folder is then the test's own to remove. */
  data?: string
  clock?: TestClock
  /** Codes that a test provokes although no endpoint lists them. */
  expectUnlisted?: boolean
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

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'latchkey-test-'))

/** Both services as `latchkey start` runs them, on free ports and in a folder of their own. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const data = options.data ?? temporaryFolder()
  const clock = options.clock ?? testClock()
  const lines: string[] = []
  const settings = readAllSettings({
    flags: {},
    environment: {
      LATCHKEY_DATA: data,
      LATCHKEY_USERS_PORT: '0',
      LATCHKEY_AUTH_PORT: '0',
      LATCHKEY_ISSUER: 'https://auth.example.com',
      LATCHKEY_LOG_LEVEL: 'debug',
      ...options.settings,
    },
  }).values
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const running = await start({ settings, services: options.services ?? 'both', log, clock })
  return new RunningSystem(running, { data, clock, lines, options }).asSystem()
}

class RunningSystem {
  private readonly running: Running
  private readonly parts: { data: string; clock: TestClock; lines: string[]; options: SystemOptions }
  private stopped = false

  constructor(
    running: Running,
    parts: { data: string; clock: TestClock; lines: string[]; options: SystemOptions },
  ) {
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
    return {
      usersUrl,
      authUrl,
      data: parts.data,
      clock: parts.clock,
      get log() {
        return parts.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      },
      logText: () => parts.lines.join(''),
      serviceToken: () => secret('service-token'),
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
    await this.running.stop()
    const { lines, data, options } = this.parts
    if (options.data === undefined) rmSync(data, { recursive: true, force: true })
    const unlisted = lines.filter((line) => line.includes('a failure that its endpoint does not list'))
    if (!options.expectUnlisted) assert.deepEqual(unlisted, [], 'a failure that the contract does not list')
  }
}

export async function send(method: string, url: string, options: SendOptions = {}): Promise<HttpReply> {
  const { token, body } = options
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: body === undefined ? null : isRaw ? (body as string) : JSON.stringify(body),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
