import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { Failure } from '#contract/declaration/failures.ts'
import { passkeySettings, showPasskey, signUpWithPasskey } from '#tests/support/passkey-user.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import type { OperationReply } from '../call-operation.ts'
import { toHttpFailure } from './http-failure.ts'
import {
  createWebSession,
  type ServeOptions,
  type WebSession,
  type WebSessionOptions,
} from './web-session.ts'

const minute = 60_000
const origin = 'https://app.example.com'
const issuer = 'https://auth.example.com'
const name = '__Host-latchkey-session'

const sessionOf = (system: System, options: Partial<WebSessionOptions> = {}): WebSession =>
  createWebSession({
    issuer,
    authUrl: system.authUrl,
    usersUrl: system.usersUrl,
    origins: origin,
    now: system.clock.now,
    ...options,
  })

const requestOf = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  json?: unknown,
): Request =>
  new Request(`${origin}${path}`, {
    method,
    headers: {
      ...(method === 'GET' ? {} : { origin }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? null : JSON.stringify(json),
  })

const nothing = () => new Response('a page of the application')

/** Logs a new user in at the application. Returns the Cookie header of its browser. */
async function cookieOf(
  system: System,
  session: WebSession,
  username: string,
  before?: string,
): Promise<string> {
  const { password } = await system.signUp(username)
  const headers: Record<string, string> = before === undefined ? {} : { cookie: before }
  const reply = await session.serve(
    requestOf('POST', '/auth/login', headers, { username, password }),
    nothing,
  )
  assert.equal(reply.status, 200)
  return newCookie(reply) ?? ''
}

const newCookie = (reply: Response): string | undefined => reply.headers.getSetCookie()[0]?.split(';')[0]

/** Sends a request to an application that replies with the username of its caller. */
const whoAmI = (session: WebSession, headers: Record<string, string>) => {
  const request = requestOf('GET', '/', headers)
  return session.serve(request, async () => Response.json((await session.caller(request))?.username ?? null))
}

test('the reply of the application gets the cookie, also when it is a redirect or a failure that it threw', async () => {
  await using system = await startSystem()
  const session = sessionOf(system, { loginPage: '/login' })
  const applications = [
    async (request: Request) => {
      await session.caller(request)
      return Response.redirect(`${origin}/elsewhere`, 303)
    },
    async (request: Request) => {
      await session.requireCaller(request, 'admin')
      return nothing()
    },
  ]
  for (const [at, application] of applications.entries()) {
    const cookie = await cookieOf(system, session, `ada${at}`)
    system.clock.advance(16 * minute)
    const reply = await session.serve(requestOf('GET', '/', { cookie }), application)
    assert.equal(reply.status, [303, 403][at])
    assert.match(newCookie(reply) ?? '', /^__Host-latchkey-session=./)
    assert.equal(reply.headers.get('cache-control'), 'no-store')
  }
})

test('an error of the application is reported, and does not lose the tokens of a refresh', async (t) => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const fault = new Error('a fault of the application')
  const report = t.mock.method(console, 'error', () => {})
  const replies: [options: ServeOptions, status: number, reports: number][] = [
    [{}, 500, 1],
    [{ onError: async (error) => new Response(null, { status: error === fault ? 502 : 500 }) }, 502, 0],
  ]
  for (const [at, [options, status, reports]] of replies.entries()) {
    const cookie = await cookieOf(system, session, `ada${at}`)
    system.clock.advance(16 * minute)
    const request = requestOf('GET', '/', { cookie })
    const fails = async () => {
      await session.caller(request)
      throw fault
    }
    const reply = await session.serve(request, fails, options)
    assert.deepEqual([reply.status, reply.headers.get('cache-control')], [status, 'no-store'])
    assert.doesNotMatch(await reply.text(), /fault/)
    assert.deepEqual(
      report.mock.calls.map((call) => call.arguments),
      reports === 0 ? [] : [[fault]],
    )
    report.mock.resetCalls()
    // A used refresh token is accepted again for a short time, in case the reply was lost. This is after that time.
    system.clock.advance(5 * minute)
    assert.equal(await (await whoAmI(session, { cookie: newCookie(reply) ?? '' })).json(), `ada${at}`)
  }
})

test('an error that the application hands to its runtime goes there', async () => {
  const session = createWebSession({ issuer, origins: origin })
  const fault = new Error('a fault of the application')
  const rethrow = (error: unknown) => Promise.reject(error)
  const fails = () => {
    throw fault
  }
  await assert.rejects(session.serve(requestOf('GET', '/'), fails, { onError: rethrow }), fault)
})

test('a page that is for everybody may be cached as the application says', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const cookie = await cookieOf(system, session, 'ada')
  const request = requestOf('GET', '/', { cookie })
  const cached = () =>
    new Response('', { headers: { 'cache-control': 'public, max-age=60', vary: 'accept' } })
  const untouched = await session.serve(request, cached)
  assert.deepEqual(
    [untouched.headers.get('cache-control'), untouched.headers.get('vary')],
    ['public, max-age=60', 'accept'],
  )
  const read = await session.serve(request, async () => {
    await session.caller(request)
    return cached()
  })
  assert.equal(read.headers.get('vary'), 'accept, Cookie')
})

