import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  claimsIn,
  cookieName,
  type HostedApp,
  type HostedVisitor,
  hostedApp,
  hostedVisitor,
  tokensOf,
  visitorAt,
} from '#tests/support/hosted-app.ts'
import { signedInBrowser } from '#tests/support/relying-party.ts'
import { type System, startSystem } from '#tests/support/system.ts'

/** Begins a sign-in and returns the URL of the application to which Latchkey leads back, without opening it. */
async function callbackOf(app: HostedApp, visitor: HostedVisitor, path = app.session.signIn()) {
  const location = (await visitor.send(path)).headers.get('location') ?? ''
  const { url, page } = await visitor.browser.follow(location)
  assert.equal(page, undefined)
  assert.equal(url.origin + url.pathname, `${app.origin}/auth/callback`)
  assert.ok(url.searchParams.get('code'))
  return url
}

const pathOf = ({ pathname, search }: URL): string => pathname + search

/** Opens a callback, and checks that no session begins by it. */
async function expectRefused(visitor: HostedVisitor, path: string, what: string, status = 400) {
  const before = visitor.cookies.get(cookieName)
  const reply = await visitor.send(path)
  assert.equal(reply.status, status, what)
  assert.equal(visitor.cookies.get(cookieName), before, what)
}

async function signedInVisitor(system: System, app: HostedApp, username: string) {
  const { password } = await system.signUp(username)
  return hostedVisitor(system, app, await signedInBrowser(system, { username, password }))
}

/** Counts the requests to the token endpoint that a function makes. */
async function tokenRequests(t: TestContext, work: () => Promise<unknown>): Promise<number> {
  const send = globalThis.fetch
  let count = 0
  const counted = t.mock.method(globalThis, 'fetch', (...[url, init]: Parameters<typeof fetch>) => {
    if (String(url).endsWith('/oidc/token')) count++
    return send(url, init)
  })
  await work()
  counted.mock.restore()
  return count
}

test('login CSRF: the response to a sign-in of somebody else begins no session, and its code is not used', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const mallory = await signedInVisitor(system, app, 'mallory')
  const ofMallory = await callbackOf(app, mallory)
  const ada = await signedInVisitor(system, app, 'ada')
  const count = await tokenRequests(t, async () => {
    await expectRefused(ada, pathOf(ofMallory), 'without a sign-in of her own')
    await ada.send(app.session.signIn())
    await expectRefused(ada, pathOf(ofMallory), 'during one of her own')
  })
  assert.equal(count, 0)
  assert.equal(await ada.whoAmI(), null)
  await mallory.open(pathOf(ofMallory))
  assert.equal(await mallory.whoAmI(), 'mallory', 'in the browser that began it, the response works')
})

test('stolen state: a code of somebody else does not fit a state that became known', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const mallory = await signedInVisitor(system, app, 'mallory')
  const ada = await signedInVisitor(system, app, 'ada')
  const ofAda = await callbackOf(app, ada)
  const ofMallory = await callbackOf(app, mallory)
  const mixed = new URL(ofAda)
  mixed.searchParams.set('code', ofMallory.searchParams.get('code') ?? '')
  await expectRefused(ada, pathOf(mixed), 'the code belongs to another code verifier')
  assert.equal(await ada.whoAmI(), null)
  const copied = hostedVisitor(system, app)
  await expectRefused(copied, pathOf(await callbackOf(app, ada)), 'the state alone is worth nothing')
})

test('mixed-up providers: a response without the issuer, or of another one, is refused before its code is used', async (t) => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const ada = await signedInVisitor(system, app, 'ada')
  const count = await tokenRequests(t, async () => {
    for (const iss of [undefined, 'https://evil.example', 'https://auth.example.com/', '']) {
      const url = await callbackOf(app, ada)
      if (iss === undefined) url.searchParams.delete('iss')
      else url.searchParams.set('iss', iss)
      await expectRefused(ada, pathOf(url), `${iss}`)
    }
    const twice = await callbackOf(app, ada)
    await expectRefused(ada, `${pathOf(twice)}&iss=https://evil.example`, 'two issuers')
  })
  assert.equal(count, 0)
  assert.equal(await ada.whoAmI(), null)
})

