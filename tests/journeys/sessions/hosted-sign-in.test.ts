import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { failures, isFailureCode } from '#contract/declaration/failure-table.ts'
import { adminPassword } from '#tests/support/console-visitor.ts'
import {
  claimsIn,
  cookieName,
  type HostedVisitor,
  hostedApp,
  hostedVisitor,
  tokensOf,
  visitorAt,
} from '#tests/support/hosted-app.ts'
import { issuer, signInOnPage } from '#tests/support/relying-party.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000

test('a page that needs a signed-in user leads to the hosted pages and back to itself, with a session', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = hostedVisitor(system, app)
  const { id, password } = await system.signUp('ada')
  const asked = await visitor.open('/private?page=2')
  assert.match(asked.path, /^https:\/\/auth\.example\.com\/account\/sign-in/)
  await signInOnPage(system, visitor.browser, { username: 'ada', password })
  const onwards = new URL(asked.path).searchParams.get('return_to') ?? ''
  const page = await visitor.browser.go(new URL(onwards, `${issuer}/account/`).href)
  const [, next = ''] = /^0; url=(.*)$/.exec(page.headers.get('refresh') ?? '') ?? []
  const { url } = await visitor.browser.follow(new URL(next, issuer).href)
  const shown = await visitor.open(url.pathname + url.search)
  assert.deepEqual([shown.status, shown.path], [200, '/private?page=2'])
  const { sessionId, authenticatedAt, ...caller } = (await shown.json()) as Record<string, unknown>
  assert.deepEqual(caller, {
    userId: id,
    username: 'ada',
    email: 'ada@example.com',
    emailVerified: false,
    role: 'user',
    scopes: [],
    acr: 'aal1',
    amr: ['pwd'],
  })
  const { accessToken, idToken } = tokensOf(visitor)
  assert.deepEqual(
    [claimsIn(accessToken).sid, claimsIn(idToken).sid, claimsIn(accessToken).aud],
    [sessionId, sessionId, app.origin],
  )
  assert.equal(new Date(Number(claimsIn(accessToken).auth_time) * 1000).toISOString(), authenticatedAt)
  assert.deepEqual([...visitor.cookies.keys()], [cookieName], 'nothing of the sign-in is left')
})

test('the caller has the same fields and values for both ways to sign in', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const { access_token: token } = await system.logIn('ada', visitor.password)
  const me = `${system.usersUrl}/api/v1/users/me`
  assert.equal((await system.send('PATCH', me, { token, body: { name: 'Ada Lovelace' } })).status, 200)
  system.clock.advance(16 * minute)
  const hosted = (await (await visitor.send('/private')).json()) as Record<string, unknown>

  const atForm = hostedVisitor(system, app)
  const body = JSON.stringify({ username: 'ada', password: visitor.password })
  const headers = { 'content-type': 'application/json' }
  assert.equal((await atForm.send('/auth/login', { method: 'POST', body, headers })).status, 200)
  const own = (await (await atForm.send('/private')).json()) as Record<string, unknown>
  assert.deepEqual(Object.keys(own), Object.keys(hosted))
  const { sessionId: _, authenticatedAt: __, scopes: ownScopes, ...ownOthers } = own
  const { sessionId: ___, authenticatedAt: ____, scopes, ...others } = hosted
  assert.deepEqual(others, ownOthers)
  assert.deepEqual([others.name, others.email], ['Ada Lovelace', 'ada@example.com'])
  assert.deepEqual(scopes, [], 'a token for the application has none of the scopes of Latchkey')
  assert.ok(Array.isArray(ownScopes))
})

test('name and address of an own form are asked for once for each access token, and never while they are known', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const { password } = await system.signUp('ada')
  const atForm = hostedVisitor(system, app)
  const body = JSON.stringify({ username: 'ada', password })
  const headers = { 'content-type': 'application/json' }
  await atForm.send('/auth/login', { method: 'POST', body, headers })
  const calls = countCalls(t, '/users/me')
  await atForm.send('/')
  assert.equal(calls(), 0, 'the login has said it')
  const elsewhere = await hostedApp(system)
  const other = hostedVisitor(system, elsewhere)
  for (const [name, value] of atForm.cookies) other.cookies.set(name, value)
  const emails = await Promise.all(
    Array.from(
      { length: 5 },
      async () => ((await (await other.send('/')).json()) as { email: string }).email,
    ),
  )
  assert.deepEqual([...new Set(emails)], ['ada@example.com'])
  assert.equal(calls(), 1, 'another process asks once')
})