test('the caller of a request that the session has not seen is an error, not nobody', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  assert.throws(() => session.caller(requestOf('GET', '/')), /session has not seen this request/)
})

test('a caller that is read after the reply has begun is refused when the cookie could not be set any more', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const cookie = await cookieOf(system, session, 'ada')
  system.clock.advance(16 * minute)
  const request = requestOf('GET', '/', { cookie })
  await session.serve(request, nothing)
  await assert.rejects(session.caller(request), /before the reply begins/)
  assert.equal(await (await whoAmI(session, { cookie })).json(), 'ada')
})

test('options that do not fit the tokens of Latchkey are said at the first login', async () => {
  await using system = await startSystem()
  const session = sessionOf(system, { audience: 'somebody-else' })
  const { password } = await system.signUp('ada')
  const login = session.serve(requestOf('POST', '/auth/login', {}, { username: 'ada', password }), nothing)
  await assert.rejects(login, /LATCHKEY_ISSUER and LATCHKEY_AUDIENCE/)
})

test('options with which no browser would keep a session are refused', () => {
  const options = { issuer, origins: origin }
  const refused: Partial<WebSessionOptions>[] = [
    { origins: 'http://nas:8080' },
    { origins: [] },
    { cookieName: 'session' },
    { issuer: 'http://auth.example.com' },
    { basePath: 'auth' },
    { basePath: '//evil.example' },
    { loginPage: 'https://evil.example/login' },
  ]
  for (const change of refused) assert.throws(() => createWebSession({ ...options, ...change }), TypeError)
  createWebSession(options)
})

test('a login ends the session that the browser had before', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const ada = await cookieOf(system, session, 'ada')
  const bob = await cookieOf(system, session, 'bob', ada)
  assert.equal(await (await whoAmI(session, { cookie: ada })).json(), null)
  assert.equal(await (await whoAmI(session, { cookie: bob })).json(), 'bob')
})

test('a session that was planted in a browser is not the one of who logs in there', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const planted = await cookieOf(system, session, 'mallory')
  const { password } = await system.signUp('ada')
  const login = { username: 'ada', password, session_id: 'chosen' }
  const refused = await session.serve(requestOf('POST', '/auth/login', { cookie: planted }, login), nothing)
  assert.equal(refused.status, 400, 'no id of a session can be chosen')
  const two = `${planted}; ${planted}`
  assert.equal(await (await whoAmI(session, { cookie: two })).json(), null, 'of two cookies none counts')
})

test('all sessions of a person can be ended, here and elsewhere', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const { password } = await system.signUp('ada')
  const logIn = async () =>
    newCookie(
      await session.serve(requestOf('POST', '/auth/login', {}, { username: 'ada', password }), nothing),
    ) ?? ''
  const [here, elsewhere] = [await logIn(), await logIn()]
  const end = (scope: string, cookie: string) =>
    session.serve(requestOf('POST', '/auth/sessions/revoke', { cookie }, { scope }), nothing)
  const others = await end('others', here)
  assert.deepEqual([others.status, await others.json()], [200, { ended: 1 }])
  assert.equal(await (await whoAmI(session, { cookie: elsewhere })).json(), null)
  assert.equal(await (await whoAmI(session, { cookie: here })).json(), 'ada')
  system.clock.advance(16 * minute)
  const all = await end('all', here)
  assert.deepEqual(await all.json(), { ended: 1 })
  assert.equal(newCookie(all), `${name}=`)
  assert.equal((await end('all', here)).status, 401)
})