test('open redirect: no return address leads to another site, at any step', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const ada = await signedInVisitor(system, app, 'ada')
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%09/evil.example/..//evil.example',
    'javascript:alert(1)',
    '/\n/evil.example',
  ]
  for (const target of elsewhere) {
    const query = new URLSearchParams({ return_to: target })
    const url = await callbackOf(app, ada, `/auth/sign-in?${query}`)
    const back = (await ada.send(pathOf(url))).headers.get('location') ?? ''
    assert.equal(new URL(back, app.origin).origin, app.origin, target)
    assert.doesNotMatch(back, /^\/[/\\]/, target)
    const out = await ada.send(`/auth/signed-out?${new URLSearchParams({ state: target })}`)
    assert.equal(new URL(out.headers.get('location') ?? '', app.origin).origin, app.origin, target)
    for (const path of [
      app.session.signIn({ returnTo: target }),
      app.session.accountUrl({ returnTo: target }),
    ]) {
      const { searchParams } = new URL(path, app.origin)
      assert.equal(new URL(searchParams.get('return_to') ?? '/', app.origin).origin, app.origin, target)
    }
  }
  const planted = await callbackOf(app, ada)
  const pending = [...ada.cookies].find(([name]) => name.startsWith(`${cookieName}-began-`)) ?? assert.fail()
  const foreign = Buffer.from('//evil.example').toString('base64url')
  ada.cookies.set(pending[0], pending[1].replace(/\.[\w-]*$/, `.${foreign}`))
  assert.equal((await ada.send(pathOf(planted))).headers.get('location'), '/', 'also from the cookie')
})

test('session fixation: a session that was planted in a browser is replaced by the one of who signs in, and ends', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const mallory = await visitorAt(system, app, 'mallory')
  const planted = mallory.cookies.get(cookieName) ?? ''
  const ada = await signedInVisitor(system, app, 'ada')
  ada.cookies.set(cookieName, planted)
  assert.equal(await ada.whoAmI(), 'mallory')
  await ada.open(app.session.signIn())
  assert.equal(await ada.whoAmI(), 'ada')
  const own = ada.cookies.get(cookieName) ?? ''
  const shared = planted.split('~').filter((token) => own.includes(token))
  assert.deepEqual(shared, [], 'no token is kept')
  assert.equal(await mallory.whoAmI(), null, 'a copy of the planted session is worth nothing')
})

test('replayed code: a response counts once, and a second use of its code ends what the first one gave', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const ada = await signedInVisitor(system, app, 'ada')
  const url = await callbackOf(app, ada)
  const copied = new Map(ada.cookies)
  await ada.open(pathOf(url))
  assert.equal(await ada.whoAmI(), 'ada')
  await expectRefused(ada, pathOf(url), 'the browser comes back to the page')
  assert.equal(await ada.whoAmI(), 'ada')
  const thief = hostedVisitor(system, app)
  for (const [name, value] of copied) thief.cookies.set(name, value)
  await expectRefused(thief, pathOf(url), 'a copy of the whole browser')
  assert.equal(await ada.whoAmI(), null)
})

