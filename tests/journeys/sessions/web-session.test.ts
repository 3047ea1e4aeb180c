import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createWebSession } from '#sdk/server.ts'
import { type AppBrowser, openAppBrowser } from '#tests/support/app-browser.ts'
import { wrongCode } from '#tests/support/authenticator-app.ts'
import { freePorts } from '#tests/support/process.ts'
import { enrolApp } from '#tests/support/second-factors.ts'
import { type System, type SystemOptions, startSystem, stillClock } from '#tests/support/system.ts'
import { type StartApp, startExpress, startFastify, startHono } from '#tests/support/web-session-apps.ts'

const minute = 60_000
const name = '__Host-latchkey-session'

interface Started extends AsyncDisposable {
  system: System
  origin: string
  browser(localAddress?: string): AppBrowser
  /** Signs up a person and logs them in at the application, in a browser of their own. */
  personAt(username: string): Promise<AppBrowser & { password: string }>
}

async function startApp(start: StartApp, options: SystemOptions = {}): Promise<Started> {
  await using stack = new AsyncDisposableStack()
  const system = stack.use(await startSystem(options))
  const [port = 0] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  const session = createWebSession({
    issuer: 'https://auth.example.com',
    authUrl: system.authUrl,
    usersUrl: system.usersUrl,
    origins: origin,
    loginPage: '/login',
    now: system.clock.now,
  })
  stack.use(await start(session, port))
  const moved = stack.move()
  const browser = (localAddress?: string) => openAppBrowser(origin, localAddress)
  return {
    system,
    origin,
    browser,
    async personAt(username) {
      const { password } = await system.signUp(username)
      const opened = browser()
      const { status } = await opened.send('POST', '/auth/login', { json: { username, password } })
      assert.equal(status, 200)
      return Object.assign(opened, { password })
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

const frameworks: [name: string, start: StartApp][] = [
  ['Express', startExpress],
  ['Fastify', startFastify],
  ['Hono', startHono],
]
for (const [framework, start] of frameworks) {
  describe(framework, () => {
    test('a person logs in, is known, and is nobody from the moment that they log out', async () => {
      await using app = await startApp(start)
      const { password } = await app.system.signUp('ada')
      const browser = app.browser()
      assert.equal((await browser.send('GET', '/')).json(), null)
      const login = await browser.send('POST', '/auth/login', { json: { username: 'ada', password } })
      assert.equal(login.status, 200)
      assert.deepEqual(Object.keys(login.json()), ['user', 'session_id'], 'no token is shown to scripts')
      assert.equal(login.headers.get('cache-control'), 'no-store')
      const [cookie = '', ...others] = login.headers.getSetCookie()
      assert.deepEqual(others, [])
      const [, age] =
        /^__Host-latchkey-session=[\w.~-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=(\d+)$/.exec(
          cookie,
        ) ?? []
      // The cookie lasts thirty days, less the time that a busy machine takes between the login and the cookie.
      assert.ok(Number(age) > 2_592_000 - 300 && Number(age) <= 2_592_000, cookie)
      assert.ok(cookie.length < 2_000)

      const home = await browser.send('GET', '/')
      assert.equal(home.json().username, 'ada')
      assert.equal(home.json().accessToken, undefined, 'a caller shown as JSON has no token')
      assert.equal(home.headers.get('cache-control'), 'no-store')
      assert.match(home.headers.get('vary') ?? '', /cookie/i)
      const { caller } = (await browser.send('GET', '/auth/me')).json()
      assert.deepEqual(caller, {
        user_id: home.json().userId,
        username: 'ada',
        name: null,
        email: 'ada@example.com',
        email_verified: false,
        role: 'user',
        scopes: [],
        session_id: login.json().session_id,
        authenticated_at: home.json().authenticatedAt,
        acr: 'aal1',
        amr: ['pwd'],
      })

      const stolen = app.browser()
      stolen.cookie = browser.cookie
      const logout = await browser.send('POST', '/auth/logout')
      assert.deepEqual([logout.status, logout.json()], [200, { logged_out: true }])
      assert.equal(browser.cookie, undefined)
      assert.equal((await stolen.send('GET', '/')).json(), null, 'a copy of the cookie is no session either')
      assert.equal(stolen.cookie, undefined, 'a cookie of an ended session goes')
      assert.equal((await browser.send('POST', '/auth/logout')).status, 200, 'a logout may be repeated')
    })

    test('a person with a second factor is logged in by the code, and no step before sets a cookie', async () => {
      await using app = await startApp(start)
      const { system } = app
      const ada = await system.signUpAndLogIn('ada')
      const { app: authenticator } = await enrolApp(system, ada)
      const browser = app.browser()
      const json = { username: 'ada', password: ada.password }
      const begun = await browser.send('POST', '/auth/login', { json })
      assert.deepEqual([begun.status, begun.json().code], [401, 'second_factor_required'])
      assert.deepEqual(begun.json().factors, [{ kind: 'totp' }, { kind: 'recovery_code', left: 10 }])
      assert.equal(browser.cookie, undefined)
      const { login_token } = begun.json()
      const give = (code: string) => browser.send('POST', '/auth/login/totp', { json: { login_token, code } })
      assert.equal((await give(wrongCode(authenticator))).json().code, 'second_factor_invalid')
      const done = await give(authenticator.nextCode())
      assert.deepEqual([done.status, Object.keys(done.json())], [200, ['user', 'session_id']])
      const { caller } = (await browser.send('GET', '/auth/me')).json()
      assert.deepEqual([caller.acr, caller.amr], ['aal2', ['pwd', 'otp', 'mfa']])
    })

    test('a page for people and a route for programs say differently that somebody has to log in', async () => {
      await using app = await startApp(start)
      const page = await app.browser().send('GET', '/account?tab=2', { headers: { accept: 'text/html,*/*' } })
      assert.deepEqual(
        [page.status, page.headers.get('location')],
        [303, '/login?return_to=%2Faccount%3Ftab%3D2'],
      )
      const form = await app.browser().send('POST', '/notes', { headers: { accept: 'text/html,*/*' } })
      assert.deepEqual([form.status, form.headers.get('location')], [303, '/login'])
      const route = await app.browser().send('GET', '/account')
      assert.deepEqual([route.status, route.json().code], [401, 'token_missing'])
      assert.match(route.headers.get('content-type') ?? '', /^application\/problem\+json/)
      assert.equal(route.headers.get('www-authenticate'), 'Bearer')
    })

    test('only an admin gets what needs the role', async () => {
      await using app = await startApp(start)
      const ada = await app.personAt('ada')
      assert.equal((await ada.send('GET', '/account')).status, 200)
      const refused = await ada.send('GET', '/admin', { headers: { accept: 'text/html' } })
      assert.deepEqual([refused.status, refused.json().code], [403, 'forbidden'])
      const admin = app.browser()
      const { access_token, refresh_token } = await app.system.admin()
      admin.cookie = `${name}=${refresh_token}~${access_token}`
      assert.equal((await admin.send('GET', '/admin')).json().username, 'admin')
      const token = { authorization: `Bearer ${access_token}` }
      assert.equal(
        (await app.browser().send('GET', '/admin', { headers: token })).status,
        200,
        'a bearer token too',
      )
    })

    test('an expired access token is refreshed with the next request, and the browser gets the new one', async () => {
      await using app = await startApp(start)
      const ada = await app.personAt('ada')
      const before = ada.cookie
      app.system.clock.advance(11 * minute)
      assert.deepEqual((await ada.send('GET', '/')).headers.getSetCookie(), [], 'not before it is due')
      app.system.clock.advance(5 * minute)
      const home = await ada.send('GET', '/')
      assert.equal(home.json().username, 'ada')
      assert.equal(home.headers.get('cache-control'), 'no-store')
      assert.notEqual(ada.cookie, before)
      app.system.clock.advance(14 * minute)
      assert.equal((await ada.send('GET', '/account')).status, 200)
    })

    test('an error page does not lose the tokens of a refresh', async () => {
      await using app = await startApp(start)
      const ada = await app.personAt('ada')
      app.system.clock.advance(16 * minute)
      const failed = await ada.send('GET', '/fails')
      assert.equal(failed.status, 500)
      assert.equal(failed.headers.getSetCookie().length, 1)
      app.system.clock.advance(5 * minute)
      assert.equal((await ada.send('GET', '/')).json().username, 'ada')
    })

    test('headers that the application sends itself neither drop the cookie nor make it cacheable', async () => {
      await using app = await startApp(start)
      const ada = await app.personAt('ada')
      for (let form = 0; form < (framework === 'Express' ? 5 : 2); form++) {
        app.system.clock.advance(16 * minute)
        const reply = await ada.send('GET', `/headers?form=${form}`)
        const [theme, session, ...others] = reply.headers.getSetCookie()
        assert.deepEqual([reply.status, theme, others], [200, 'theme=dark', []], `form ${form}`)
        assert.match(session ?? '', /^__Host-latchkey-session=./)
        assert.equal(reply.headers.get('cache-control'), 'no-store', `form ${form}`)
        ada.cookie = session?.split(';')[0]
      }
    })

    test('requests that race for a refresh all stay logged in', async () => {
      await using app = await startApp(start)
      const ada = await app.personAt('ada')
      app.system.clock.advance(16 * minute)
      const tabs = Array.from({ length: 20 }, () => Object.assign(app.browser(), { cookie: ada.cookie }))
      const replies = await Promise.all(tabs.map((tab) => tab.send('GET', '/')))
      assert.deepEqual(new Set(replies.map((reply) => reply.json()?.username)), new Set(['ada']))
      const refreshTokens = new Set(tabs.map(({ cookie }) => cookie?.split('~')[0]))
      assert.equal(refreshTokens.size, 1, 'one successor')
      app.system.clock.advance(14 * minute)
      for (const tab of tabs) assert.equal((await tab.send('GET', '/')).json().username, 'ada')
    })

    test('no other site can act for a person, log them in or log them out', async () => {
      await using app = await startApp(start)
      const ada = await app.personAt('ada')
      const { password } = await app.system.signUp('mallory')
      const login = { json: { username: 'mallory', password } }
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: app.origin, 'sec-fetch-site': 'same-site' },
        { origin: 'null', 'sec-fetch-site': 'none' },
      ]
      for (const headers of foreign) {
        for (const [path, options] of [
          ['/notes', {}],
          ['/auth/logout', {}],
          ['/auth/login', login],
        ] as const) {
          const refused = await ada.send('POST', path, { ...options, headers })
          assert.deepEqual(
            [refused.status, refused.json().code],
            [403, 'forbidden'],
            `${path} ${JSON.stringify(headers)}`,
          )
          assert.deepEqual(refused.headers.getSetCookie(), [])
        }
      }
      assert.equal((await ada.send('GET', '/')).json().username, 'ada')
      assert.deepEqual((await ada.send('POST', '/notes')).json(), { by: 'ada' })
      // A request from a foreign page must not log a visitor without a session in as somebody else either.
      for (const headers of foreign) {
        const victim = app.browser()
        assert.equal((await victim.send('POST', '/auth/login', { ...login, headers })).status, 403)
        assert.equal(victim.cookie, undefined)
      }
    })

    test('a cookie of ten kilobytes of rubbish is nobody, and no error', async () => {
      await using app = await startApp(start)
      const browser = app.browser()
      for (const value of ['x'.repeat(10_000), 'a.b.c~d.e.f', '~', '%00%0d%0a', 'é.é.é~é.é.é']) {
        browser.cookie = `${name}=${value}`
        const home = await browser.send('GET', '/')
        assert.deepEqual([home.status, home.json()], [200, null])
        browser.cookie = `${name}=${value}`
        assert.equal((await browser.send('POST', '/auth/logout')).status, 200)
      }
    })

    test('a form leads to a page of the application, and to no other site', async () => {
      await using app = await startApp(start)
      const { password } = await app.system.signUp('ada')
      const browser = app.browser()
      const logIn = (form: Record<string, string>) => browser.send('POST', '/auth/login', { form })
      const wrong = await logIn({ username: 'ada', password: 'wrong', return_to: '/account' })
      assert.deepEqual(
        [wrong.status, wrong.headers.get('location'), browser.cookie],
        [303, '/login?failure=invalid_credentials&return_to=%2Faccount', undefined],
      )
      const right = await logIn({ username: 'ada', password, return_to: '/account', button: 'Log in' })
      assert.deepEqual([right.status, right.headers.get('location')], [303, '/account'])
      assert.equal((await browser.send('GET', '/')).json().username, 'ada')
      for (const elsewhere of [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '/.//evil.example',
        '/a\r\nx: y',
      ]) {
        const { headers } = await logIn({ username: 'ada', password, return_to: elsewhere })
        assert.match(headers.get('location') ?? '', /^\/($|a)/)
        assert.equal(headers.get('x'), null)
      }
      const out = await browser.send('POST', '/auth/logout', { form: { return_to: '/bye' } })
      assert.deepEqual([out.status, out.headers.get('location'), browser.cookie], [303, '/bye', undefined])
    })

    test('who signs up is logged in; what is wrong with a form is said to its page', async () => {
      await using app = await startApp(start)
      const browser = app.browser()
      const person = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
      const short = await browser.send('POST', '/auth/signup', { form: { ...person, password: 'short' } })
      assert.match(
        short.headers.get('location') ?? '',
        /^\/login\?failure=password_unacceptable&fields=password&/,
      )
      const signedUp = await browser.send('POST', '/auth/signup', { json: person })
      assert.equal(signedUp.status, 201)
      assert.equal((await browser.send('GET', '/')).json().username, 'ada')
      const again = await app.browser().send('POST', '/auth/signup', { json: person })
      assert.deepEqual([again.status, again.json().code], [409, 'username_taken'])
      const typo = await app.browser().send('POST', '/auth/login', { json: { user: 'ada', password: 'x' } })
      assert.deepEqual([typo.status, typo.json().code], [400, 'invalid_request'])
      const tooLarge = await app
        .browser()
        .send('POST', '/auth/login', { json: { username: 'x'.repeat(70_000) } })
      assert.deepEqual([tooLarge.status, tooLarge.json().code], [413, 'body_too_large'])
      const text = await app
        .browser()
        .send('POST', '/auth/login', { json: {}, headers: { 'content-type': 'text/plain' } })
      assert.equal(text.status, 415)
    })

    test('an outage of Latchkey logs nobody out, and a logout during it does not pretend', async () => {
      await using app = await startApp(start)
      const ada = await app.personAt('ada')
      const { cookie } = ada
      await app.system.stop()
      for (const [method, path] of [
        ['GET', '/'],
        ['GET', '/account'],
        ['POST', '/auth/logout'],
        ['GET', '/auth/me'],
      ] as const) {
        const reply = await ada.send(method, path)
        assert.deepEqual([reply.status, reply.json().code], [503, 'auth_service_unavailable'], path)
        assert.equal(reply.headers.get('retry-after'), '1')
        assert.equal(ada.cookie, cookie)
      }
      app.system.clock.advance(16 * minute)
      assert.equal((await ada.send('GET', '/account')).status, 503)
      assert.equal(ada.cookie, cookie)
    })

    test('failed logins of one person do not lock out the others, whatever a browser says about its address', {
      skip: process.platform === 'linux' ? false : 'only Linux has all of 127.0.0.0/8',
    }, async () => {
      const settings = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
      // The clock does not move, so that no guess is forgotten while the test runs, however slow the machine is.
      await using app = await startApp(start, { settings, clock: stillClock() })
      const guesser = app.browser('127.0.0.2')
      const guess = (browser: AppBrowser, number: number) =>
        browser.send('POST', '/auth/login', {
          json: { username: `nobody${number}`, password: 'wrong' },
          // The headers that a client would forge so that each guess is counted for another address.
          headers: {
            'x-forwarded-for': `203.0.113.${number}`,
            'x-real-ip': `203.0.113.${number}`,
            forwarded: `for=203.0.113.${number}`,
          },
        })
      const statuses: number[] = []
      for (let number = 1; number <= 25; number++) statuses.push((await guess(guesser, number)).status)
      assert.equal(statuses.at(0), 401)
      const refused = await guess(guesser, 26)
      assert.deepEqual([refused.status, refused.json().code], [429, 'login_address_limited'])
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal((await guess(app.browser('127.0.0.3'), 27)).status, 401, 'another person is not limited')
    })
  })
}