test('a reason why a session ended reaches the application', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const cookie = await cookieOf(system, session, 'ada')
  await session.serve(requestOf('POST', '/auth/logout', { cookie }), nothing)
  const request = requestOf('GET', '/', { cookie })
  const reply = await session.serve(request, async () => {
    await session.requireCaller(request)
    return nothing()
  })
  const { code, reason } = (await reply.json()) as Record<string, unknown>
  assert.deepEqual([reply.status, code, reason], [401, 'session_ended', 'logout'])
  assert.equal(newCookie(reply), `${name}=`)
})

test('a logout ends the session also by an access token whose key nobody knows any more', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const cookie = await cookieOf(system, session, 'ada')
  const [refreshToken, accessToken = ''] = cookie.split('~')
  const [, claims, signature] = accessToken.split('.')
  const header = Buffer.from('{"alg":"EdDSA","kid":"of-another-year","typ":"at+jwt"}').toString('base64url')
  const old = `${refreshToken}~${header}.${claims}.${signature}`
  const reply = await session.serve(requestOf('POST', '/auth/logout', { cookie: old }), nothing)
  assert.deepEqual(await reply.json(), { logged_out: true })
  assert.equal(await (await whoAmI(session, { cookie })).json(), null)
})

test('while Latchkey cannot be reached, an access token that is not over yet still counts where nobody asks for it', async () => {
  await using system = await startSystem()
  const session = sessionOf(system, { mode: 'local' })
  const cookie = await cookieOf(system, session, 'ada')
  await system.stop()
  system.clock.advance(14 * minute)
  const early = await whoAmI(session, { cookie })
  assert.equal(await early.json(), 'ada')
  assert.deepEqual(early.headers.getSetCookie(), [])
  system.clock.advance(2 * minute)
  const late = await whoAmI(session, { cookie })
  assert.deepEqual(
    [late.status, late.headers.get('retry-after'), late.headers.getSetCookie()],
    [503, '1', []],
  )
})

test('processes of an application that refresh at the same time end up with the same tokens', async () => {
  await using system = await startSystem()
  const processes = Array.from({ length: 4 }, () => sessionOf(system))
  const [first = assert.fail()] = processes
  const cookie = await cookieOf(system, first, 'ada')
  system.clock.advance(16 * minute)
  const replies = await Promise.all(processes.map((session) => whoAmI(session, { cookie })))
  for (const reply of replies) assert.equal(await reply.json(), 'ada')
  const refreshTokens = new Set(replies.map((reply) => newCookie(reply)?.split('~')[0]))
  assert.equal(refreshTokens.size, 1)
  // A browser whose reply was lost comes back with the old cookie.
  system.clock.advance(25_000)
  const lost = await whoAmI(first, { cookie })
  assert.deepEqual([await lost.json(), newCookie(lost)?.split('~')[0]], ['ada', [...refreshTokens][0]])
})

test('a refresh token that comes back late ends the session, for its owner and for the thief', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const stolen = await cookieOf(system, session, 'ada')
  system.clock.advance(16 * minute)
  const current = newCookie(await whoAmI(session, { cookie: stolen })) ?? ''
  system.clock.advance(31_000)
  const reused = await whoAmI(session, { cookie: stolen })
  assert.deepEqual([await reused.json(), newCookie(reused)], [null, `${name}=`])
  assert.equal(await (await whoAmI(session, { cookie: current })).json(), null)
})