test('an application without the user service knows its callers, and no name or address', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system, { usersUrl: 'http://127.0.0.1:9' })
  const { password } = await system.signUp('ada')
  const { access_token: token } = await system.logIn('ada', password)
  const visitor = hostedVisitor(system, app)
  const reply = await visitor.send('/private', { headers: { authorization: `Bearer ${token}` } })
  const { username, email, emailVerified } = (await reply.json()) as Record<string, unknown>
  assert.deepEqual([reply.status, username, email, emailVerified], [200, 'ada', undefined, false])
})

test('the tokens of a user with the longest name and address fit into one cookie', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const username = 'a'.repeat(64)
  const { access_token: admin } = await system.admin()
  const local = 'l'.repeat(64)
  const [one, two, three] = ['d', 'e', 'f'].map((letter) => letter.repeat(60))
  const email = `${local}@${one}.${two}.${three}.xx`
  const body = { username, name: '\u{20000}'.repeat(200), email, password: 'correct horse battery' }
  const made = await system.send('POST', `${system.usersUrl}/api/v1/users`, { token: admin, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const visitor = hostedVisitor(system, app)
  await signInOnPage(system, visitor.browser, { username, password: 'correct horse battery' })
  await visitor.open(app.session.signIn())
  assert.equal(await visitor.whoAmI(), username)
  const value = visitor.cookies.get(cookieName) ?? ''
  t.diagnostic(`the cookie has ${cookieName.length + 1 + value.length} bytes`)
  assert.ok(cookieName.length + 1 + value.length <= 4_096)
})

test('the cookie lasts as long as the session does without another refresh', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const before = tokensOf(visitor)
  // Within a day, Latchkey does not put the idle timeout off by each refresh.
  system.clock.advance(24 * 60 * minute)
  const reply = await visitor.send('/')
  const [cookie = ''] = reply.headers.getSetCookie()
  const age = Number(/Max-Age=(\d+)/.exec(cookie)?.[1])
  assert.ok(age > 2_592_000 - 300 && age <= 2_592_000, cookie.slice(-60))
  assert.match(cookie, /; Path=\/; Secure; HttpOnly; SameSite=Lax; /)
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  const after = tokensOf(visitor)
  for (const name of ['refreshToken', 'accessToken', 'idToken'] as const)
    assert.notEqual(after[name], before[name])
  assert.equal(await visitor.whoAmI(), 'ada')
})

type End = (
  system: System,
  parts: { visitor: Visitor; clientId: string; admin: string },
) => Promise<{ status: number }>
type Visitor = HostedVisitor & { userId: string; password: string }

const ends: Record<string, End> = {
  'the session was ended by an admin': (system, { visitor, admin }) =>
    system.send(
      'DELETE',
      `${system.authUrl}/api/v1/sessions/${claimsIn(tokensOf(visitor).accessToken).sid}`,
      {
        token: admin,
      },
    ),
  'the access of the application was ended': (system, { visitor, clientId, admin }) =>
    system.send('DELETE', `${system.authUrl}/api/v1/users/${visitor.userId}/apps/${clientId}`, {
      token: admin,
    }),
  'the user was suspended': (system, { visitor, admin }) =>
    system.send('PATCH', `${system.usersUrl}/api/v1/users/${visitor.userId}`, {
      token: admin,
      body: { status: 'suspended' },
    }),
  'the user was deleted': (system, { visitor, admin }) =>
    system.send('DELETE', `${system.usersUrl}/api/v1/users/${visitor.userId}`, { token: admin }),
  'the user has signed out at Latchkey': (_, { visitor }) =>
    visitor.browser.go(`${issuer}/account/sign-out`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    }),
}

