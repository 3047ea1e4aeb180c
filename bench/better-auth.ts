import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { UserResource } from '#contract/users/user.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { installedPeer } from './installed-peer.ts'
import type { HttpRequest } from './load.ts'
import { type Server, startScript } from './own-process.ts'
import type { Population } from './population.ts'

/** The cookies of one browser, by name. */
export type Cookies = Record<string, string>

type Person = Pick<UserResource, 'email'>

export interface BetterAuth extends Server {
  signIn(person: Person): Promise<Cookies>
  signingIn(person: Person): HttpRequest & { body: object }
  /** Returns whether better-auth still finds a session for these cookies. */
  isTaken(cookies: Cookies): Promise<boolean>
  /**
   * Returns the same cookies with a new cookie cache (a signed copy of the session inside a cookie), so that
   * the cache does not expire under load.
   */
  renewed(cookies: Cookies): Promise<Cookies>
  /**
   * Calls an endpoint that ends one session or several: a sign-out, the end of all sessions, or the deletion
   * of the user.
   */
  end(path: '/sign-out' | '/revoke-sessions' | '/delete-user', cookies: Cookies): Promise<void>
}

const getSession = '/api/auth/get-session'
/**
 * The public origin with which better-auth is configured and which each request sends as its `Origin` header. With https,
 * better-auth sets its cookies as it does in production.
 */
const origin = 'https://auth.example.com'

export async function startBetterAuth(
  { phc, password, people }: Pick<Population, 'people' | 'password' | 'phc'>,
  { cookieCache }: { cookieCache: boolean },
): Promise<BetterAuth> {
  await using parts = new AsyncDisposableStack()
  const folder = temporaryFolderOnDisk()
  parts.defer(() => rmSync(folder, { recursive: true }))
  const server = parts.use(
    await startScript(installedPeer('better-auth'), {
      input: {
        file: join(folder, 'better-auth.db'),
        baseURL: origin,
        secret: randomBytes(32).toString('base64'),
        people: people.map(({ name, username, email }) => ({ name: name ?? username, email })),
        phc,
        cookieCache,
      },
      environment: { NODE_ENV: 'production' },
    }),
  )
  const signingIn = ({ email }: Person) => ({
    method: 'POST' as const,
    path: '/api/auth/sign-in/email',
    body: { email, password },
  })
  async function ask(path: string, cookies: Cookies, body?: object): Promise<Response> {
    const response = await fetch(new URL(path, server.address), {
      method: body ? 'POST' : 'GET',
      headers: { origin, 'content-type': 'application/json', ...cookieHeader(cookies) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status !== 200)
      throw new Error(`better-auth answered ${path} with ${response.status}: ${await response.text()}`)
    return response
  }
  const kept = parts.move()
  return {
    ...server,
    signingIn,
    async signIn(person) {
      const { path, body } = signingIn(person)
      return cookiesOf(await ask(path, {}, body))
    },
    isTaken: async (cookies) => holdsSession(await (await ask(getSession, cookies)).json()),
    async renewed(cookies) {
      const response = await ask(`${getSession}?disableCookieCache=true`, cookies)
      if (!holdsSession(await response.clone().json())) throw new Error('better-auth has no such session.')
      return { ...cookies, ...cookiesOf(response) }
    },
    async end(path, cookies) {
      await ask(`/api/auth${path}`, cookies, {})
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

export const cookieHeader = (cookies: Cookies): Record<string, string> => ({
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
})

/**
 * Takes the cookies from a response. RFC 6265, section 5.2: the value of a cookie ends at the first
 * semicolon.
 */
export function cookiesOf({ headers }: Response): Cookies {
  const pairs = headers.getSetCookie().map((line) => (line.split(';')[0] ?? '').split('='))
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}

/**
 * Returns whether the body of a session check holds a session. Without a session, better-auth answers 200 as
 * well, with `null`.
 */
export const holdsSession = (reply: unknown): boolean =>
  (reply as { session?: { id?: unknown } } | null)?.session?.id !== undefined

/**
 * The two ways to check a session with better-auth: its own endpoint, or a route of an application that calls
 * better-auth inside its own process.
 */
export const lookedUp = { atItsEndpoint: getSession, within: '/within' }

/**
 * Returns session checks for the load generator. Each reply must hold `"session":{`, because better-auth also answers 200
 * without a session.
 */
export const sessionChecks = (all: readonly Cookies[], path: string) => ({
  requests: all.map((cookies) => ({ path, headers: cookieHeader(cookies) })),
  holding: '"session":{',
})