test('an outage right after a refresh does not lose its tokens', async (t) => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const cookie = await cookieOf(system, session, 'ada')
  system.clock.advance(16 * minute)
  const send = globalThis.fetch
  const cut = t.mock.method(globalThis, 'fetch', (...[url, init]: Parameters<typeof fetch>) =>
    String(url).endsWith('/auth/validate') ? Promise.reject(new TypeError('fetch failed')) : send(url, init),
  )
  const during = await whoAmI(session, { cookie })
  cut.mock.restore()
  assert.equal(during.status, 503)
  system.clock.advance(5 * minute)
  assert.equal(await (await whoAmI(session, { cookie: newCookie(during) ?? '' })).json(), 'ada')
})

test('a WebSocket uses up no refresh token, because its reply may set no cookie', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const cookie = await cookieOf(system, session, 'ada')
  const socket = { cookie, origin, upgrade: 'websocket' }
  system.clock.advance(14 * minute)
  assert.equal(await (await whoAmI(session, socket)).json(), 'ada')
  system.clock.advance(2 * minute)
  const expired = await whoAmI(session, socket)
  const { code } = (await expired.json()) as Record<string, unknown>
  assert.deepEqual([expired.status, code, newCookie(expired)], [401, 'token_expired', undefined])
  assert.equal((await whoAmI(session, { ...socket, origin: 'https://evil.example' })).status, 403)
  system.clock.advance(minute)
  assert.equal(await (await whoAmI(session, { cookie })).json(), 'ada')
})

test('a bearer token counts before a cookie, and never sets one', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const cookie = await cookieOf(system, session, 'ada')
  const { access_token } = await system.signUpAndLogIn('bob')
  const bearer = { authorization: `Bearer ${access_token}`, cookie }
  assert.equal(await (await whoAmI(session, bearer)).json(), 'bob')
  system.clock.advance(16 * minute)
  const expired = await whoAmI(session, bearer)
  assert.deepEqual([await expired.json(), expired.headers.getSetCookie()], [null, []])
})

test('a person at another address than the application is the one that Latchkey counts and lists', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
  const session = sessionOf(system)
  const { password } = await system.signUp('ada')
  const addresses: [given: string | undefined, listed: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    // Behind some gateways, the address that a framework finds has the port of the connection.
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    // A list would let its sender choose which of the addresses counts.
    ['203.0.113.8, 203.0.113.9', '127.0.0.1'],
    ['203.0.113.8\r\nx: y', '127.0.0.1'],
    [undefined, '127.0.0.1'],
  ]
  for (const [address, listed] of addresses) {
    const headers = { 'x-forwarded-for': '198.51.100.1', 'user-agent': `Firefox/140.0 ${'x'.repeat(2_000)}` }
    const request = requestOf('POST', '/auth/login', headers, { username: 'ada', password })
    const cookie = newCookie(await session.serve(request, nothing, { address })) ?? ''
    const [, token = ''] = cookie.split('~')
    const { body } = await system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, { token })
    const current = body.data.find((one: { current: boolean }) => one.current)
    assert.equal(current.address, listed, address)
    assert.match(current.user_agent, /^Firefox\/140\.0 x+$/)
  }
})

test('who has a temporary password gets the way to another one, and no URL gets its token', async () => {
  await using system = await startSystem()
  const session = sessionOf(system, { loginPage: '/login' })
  const { id } = await system.signUp('ada')
  const { access_token: token } = await system.admin()
  const url = `${system.usersUrl}/api/v1/users/${id}/temporary-password`
  const { body } = await system.send('POST', url, { token })
  const temporary = { username: 'ada', password: body.temporary_password }
  const logIn = (fields: object) => session.serve(requestOf('POST', '/auth/login', {}, fields), nothing)

  const form = new Request(`${origin}/auth/login`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(temporary),
  })
  const page = await session.serve(form, nothing)
  assert.equal(page.headers.get('location'), '/login?failure=password_change_required&return_to=%2F')
  assert.equal(await page.text(), '')

  const refused = await logIn(temporary)
  const problem = (await refused.json()) as Record<string, unknown>
  assert.deepEqual(
    [refused.status, problem.code, problem.expires_in, refused.headers.get('cache-control')],
    [403, 'password_change_required', 600, 'no-store'],
  )
  assert.equal(newCookie(refused), undefined)
  const password = 'another correct horse'
  const reset = `${system.authUrl}/api/v1/auth/password/reset`
  const done = await system.send('POST', reset, { body: { token: problem.reset_token, password } })
  assert.equal(done.status, 200)
  assert.equal((await logIn({ username: 'ada', password })).status, 200)
})