test('the end of a session is noticed by the next request, however it came about', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const { access_token: admin } = await system.admin()
  for (const [number, [what, end]] of Object.entries(ends).entries()) {
    const visitor = await visitorAt(system, app, `user${number}`)
    assert.equal(await visitor.whoAmI(), `user${number}`)
    const { status } = await end(system, { visitor, clientId: app.clientId, admin })
    assert.ok(status < 400, `${what}: ${status}`)
    const copy = visitor.cookies.get(cookieName) ?? ''
    assert.equal(await visitor.whoAmI(), null, what)
    assert.equal(visitor.cookies.get(cookieName), undefined, `${what}: the cookie is removed`)
    visitor.cookies.set(cookieName, copy)
    assert.equal(await visitor.whoAmI(), null, `${what}: a copy of the cookie is worth nothing`)
  }
})

test('with the revocation feed, the end of a session is noticed within seconds, without a request for each check', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system, { mode: 'feed', credential: system.serviceToken() })
  try {
    const visitor = await visitorAt(system, app, 'ada')
    const asked = countCalls(t, '/auth/introspect')
    await until('the feed is live', async () => {
      const before = asked()
      return (await visitor.whoAmI()) === 'ada' && asked() === before
    })
    const { access_token: admin } = await system.admin()
    const sid = claimsIn(tokensOf(visitor).accessToken).sid
    await system.send('DELETE', `${system.authUrl}/api/v1/sessions/${sid}`, { token: admin })
    await until('the session has ended', async () => (await visitor.whoAmI()) === null)
    assert.equal(visitor.cookies.get(cookieName), undefined)
  } finally {
    await app.session.close()
  }
})

/** Answers calls to a path in place of Latchkey. */
function answerAt(t: TestContext, path: string, answer: () => Response | Promise<Response>) {
  const send = globalThis.fetch
  return t.mock.method(globalThis, 'fetch', (...[url, init]: Parameters<typeof fetch>) =>
    String(url).endsWith(path) ? Promise.resolve().then(answer) : send(url, init),
  )
}

/** Counts the calls to a path from now on. */
function countCalls(t: TestContext, path: string): () => number {
  const send = globalThis.fetch
  let count = 0
  t.mock.method(globalThis, 'fetch', (...[url, init]: Parameters<typeof fetch>) => {
    if (String(url).endsWith(path)) count++
    return send(url, init)
  })
  return () => count
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })

const faults: Record<string, () => Response | Promise<Response>> = {
  'the secret is refused': json(401, { error: 'invalid_client' }),
  'the secret is refused with a challenge': json(
    401,
    { error: 'invalid_client' },
    { 'www-authenticate': 'Basic realm="https://auth.example.com", error="invalid_client"' },
  ),
  'the client may not refresh': json(400, { error: 'unauthorized_client' }),
  'the request is refused': json(400, { error: 'invalid_request' }),
  'an error of the server': json(500, { error: 'server_error' }),
  'a proxy without a server': () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  'too many requests': json(429, { error: 'temporarily_unavailable' }),
  'a reply that is not whole': json(200, { access_token: 'x', token_type: 'Bearer' }),
  'no connection': () => Promise.reject(new TypeError('fetch failed')),
}

test('only invalid_grant ends the cookie: every other reply to a refresh is a 503 that keeps it', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const kept = visitor.cookies.get(cookieName)
  system.clock.advance(16 * minute)
  for (const [what, answer] of Object.entries(faults)) {
    const cut = answerAt(t, '/oidc/token', answer)
    const reply = await visitor.send('/')
    cut.mock.restore()
    assert.deepEqual([reply.status, reply.headers.getSetCookie()], [503, []], what)
    assert.equal(reply.headers.get('retry-after'), '1', what)
    assert.equal(visitor.cookies.get(cookieName), kept, what)
  }
  assert.equal(await visitor.whoAmI(), 'ada')
  system.clock.advance(16 * minute)
  const over = answerAt(t, '/oidc/token', json(400, { error: 'invalid_grant' }))
  assert.equal(await visitor.whoAmI(), null)
  over.mock.restore()
  assert.equal(visitor.cookies.get(cookieName), undefined)
})

