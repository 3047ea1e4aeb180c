import assert from 'node:assert/strict'
import { webApplicationSettings } from '#cli/commands/clients/frameworks.ts'
import { createWebSession, type WebSession, type WebSessionOptions } from '#sdk/server.ts'
import { issuer, type PlainBrowser, plainBrowser, registerClient, signedInBrowser } from './relying-party.ts'
import type { System } from './system.ts'

export const cookieName = '__Host-latchkey-session'

/** An application that signs users in through the hosted pages, with one page that shows the caller. */
export interface HostedApp {
  origin: string
  clientId: string
  secret: string
  session: WebSession
  /** Answers a request as the server of the application does. */
  answer(request: Request): Promise<Response>
}

/** Registers an application as `latchkey clients create --for` does, and makes its session. */
export async function hostedApp(
  system: System,
  {
    origin = 'https://app.example.com',
    settings = {},
    resource,
    scopes,
    ...options
  }: Partial<WebSessionOptions> & {
    origin?: string
    settings?: Record<string, unknown>
    resource?: string
    scopes?: readonly string[]
  } = {},
): Promise<HostedApp> {
  const { id, client_secret: secret = '' } = await registerClient(system, {
    ...webApplicationSettings(origin),
    name: 'App',
    ...settings,
  })
  const session = createWebSession({
    issuer,
    authUrl: system.authUrl,
    usersUrl: system.usersUrl,
    origins: origin,
    client: { id, secret, ...(resource === undefined ? {} : { resource }), ...(scopes ? { scopes } : {}) },
    now: system.clock.now,
    ...options,
  })
  return {
    origin,
    clientId: id,
    secret,
    session,
    answer: (request) =>
      session.serve(request, async () => {
        const { pathname } = new URL(request.url)
        if (pathname === '/silent') {
          const caller = await session.caller(request)
          const location = caller ? undefined : session.signInSilently(request)
          if (location !== undefined) return new Response(null, { status: 303, headers: { location } })
        }
        if (pathname === '/private') return Response.json(await session.requireCaller(request))
        return Response.json((await session.caller(request)) ?? null)
      }),
  }
}

/** The browser of one person, with the cookies of the application and those of Latchkey. */
export interface HostedVisitor {
  /** The cookies of the application by their names. */
  cookies: Map<string, string>
  /** The browser at Latchkey. */
  browser: PlainBrowser
  /** Sends one request to the application, and stores the cookies of the reply. */
  send(path: string, init?: RequestInit): Promise<Response>
  /** Opens a page of the application and follows redirects to Latchkey and back. Returns the reply that is no redirect. */
  open(path: string): Promise<Response & { path: string }>
  /** Returns the username of the caller, as the application sees it; null when nobody is signed in. */
  whoAmI(): Promise<string | null>
}

export function hostedVisitor(
  system: Pick<System, 'authUrl'>,
  app: Pick<HostedApp, 'origin' | 'answer'>,
  browser: PlainBrowser = plainBrowser(system),
): HostedVisitor {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const method = init.method ?? 'GET'
    const request = new Request(new URL(path, app.origin), {
      ...init,
      headers: {
        accept: 'text/html',
        ...(method === 'GET' ? {} : { origin: app.origin }),
        ...(cookie === '' ? {} : { cookie }),
        ...(init.headers as Record<string, string>),
      },
    })
    const response = await app.answer(request)
    for (const set of response.headers.getSetCookie()) storeCookie(cookies, set)
    return response
  }
  async function open(path: string) {
    for (let here = new URL(path, app.origin), steps = 0; ; steps++) {
      assert.ok(steps < 10, 'redirects that end')
      const response = await send(here.pathname + here.search)
      const location = response.headers.get('location')
      if (location === null) return Object.assign(response, { path: here.pathname + here.search })
      const next = new URL(location, here)
      if (next.origin === app.origin) here = next
      else {
        const { url, page } = await browser.follow(next.href)
        if (page !== undefined) return Object.assign(new Response(page), { path: url.href })
        assert.equal(url.origin, app.origin)
        here = url
      }
    }
  }
  return {
    cookies,
    browser,
    send,
    open,
    whoAmI: async () => ((await (await send('/')).json()) as { username: string } | null)?.username ?? null,
  }
}

/** Stores a cookie in those of a simulated browser, by a Set-Cookie header. */
export function storeCookie(cookies: Map<string, string>, set: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
  if (/max-age=0/i.test(set)) cookies.delete(name)
  else cookies.set(name, value)
}

/** Signs a new user up, and in to the application through the hosted pages. */
export async function visitorAt(
  system: System,
  app: HostedApp,
  username: string,
): Promise<HostedVisitor & { userId: string; password: string }> {
  const { id: userId, password } = await system.signUp(username)
  const visitor = hostedVisitor(system, app, await signedInBrowser(system, { username, password }))
  const { path } = await visitor.open(app.session.signIn())
  assert.equal(path, '/')
  assert.ok(visitor.cookies.has(cookieName), 'the session has begun')
  return Object.assign(visitor, { userId, password })
}

/** The tokens in the cookie of a visitor. */
export function tokensOf({ cookies }: Pick<HostedVisitor, 'cookies'>) {
  const [refreshToken = '', accessToken = '', idToken = ''] = (cookies.get(cookieName) ?? '').split('~')
  return { refreshToken, accessToken, idToken }
}

export const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