test('a failure that is logged shows no token of it', () => {
  const resetToken = { token: 'a-secret', expiresInSeconds: 900 }
  const failure = toHttpFailure(new Failure('password_change_required', { resetToken }), issuer)
  assert.doesNotMatch(inspect(failure) + JSON.stringify(failure), /a-secret/)
})

test('the log of nobody has a token, a password or a name', async (t) => {
  const written: unknown[] = []
  for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const)
    t.mock.method(console, method, (...parts: unknown[]) => void written.push(...parts))
  await using system = await startSystem()
  const session = sessionOf(system)
  const cookie = await cookieOf(system, session, 'ada')
  await whoAmI(session, { cookie: `${cookie}x` })
  await session.serve(requestOf('POST', '/auth/login', {}, { username: 'ada', password: 'wrong' }), nothing)
  assert.deepEqual(written, [])
})

test('a token pair of a passkey begins the session of an own form, and ends the one that the browser had', async () => {
  await using system = await startSystem({ settings: passkeySettings })
  const session = sessionOf(system)
  const before = await cookieOf(system, session, 'ada')
  const { passkey } = await signUpWithPasskey(system, 'bob')
  const logIn = async () => (await showPasskey(system, 'passkey/login', { shown: passkey })).body
  const { body: refused } = await showPasskey(system, 'passkey/login', { shown: passkey })
  const begin = (headers: Record<string, string>, pair: OperationReply<'logIn'>, method = 'POST') => {
    const request = requestOf(method, '/passkey', headers)
    return session.serve(request, async () => {
      await session.startSession(request, pair)
      return Response.json((await session.caller(request))?.username ?? null)
    })
  }
  for (const [method, headers] of [
    ['POST', { origin: 'https://evil.example' }],
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['GET', {}],
  ] as const) {
    const reply = await begin(headers, refused, method)
    assert.deepEqual([reply.status, reply.headers.getSetCookie()], [403, []], JSON.stringify(headers))
  }

  const began = await begin({ cookie: before }, await logIn())
  assert.deepEqual([began.status, await began.json()], [200, 'bob'])
  const cookie = newCookie(began) ?? ''
  assert.equal(await (await whoAmI(session, { cookie })).json(), 'bob')
  assert.equal(await (await whoAmI(session, { cookie: before })).json(), null)
})

test('new tokens of the same session, such as those of a step-up, take the place of the old ones', async () => {
  await using system = await startSystem({ settings: passkeySettings })
  const session = sessionOf(system)
  const { passkey } = await signUpWithPasskey(system, 'ada')
  const first = (await showPasskey(system, 'passkey/login', { shown: passkey })).body
  const begin = (headers: Record<string, string>, pair: OperationReply<'logIn'>) => {
    const request = requestOf('POST', '/passkey', headers)
    return session.serve(request, async () => {
      await session.startSession(request, pair)
      return nothing()
    })
  }
  const cookie = newCookie(await begin({}, first)) ?? ''
  const stepUp = { shown: passkey, token: first.access_token }
  const { body: second } = await showPasskey(system, 'step-up/passkey', stepUp)
  assert.equal(second.session_id, first.session_id)
  const next = newCookie(await begin({ cookie }, second)) ?? ''
  assert.notEqual(next, cookie)
  assert.equal(await (await whoAmI(session, { cookie: next })).json(), 'ada')
})

test('a session that begins after the reply has begun is an error of the application', async () => {
  await using system = await startSystem()
  const session = sessionOf(system)
  const { password } = await system.signUp('ada')
  const { body: pair } = await system.send('POST', `${system.authUrl}/auth/login`, {
    body: { username: 'ada', password },
  })
  const request = requestOf('POST', '/passkey')
  await session.serve(request, nothing)
  await assert.rejects(session.startSession(request, pair), /before the reply begins/)
})