test('a fault of the introspection is a 503 that keeps the cookie, and its "inactive" is asked about once more', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const kept = visitor.cookies.get(cookieName)
  for (const [what, answer] of Object.entries(faults)) {
    if (what === 'a reply that is not whole') continue
    const cut = answerAt(t, '/auth/introspect', answer)
    const reply = await visitor.send('/')
    cut.mock.restore()
    assert.deepEqual([reply.status, visitor.cookies.get(cookieName)], [503, kept], what)
  }
  // The clock of Latchkey is ahead, so that the token has expired there and not here.
  let isFirst = true
  const send = globalThis.fetch
  const ahead = t.mock.method(globalThis, 'fetch', (...[url, init]: Parameters<typeof fetch>) => {
    if (!String(url).endsWith('/auth/introspect') || !isFirst) return send(url, init)
    isFirst = false
    return Promise.resolve(Response.json({ active: false }))
  })
  assert.equal(await visitor.whoAmI(), 'ada')
  ahead.mock.restore()
  assert.notEqual(visitor.cookies.get(cookieName), kept, 'the refresh has shown that the session lives')
})

test('a fault of the token endpoint at the end of a sign-in is shown, and begins no session', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const { password } = await system.signUp('ada')
  for (const [what, answer] of Object.entries(faults)) {
    const visitor = hostedVisitor(system, app)
    await signInOnPage(system, visitor.browser, { username: 'ada', password })
    const cut = answerAt(t, '/oidc/token', answer)
    const reply = await visitor.open(app.session.signIn({ returnTo: '/notes' }))
    cut.mock.restore()
    assert.deepEqual([reply.status, visitor.cookies.size], [503, 0], what)
    const page = await reply.text()
    assert.ok(page.includes(`${app.origin}/auth/sign-in?return_to=%2Fnotes`), page)
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('sign-out ends the session of the application and that at Latchkey, and leads back', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const wiki = await hostedApp(system, { origin: 'https://wiki.example.com' })
  const visitor = await visitorAt(system, app, 'ada')
  const atWiki = hostedVisitor(system, wiki, visitor.browser)
  await atWiki.open(wiki.session.signIn())
  assert.equal(await atWiki.whoAmI(), 'ada')
  const copy = visitor.cookies.get(cookieName) ?? ''

  const body = new URLSearchParams({ return_to: '/bye' })
  const reply = await visitor.send(app.session.signOut(), { method: 'POST', body })
  assert.equal(reply.status, 303)
  assert.equal(visitor.cookies.get(cookieName), undefined)
  const thief = hostedVisitor(system, app)
  thief.cookies.set(cookieName, copy)
  assert.equal(
    await thief.whoAmI(),
    null,
    'a copy is worth nothing, also before the browser gets to Latchkey',
  )
  const location = reply.headers.get('location') ?? ''
  assert.ok(location.startsWith(`${issuer}/oidc/logout?`))
  const { url, page } = await visitor.browser.follow(location)
  assert.equal(page, undefined, 'nobody is asked')
  assert.equal((await visitor.open(url.pathname + url.search)).path, '/bye')
  assert.equal(await atWiki.whoAmI(), null)
  const again = await visitor.open(app.session.signIn())
  assert.match(again.path, /\/account\/sign-in/, 'the password is needed again')
})

test('a script signs out by JSON, and is given the URL that ends the session at Latchkey', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const headers = { 'content-type': 'application/json' }
  const reply = await visitor.send(app.session.signOut(), { method: 'POST', body: '{}', headers })
  const { logged_out, location } = (await reply.json()) as Record<string, unknown>
  assert.deepEqual([reply.status, logged_out], [200, true])
  const { url } = await visitor.browser.follow(String(location))
  assert.equal(url.pathname, '/auth/signed-out')
  assert.equal(await visitor.whoAmI(), null)
})

test('while Latchkey cannot be reached, sign-out is a 503 that keeps the cookie', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const cut = answerAt(t, '/auth/revoke', () => Promise.reject(new TypeError('fetch failed')))
  const reply = await visitor.send(app.session.signOut(), { method: 'POST', body: new URLSearchParams() })
  cut.mock.restore()
  assert.deepEqual([reply.status, reply.headers.getSetCookie()], [503, []])
  assert.equal(await visitor.whoAmI(), 'ada')
})