test('a token of one application is worth nothing at another, also when both get tokens for one address', async () => {
  await using system = await startSystem()
  const wiki = await hostedApp(system)
  const board = await hostedApp(system, { origin: 'https://board.example.com' })
  // An admin has registered a further client for the address of the wiki.
  const robot = await hostedApp(system, {
    origin: 'https://robot.example.com',
    settings: { resources: [wiki.origin] },
    resource: wiki.origin,
  })
  const ada = await visitorAt(system, wiki, 'ada')
  const own = tokensOf(ada)
  const signInAt = async (app: HostedApp) => {
    const visitor = hostedVisitor(system, app, ada.browser)
    await visitor.open(app.session.signIn())
    assert.equal(await visitor.whoAmI(), 'ada')
    return tokensOf(visitor)
  }
  const [ofBoard, ofRobot] = [await signInAt(board), await signInAt(robot)]
  const [ours, robots] = [claimsIn(own.accessToken), claimsIn(ofRobot.accessToken)]
  assert.deepEqual(
    [robots.aud, robots.sub, robots.sid],
    [ours.aud, ours.sub, ours.sid],
    'only the client differs',
  )

  /** Shows tokens to an application, in a cookie whose refresh token is worth nothing there. */
  const at = async (app: HostedApp, tokens: Partial<ReturnType<typeof tokensOf>>) => {
    const visitor = hostedVisitor(system, app)
    const { refreshToken, accessToken, idToken } = { ...own, refreshToken: ofBoard.refreshToken, ...tokens }
    visitor.cookies.set(cookieName, [refreshToken, accessToken, idToken].join('~'))
    return visitor.whoAmI()
  }
  assert.equal(await at(wiki, {}), 'ada', 'the tokens of the wiki are good there')
  assert.equal(await at(board, own), null, 'all tokens of another application')
  assert.equal(await at(wiki, { accessToken: ofBoard.accessToken }), null, 'for another address')
  assert.equal(
    await at(wiki, { accessToken: ofRobot.accessToken }),
    null,
    'of another client, for this address',
  )
  assert.equal(await at(wiki, { idToken: ofBoard.idToken }), null, 'an ID token for another client')
  assert.equal(await at(wiki, { accessToken: own.idToken }), null, 'an ID token as an access token')
  assert.equal(await at(wiki, { idToken: own.accessToken }), null, 'an access token as an ID token')
  const bob = await visitorAt(system, wiki, 'bob')
  assert.equal(await at(wiki, { idToken: tokensOf(bob).idToken }), null, 'tokens of two users')
  const latchkeys = await system.logIn('ada', ada.password)
  assert.equal(await at(wiki, { accessToken: latchkeys.access_token }), null, 'a token of Latchkey itself')
  const inOwnForm = hostedVisitor(system, wiki)
  inOwnForm.cookies.set(cookieName, `${latchkeys.refresh_token}~${own.accessToken}`)
  inOwnForm.browser.cookies.clear()
  await system.send('POST', `${system.authUrl}/auth/logout`, { token: latchkeys.access_token })
  assert.equal(await inOwnForm.whoAmI(), null, 'a token of an application in the place of one of Latchkey')
})

test('sign-out across sites: no other site signs anybody out, by whichever request', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const ada = await visitorAt(system, app, 'ada')
  const path = app.session.signOut()
  const form = new URLSearchParams()
  const requests: [path: string, init: RequestInit, status: number][] = [
    [path, { method: 'POST', body: form, headers: { origin: 'https://evil.example' } }, 403],
    [path, { method: 'POST', body: form, headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    [path, { method: 'POST', body: form, headers: { 'sec-fetch-site': 'same-site' } }, 403],
    [path, {}, 200],
    ['/auth/signed-out?state=/', {}, 303],
    ['/auth/callback?error=access_denied&state=x', {}, 400],
  ]
  for (const [to, init, status] of requests) {
    const reply = await ada.send(to, init)
    assert.equal(reply.status, status, `${init.method ?? 'GET'} ${to}`)
    assert.equal(await ada.whoAmI(), 'ada', `${init.method ?? 'GET'} ${to}`)
  }
})

test('a sign-in happens in a whole page only, never in a frame or behind a page', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const ada = await signedInVisitor(system, app, 'ada')
  const url = await callbackOf(app, ada)
  for (const destination of ['iframe', 'frame', 'image', 'script', 'empty', 'embed'])
    for (const path of [app.session.signIn(), pathOf(url), '/auth/sign-in?silent=true']) {
      const reply = await ada.send(path, { headers: { 'sec-fetch-dest': destination } })
      assert.deepEqual([reply.status, reply.headers.getSetCookie()], [403, []], `${destination} ${path}`)
    }
  const frame = await ada.send(app.session.signIn(), { headers: { accept: 'text/html' } })
  assert.equal(frame.status, 303, 'a browser that does not say what it wants is let through')
})