test('a browser that is signed in at Latchkey is signed in at the next application without a page, once', async () => {
  await using system = await startSystem()
  const wiki = await hostedApp(system, { origin: 'https://wiki.example.com' })
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, wiki, 'ada')
  const silent = hostedVisitor(system, app, visitor.browser)
  const reply = await silent.open('/silent?page=2')
  assert.deepEqual([reply.status, reply.path], [200, '/silent?page=2'])
  assert.equal(((await reply.json()) as { username: string }).username, 'ada')

  const stranger = hostedVisitor(system, app)
  const asked: string[] = []
  const { follow } = stranger.browser
  stranger.browser.follow = (url) => {
    asked.push(url)
    return follow(url)
  }
  for (let visit = 0; visit < 3; visit++) {
    const shown = await stranger.open('/silent')
    assert.deepEqual([shown.status, shown.path, await shown.json()], [200, '/silent', null])
  }
  assert.equal(asked.length, 1)
  assert.equal(new URL(asked[0] ?? '').searchParams.get('prompt'), 'none')
  await signInOnPage(system, stranger.browser, { username: 'ada', password: visitor.password })
  await stranger.open(app.session.signIn())
  assert.equal(await stranger.whoAmI(), 'ada')
})

test('the role of an admin is in the caller, and not where the client may not request the scope', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = hostedVisitor(system, app)
  await signInOnPage(system, visitor.browser, { username: 'admin', password: adminPassword(system) })
  const scopes = ['openid', 'profile']
  const without = await hostedApp(system, {
    origin: 'https://plain.example.com',
    settings: { scopes },
    scopes,
  })
  for (const [one, expected] of [
    [app, 'admin admin@'],
    [without, 'user undefined'],
  ] as const) {
    const there = hostedVisitor(system, one, visitor.browser)
    await there.open(one.session.signIn())
    const { username, role, email } = (await (await there.send('/')).json()) as Record<string, string>
    assert.equal(username, 'admin')
    assert.ok(`${role} ${email}`.startsWith(expected), `${role} ${email}`)
  }
})

test('own forms work beside the hosted pages, and each sign-in takes the place of the session before', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const hosted = visitor.cookies.get(cookieName) ?? ''
  const { password } = await system.signUp('bob')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'bob', password })
  assert.equal((await visitor.send('/auth/login', { method: 'POST', body, headers })).status, 200)
  assert.equal(await visitor.whoAmI(), 'bob')
  const own = visitor.cookies.get(cookieName) ?? ''
  await visitor.open(app.session.signIn())
  assert.equal(await visitor.whoAmI(), 'ada', 'the browser is still signed in at Latchkey')
  for (const before of [hosted, own]) {
    const copy = hostedVisitor(system, app)
    copy.cookies.set(cookieName, before)
    assert.equal(await copy.whoAmI(), null)
  }
  const current = await visitor.send('/auth/me')
  const { caller } = (await current.json()) as { caller: Record<string, unknown> }
  assert.deepEqual([caller.username, caller.email, caller.email_verified], ['ada', 'ada@example.com', false])
})

test('sign-ins in two tabs do not disturb each other, and no number of them fills the browser with cookies', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const begin = async (path: string) => {
    const reply = await visitor.send(app.session.signIn({ returnTo: path }))
    return (await visitor.browser.follow(reply.headers.get('location') ?? '')).url
  }
  const [first, second] = [await begin('/one'), await begin('/two')]
  const open = async ({ pathname, search }: URL) =>
    (await visitor.send(pathname + search)).headers.get('location')
  assert.deepEqual([await open(first), await open(second)], ['/one', '/two'])
  for (let tab = 0; tab < 10; tab++) await begin('/')
  assert.ok([...visitor.cookies.keys()].length <= 4, [...visitor.cookies.keys()].join(' '))
})

test('a sign-in that a person refuses or Latchkey cannot make is said by the failure, at the page of the application', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system, { loginPage: '/welcome' })
  const visitor = hostedVisitor(system, app)
  const reply = await visitor.send(app.session.signIn({ returnTo: '/notes' }))
  const state = new URL(reply.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const query = new URLSearchParams({ error: 'access_denied', state, iss: issuer })
  const refused = await visitor.send(`/auth/callback?${query}`)
  const location = new URL(refused.headers.get('location') ?? '', app.origin)
  const failure = location.searchParams.get('failure') ?? ''
  assert.deepEqual([location.pathname, location.searchParams.get('return_to')], ['/welcome', '/notes'])
  assert.ok(isFailureCode(failure) && failures[failure].http === 403, failure)
})
