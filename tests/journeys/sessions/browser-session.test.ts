import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#sdk/client.ts'
import { openSession, type SessionOptions } from '#sdk/session/open-session.ts'
import { memory, type SessionStore } from '#sdk/session/session-store.ts'
import type { SessionState } from '#sdk/session/tab-session.ts'
import { lost, type TestTab, testNetwork, testTabs } from '#tests/support/browser-tabs.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { type SignedIn, type System, startSystem, stoppedClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const refreshing = 'POST /auth/refresh'
const quarter = 15 * 60_000
/** The time limit is longer than a page would use, because a busy machine may take long for a reply. */
const patient = { timeoutMs: 120_000 }

/**
 * Starts Latchkey and a simulated browser. The tabs of the browser share a session store, and its clock is the clock of
 * Latchkey.
 */
async function startBrowser(options: Partial<SessionOptions> = {}) {
  const system = await startSystem({ clock: stoppedClock() })
  const network = testNetwork()
  const tabs = testTabs(system.clock)
  const store = memory()
  const opened: Disposable[] = []
  return {
    system,
    network,
    store,
    /** Opens a tab with a session in it. `told` collects all states that the listener of the session was given. */
    open(ownOptions: Partial<SessionOptions> = {}) {
      const tab = tabs.openTab()
      const session = openSession(
        {
          baseUrl: system.usersUrl,
          storage: store,
          fetch: network.fetch,
          ...patient,
          ...options,
          ...ownOptions,
        },
        tab,
      )
      const told: SessionState[] = []
      session.onChange((state) => told.push(state))
      opened.push({ [Symbol.dispose]: session.dispose })
      return { ...tab, tab, session, told }
    },
    async advance(ms: number) {
      tabs.advance(ms)
      await network.idle()
    },
    refreshes: () => network.requests.filter((one) => one === refreshing).length,
    async [Symbol.asyncDispose]() {
      for (const one of opened) one[Symbol.dispose]()
      await network.idle()
      await system.stop()
    },
  }
}
type Browser = Awaited<ReturnType<typeof startBrowser>>

const reasonsIn = (told: SessionState[]) => told.filter((one) => !one.isSignedIn).map(({ reason }) => reason)
const validate = ({ system }: Browser) => `${system.usersUrl}/auth/validate`
const me = ({ system }: Browser) => `${system.usersUrl}/api/v1/users/me`

async function signUp(system: System, name: string) {
  const { username, password } = await system.signUp(name)
  return { username, password }
}

test('a login tells who is signed in, and requests carry the token', async () => {
  await using browser = await startBrowser()
  const { session, told } = browser.open()
  assert.deepEqual([session.state, session.user], [{ isSignedIn: false }, undefined])
  const ada = await signUp(browser.system, 'ada')
  await assert.rejects(session.logIn({ ...ada, password: 'wrong' }), { code: 'invalid_credentials' })
  assert.equal((await session.logIn(ada)).username, 'ada')
  assert.equal(session.user?.username, 'ada')
  await browser.network.idle()
  assert.deepEqual(told, [session.state])
  assert.equal((await session.fetch(me(browser))).status, 200)
  await session.logOut()
  assert.equal((await session.fetch(me(browser))).status, 401)
  assert.deepEqual(session.state, { isSignedIn: false, reason: 'logout' })
})

test('requests that find the token expired share one refresh, and none of them is refused', async () => {
  await using browser = await startBrowser()
  const { session, suspend } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  suspend()
  await browser.advance(quarter + 1_000)
  const replies = await Promise.all(Array.from({ length: 8 }, () => session.fetch(me(browser))))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  assert.equal(browser.refreshes(), 1)
})

test('a token that the service finds expired first is refreshed once, and the request goes out again whole', async () => {
  await using browser = await startBrowser()
  // The clock of this browser does not move while the clock of the service does, so that the browser cannot notice the
  // expiry itself.
  const stopped = browser.system.clock.now()
  const slow = { ...testTabs({ now: () => stopped, advance() {} }).openTab() }
  const session = openSession(
    { baseUrl: browser.system.usersUrl, storage: browser.store, fetch: browser.network.fetch, ...patient },
    slow,
  )
  await session.logIn(await signUp(browser.system, 'ada'))
  browser.system.clock.advance(quarter + 1_000)
  const reply = await session.fetch(
    new Request(me(browser), {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: '{"name": "Ada Lovelace"}',
    }),
  )
  assert.deepEqual([reply.status, ((await reply.json()) as { name: string }).name], [200, 'Ada Lovelace'])
  assert.deepEqual(browser.network.requests.slice(1), [
    'PATCH /api/v1/users/me',
    refreshing,
    'PATCH /api/v1/users/me',
  ])
  session.dispose()
})

test('a client that fetches by the session calls as its user, also when the token has expired', async () => {
  await using browser = await startBrowser()
  const { session } = browser.open()
  const client = createClient({ baseUrl: browser.system.usersUrl, fetch: session.fetch })
  await assert.rejects(client.listOwnSessions(), { code: 'token_missing' })
  await session.logIn(await signUp(browser.system, 'ada'))
  browser.system.clock.advance(quarter + 1_000)
  assert.deepEqual(
    (await client.listOwnSessions()).data.map(({ current }) => current),
    [true],
  )
  assert.equal(browser.refreshes(), 1)
})

test('a refusal that is about something else refreshes nothing', async () => {
  await using browser = await startBrowser()
  const { session } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  const wrong = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  assert.equal((await session.fetch(`${browser.system.usersUrl}/auth/login`, wrong)).status, 400)
  assert.equal((await session.fetch(`${browser.system.usersUrl}/api/v1/users`)).status, 403)
  const refused = JSON.stringify({ username: 'ada', password: 'wrong' })
  const login = await session.fetch(`${browser.system.usersUrl}/auth/login`, { ...wrong, body: refused })
  assert.equal(login.status, 401)
  assert.equal(browser.refreshes(), 0)
})

/** Starts a server that sends an empty reply, or a redirect to the URL that `onRequest` returns. */
const startServer = (onRequest: (path: string, authorization?: string) => unknown) =>
  startLocalServer(({ url = '', headers }, response) => {
    const location = onRequest(url, headers.authorization)
    if (typeof location === 'string') response.writeHead(307, { location })
    response.end()
  })

test('the token goes to Latchkey and to the origins that are named, and nowhere else', async () => {
  await using browser = await startBrowser()
  const seen: Record<string, string | undefined> = {}
  await using foreign = await startServer((path, authorization) => {
    seen[`foreign ${path}`] = authorization
  })
  await using own = await startServer((path, authorization) => {
    seen[`own ${path}`] = authorization
    return path === '/away' ? `${foreign.url}/from-own` : undefined
  })
  const { session } = browser.open({ apiOrigins: [own.url] })
  await session.logIn(await signUp(browser.system, 'ada'))
  const bearer = `Bearer ${await session.accessToken()}`
  await session.fetch(`${own.url}/things`)
  await session.fetch(`${own.url}/mine`, { headers: { authorization: 'Basic own' } })
  await session.fetch(`${foreign.url}/things`)
  await session.fetch(`${own.url}/away`)
  assert.deepEqual(seen, {
    'own /things': bearer,
    'own /mine': 'Basic own',
    'foreign /things': undefined,
    'own /away': bearer,
    'foreign /from-own': undefined,
  })
})

test('tokens are refreshed when 80 % of their life is over, by a timer', async () => {
  await using browser = await startBrowser()
  const { session, nextTimerMs } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  for (let turn = 1; turn <= 3; turn++) {
    const ms = nextTimerMs() ?? 0
    assert.ok(ms >= 0.8 * quarter - 1_000 && ms <= 0.85 * quarter, `${ms}`)
    await browser.advance(ms - 1)
    assert.equal(browser.refreshes(), turn - 1)
    await browser.advance(1)
    assert.equal(browser.refreshes(), turn)
  }
})

test('two tabs that refresh at the same moment get the same refresh token, and both go on', async () => {
  await using browser = await startBrowser()
  const [one, two] = [browser.open(), browser.open()]
  await one.session.logIn(await signUp(browser.system, 'ada'))
  await browser.network.idle()
  assert.equal(two.session.user?.username, 'ada')
  const kept: (string | undefined)[] = []
  browser.network.fate = (name) =>
    name === refreshing
      ? async (reply) => {
          kept.push(((await reply.clone().json()) as { refresh_token: string }).refresh_token)
          // Both replies are held back until the service has answered both requests.
          await until('both tabs have been answered', () => kept.length === 2)
          return reply
        }
      : 'answered'
  await browser.advance(0.9 * quarter)
  assert.equal(kept.length, 2)
  assert.equal(kept[0], kept[1])
  assert.equal(browser.store.load()?.refreshToken, kept[0])
  browser.network.fate = () => 'answered'
  await browser.advance(quarter)
  for (const { session, told } of [one, two]) {
    assert.equal((await session.fetch(validate(browser))).status, 200)
    assert.deepEqual(reasonsIn(told), [])
  }
})

test('a tab takes the tokens that another has refreshed, without a request of its own', async () => {
  await using browser = await startBrowser()
  const [one, two] = [browser.open(), browser.open()]
  await one.session.logIn(await signUp(browser.system, 'ada'))
  await browser.network.idle()
  const first = Math.min(one.nextTimerMs() ?? 0, two.nextTimerMs() ?? 0)
  await browser.advance(first)
  assert.equal(browser.refreshes(), 1)
  const [a, b] = [await one.session.accessToken(), await two.session.accessToken()]
  assert.equal(a, b)
  for (const { nextTimerMs } of [one, two]) assert.ok((nextTimerMs() ?? 0) >= 0.8 * quarter - 1_000)
})

test('a reply that is lost is asked for again, with the same token, and nobody is logged out', async () => {
  await using browser = await startBrowser()
  const { session, told, nextTimerMs } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  for (let turn = 0; turn < 5; turn++) {
    const before = browser.store.load()?.generation ?? 0
    let dropped = 0
    browser.network.fate = (name) => (name === refreshing && dropped++ < 4 ? lost : 'answered')
    await browser.advance(nextTimerMs() ?? 0)
    for (let more = 0; dropped < 5 && more < 10; more++) await browser.advance(nextTimerMs() ?? 0)
    assert.equal(browser.store.load()?.generation, before + 1)
  }
  assert.deepEqual(reasonsIn(told), [])
  assert.equal((await session.fetch(validate(browser))).status, 200)
})

test('a logout in one tab signs the others out, with the reason, also where a refresh is under way', async () => {
  await using browser = await startBrowser()
  const [one, two] = [browser.open(), browser.open()]
  await one.session.logIn(await signUp(browser.system, 'ada'))
  await browser.network.idle()
  const answer = Promise.withResolvers<void>()
  browser.network.fate = (name) =>
    name === refreshing ? (reply) => answer.promise.then(() => reply) : 'answered'
  two.suspend()
  browser.system.clock.advance(quarter + 1_000)
  const request = two.session.fetch(validate(browser))
  await until('the refresh was asked for', () => browser.refreshes() === 1)
  await one.session.logOut()
  two.resume()
  answer.resolve()
  assert.equal((await request).status, 401)
  await browser.network.idle()
  assert.equal(browser.store.load(), undefined, 'the new tokens were thrown away')
  for (const { session, told } of [one, two]) {
    assert.deepEqual(session.state, { isSignedIn: false, reason: 'logout' })
    assert.deepEqual(reasonsIn(told), ['logout'])
  }
})

test('tokens that arrive after another login are thrown away', async () => {
  await using browser = await startBrowser()
  const { session } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  const bob = await signUp(browser.system, 'bob')
  const answer = Promise.withResolvers<void>()
  browser.network.fate = (name) =>
    name === refreshing ? (reply) => answer.promise.then(() => reply) : 'answered'
  browser.system.clock.advance(quarter + 1_000)
  const request = session.fetch(me(browser))
  await until('the refresh was asked for', () => browser.refreshes() === 1)
  await session.logIn(bob)
  answer.resolve()
  assert.equal(((await (await request).json()) as { username: string }).username, 'bob')
  assert.equal(session.user?.username, 'bob')
  assert.equal(browser.store.load()?.generation, 0)
})

test('a login ends the session that was there before, also one whose token has expired', async () => {
  await using browser = await startBrowser()
  const { session } = browser.open()
  const { system } = browser
  for (const [before, waitMs] of [
    ['ada', 0],
    ['bob', quarter + 1_000],
  ] as const) {
    await session.logIn(await signUp(system, before))
    const refresh_token = browser.store.load()?.refreshToken
    system.clock.advance(waitMs)
    await session.logIn(await signUp(system, `after-${before}`))
    await browser.network.idle()
    const former = await system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token } })
    assert.deepEqual([former.status, former.body.code], [401, 'session_ended'], before)
    assert.equal((await session.fetch(validate(browser))).status, 200)
  }
})

test('a login waits for nothing of the session before, and counts also when that cannot be ended', async () => {
  await using browser = await startBrowser()
  const { session, told } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  const answer = Promise.withResolvers<void>()
  const fates = ['fails', () => answer.promise.then(() => lost())] as const
  for (const [at, fate] of fates.entries()) {
    browser.network.fate = (name) => (name === 'POST /auth/logout' ? fate : 'answered')
    const user = await session.logIn(await signUp(browser.system, `after-${at}`))
    assert.equal(user.username, `after-${at}`)
    assert.equal((await session.fetch(validate(browser))).status, 200)
  }
  answer.resolve()
  await browser.network.idle()
  assert.equal(session.user?.username, 'after-1')
  assert.deepEqual(reasonsIn(told), [])
})

test('tokens that are taken over end the session that was there before', async () => {
  await using browser = await startBrowser()
  const { session } = browser.open()
  const { system } = browser
  await session.logIn(await signUp(system, 'ada'))
  const refresh_token = browser.store.load()?.refreshToken
  session.adopt(await system.signUpAndLogIn('bob'))
  await browser.network.idle()
  const former = await system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token } })
  assert.deepEqual([former.status, former.body.reason], [401, 'logout'])
  assert.equal((await session.fetch(validate(browser))).status, 200)
  assert.equal(session.user?.username, 'bob')
})

test('tokens of the same session that are taken over count in every tab, and end nothing', async () => {
  await using browser = await startBrowser()
  const [one, two] = [browser.open(), browser.open()]
  const { system } = browser
  await one.session.logIn(await signUp(system, 'ada'))
  await browser.advance(quarter)
  const kept = browser.store.load()
  assert.ok(kept && kept.generation > 0)
  const body = { refresh_token: kept.refreshToken }
  const pair = (await system.send('POST', `${system.authUrl}/auth/refresh`, { body })).body
  one.session.adopt(pair)
  await browser.network.idle()
  for (const { session, told } of [one, two]) {
    assert.equal(await session.accessToken(), pair.access_token)
    assert.equal((await session.fetch(validate(browser))).status, 200)
    assert.deepEqual(reasonsIn(told), [])
  }
  // A tab that used the replaced refresh token once more would end the session.
  for (let turn = 0; turn < 3; turn++) await browser.advance(quarter)
  assert.equal((await two.session.fetch(validate(browser))).status, 200)
})

test('a login in one tab is taken over by the others', async () => {
  await using browser = await startBrowser()
  const [one, two] = [browser.open(), browser.open()]
  await one.session.logIn(await signUp(browser.system, 'ada'))
  await browser.network.idle()
  await two.session.logIn(await signUp(browser.system, 'bob'))
  await browser.network.idle()
  assert.deepEqual(
    one.told.map(({ user }) => user?.username),
    ['ada', 'bob'],
  )
})

test('with memory each tab has a session of its own, and a logout is that of one tab', async () => {
  await using browser = await startBrowser()
  const [one, two] = [browser.open({ storage: memory() }), browser.open({ storage: memory() })]
  const ada = await signUp(browser.system, 'ada')
  await one.session.logIn(ada)
  await two.session.logIn(ada)
  await one.session.logOut()
  await browser.network.idle()
  assert.deepEqual([one.session.state.isSignedIn, two.session.state.isSignedIn], [false, true])
  assert.equal((await two.session.fetch(validate(browser))).status, 200)
})

test('a tab that was suspended for an hour takes the tokens of the others and is not logged out', async () => {
  await using browser = await startBrowser()
  const [awake, asleep] = [browser.open(), browser.open()]
  await awake.session.logIn(await signUp(browser.system, 'ada'))
  await browser.network.idle()
  asleep.suspend()
  for (let minute = 0; minute < 60; minute++) await browser.advance(60_000)
  const before = browser.refreshes()
  assert.ok(before >= 4)
  asleep.resume()
  asleep.returnTo()
  await browser.network.idle()
  assert.equal(browser.refreshes(), before, 'the old refresh token was not sent')
  assert.equal((await asleep.session.fetch(validate(browser))).status, 200)
  assert.deepEqual(reasonsIn([...awake.told, ...asleep.told]), [])
})

test('a tab alone that was suspended for an hour refreshes when its user returns', async () => {
  await using browser = await startBrowser()
  const { session, suspend, returnTo } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  suspend()
  await browser.advance(60 * 60_000)
  assert.equal(browser.refreshes(), 0)
  returnTo()
  await browser.network.idle()
  assert.equal(browser.refreshes(), 1)
  assert.equal(session.state.isSignedIn, true)
})

const problem =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ code, status }), {
      status,
      headers: { 'content-type': 'application/problem+json', ...headers },
    })
const html = (status: number) => () => new Response('<h1>Log in to this Wi-Fi</h1>', { status })
const faults: Record<string, () => 'fails' | Response> = {
  'the network is down': () => 'fails',
  'the service is not ready': problem(503, 'not_ready', { 'retry-after': '1' }),
  'there are too many requests': problem(429, 'login_address_limited', { 'retry-after': '7' }),
  'the service has a fault': problem(500, 'internal'),
  'a proxy answers': html(502),
  'a hotel answers': html(200),
  'another service answers': () => Response.json({}),
  'a wrong service refuses': html(401),
  'a proxy knows no such route': problem(404, 'route_not_found'),
}
for (const [what, fault] of Object.entries(faults)) {
  test(`nobody is logged out when ${what}, and the attempts are bounded`, async () => {
    await using browser = await startBrowser()
    const { session, told, nextTimerMs, returnTo } = browser.open()
    await session.logIn(await signUp(browser.system, 'ada'))
    browser.network.fate = (name) => (name === refreshing ? fault() : 'answered')
    for (let minute = 0; minute < 600; minute++) await browser.advance(30_000)
    const attempts = browser.refreshes()
    assert.ok(attempts > 5 && attempts <= 15, `${attempts} attempts`)
    assert.equal(nextTimerMs(), undefined, 'it waits for its user')
    // The request fails with the reason why no token could be obtained. It is not sent without a valid token, which the
    // service would refuse.
    await assert.rejects(session.fetch(validate(browser)), ({ name }: Error) =>
      ['ServiceUnreachable', 'Failure'].includes(name),
    )
    browser.network.fate = () => 'answered'
    returnTo()
    await browser.network.idle()
    assert.equal((await session.fetch(validate(browser))).status, 200)
    assert.deepEqual(reasonsIn(told), [])
  })
}

test('Retry-After is waited for, but no longer than five minutes', async () => {
  await using browser = await startBrowser()
  const { session, nextTimerMs, returnTo } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  for (const [asked, waited] of [
    [40, 40_000],
    [86_400, 300_000],
  ] as const) {
    browser.network.fate = (name) =>
      name === refreshing
        ? problem(429, 'login_address_limited', { 'retry-after': `${asked}` })()
        : 'answered'
    await browser.advance(nextTimerMs() ?? 0)
    assert.equal(nextTimerMs(), waited)
    returnTo()
    browser.network.fate = () => 'answered'
    await browser.advance(nextTimerMs() ?? 0)
  }
})

const endings: [string, (system: System, ada: SignedIn, admin: string) => Promise<unknown>][] = [
  ['user_suspended', (system, ada, token) => change(system, ada, token, 'PATCH', { status: 'suspended' })],
  ['user_deleted', (system, ada, token) => change(system, ada, token, 'DELETE')],
  [
    'revoked',
    (system, { access_token: token }) =>
      system.send('POST', `${system.authUrl}/api/v1/auth/sessions/revoke`, { token, body: { scope: 'all' } }),
  ],
  [
    'password_changed',
    (system, { access_token: token, password }) =>
      system.send('POST', `${system.authUrl}/api/v1/auth/password/change`, {
        token,
        body: { current_password: password, new_password: 'another long password' },
      }),
  ],
  ['expired', async (system) => system.clock.advance(91 * 24 * 60 * 60_000)],
]

const change = (system: System, { user }: SignedIn, token: string, method: string, body?: object) =>
  system.send(method, `${system.usersUrl}/api/v1/users/${user.id}`, { token, ...(body ? { body } : {}) })

for (const [reason, endIt] of endings) {
  test(`a session that Latchkey has ended (${reason}) is over in the tab too, with the reason`, async () => {
    await using browser = await startBrowser()
    const { system } = browser
    const { session, told } = browser.open()
    const ada = await system.signUpAndLogIn('ada')
    session.adopt(ada)
    const { access_token: admin } = await system.admin()
    await endIt(system, ada, admin)
    await until('the session has ended', async () => (await session.fetch(validate(browser))).status === 401)
    await browser.network.idle()
    assert.deepEqual(session.state, { isSignedIn: false, reason })
    assert.deepEqual(reasonsIn(told), [reason])
    assert.equal(browser.store.load(), undefined)
  })
}

test('a token that the service does not know signs out, and says so', async () => {
  await using browser = await startBrowser()
  const { session } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  const kept = browser.store.load()
  assert.ok(kept)
  browser.store.save({ ...kept, generation: 1, refreshToken: `${kept.refreshToken.slice(0, -6)}AAAAAA` })
  await browser.advance(quarter)
  assert.deepEqual(session.state, { isSignedIn: false, reason: 'token_invalid' })
})

test('a logout that the service does not hear forgets the tokens here, and says that it failed', async () => {
  await using browser = await startBrowser()
  const { session } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  browser.network.fate = () => 'fails'
  await assert.rejects(session.logOut(), { name: 'ServiceUnreachable' })
  assert.deepEqual(session.state, { isSignedIn: false, reason: 'logout' })
  assert.equal(browser.store.load(), undefined)
})

test('a logout everywhere ends the sessions of all devices, or changes nothing', async () => {
  await using browser = await startBrowser()
  const { session } = browser.open()
  const ada = await signUp(browser.system, 'ada')
  const phone = await browser.system.logIn(ada.username, ada.password)
  await session.logIn(ada)
  browser.network.fate = () => 'fails'
  await assert.rejects(session.logOutEverywhere(), { name: 'ServiceUnreachable' })
  assert.equal(session.state.isSignedIn, true)
  browser.network.fate = () => 'answered'
  // The access token expires before the logout, which must succeed all the same.
  browser.system.clock.advance(quarter + 1_000)
  await session.logOutEverywhere()
  assert.deepEqual(session.state, { isSignedIn: false, reason: 'logout' })
  const { status } = await browser.system.send('POST', `${browser.system.authUrl}/auth/refresh`, {
    body: { refresh_token: phone.refresh_token },
  })
  assert.equal(status, 401)
})

/** Returns a session store in which the operations in `fails` throw an error. */
function failingStore(fails: Set<keyof SessionStore>): SessionStore {
  const store = memory()
  const or =
    <Args extends unknown[], T>(name: keyof SessionStore, work: (...args: Args) => T) =>
    (...args: Args): T => {
      if (fails.has(name)) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      return work(...args)
    }
  return { load: or('load', store.load), save: or('save', store.save), clear: or('clear', store.clear) }
}

for (const fails of [['save'], ['load'], ['save', 'clear'], ['load', 'save', 'clear']] as const) {
  test(`a store on which ${fails.join(', ')} fails leaves a session that works in its tab`, async () => {
    await using browser = await startBrowser()
    const { session, told, nextTimerMs } = browser.open({ storage: failingStore(new Set(fails)) })
    await session.logIn(await signUp(browser.system, 'ada'))
    await browser.advance(nextTimerMs() ?? 0)
    await browser.advance(quarter)
    assert.equal((await session.fetch(validate(browser))).status, 200)
    assert.deepEqual(reasonsIn(told), [])
    await session.logOut()
    assert.deepEqual(session.state, { isSignedIn: false, reason: 'logout' })
  })
}

test('when a store becomes full, no other tab is left with a refresh token that was used', async () => {
  await using browser = await startBrowser()
  const fails = new Set<keyof SessionStore>()
  const storage = failingStore(fails)
  const [one, two] = [browser.open({ storage }), browser.open({ storage })]
  await one.session.logIn(await signUp(browser.system, 'ada'))
  await browser.network.idle()
  fails.add('save')
  two.suspend()
  await browser.advance(quarter)
  two.resume()
  await browser.advance(quarter)
  assert.equal((await one.session.fetch(validate(browser))).status, 200)
  assert.equal(two.session.state.reason, 'elsewhere')
})

test('an older pair of tokens that was stored over a newer one is put right', async () => {
  await using browser = await startBrowser()
  const [one, two] = [browser.open(), browser.open()]
  await one.session.logIn(await signUp(browser.system, 'ada'))
  const old = browser.store.load()
  await browser.network.idle()
  await browser.advance(0.9 * quarter)
  await browser.advance(quarter)
  assert.ok(old)
  browser.store.save(old)
  await browser.advance(quarter)
  for (const { session, told } of [one, two]) {
    assert.equal((await session.fetch(validate(browser))).status, 200)
    assert.deepEqual(reasonsIn(told), [])
  }
  assert.ok((browser.store.load()?.generation ?? 0) >= 3)
})

/**
 * Gives each tab a view of one store. A value that one tab stores can be read by another only after `catchUp`, as with
 * `localStorage` in two processes.
 */
function laggingStore() {
  const written = memory()
  const views: (() => void)[] = []
  return {
    view(): SessionStore {
      const seen = memory()
      const copy = () => {
        const now = written.load()
        if (now) seen.save(now)
        else seen.clear()
      }
      views.push(copy)
      return {
        load: seen.load,
        save(session) {
          seen.save(session)
          written.save(session)
        },
        clear() {
          seen.clear()
          written.clear()
        },
      }
    },
    catchUp() {
      for (const copy of views) copy()
    },
  }
}

test('a message that arrives before what was stored can be read is no harm', async () => {
  await using browser = await startBrowser()
  const storage = laggingStore()
  const [one, two] = [browser.open({ storage: storage.view() }), browser.open({ storage: storage.view() })]
  const show = async () => {
    await browser.network.idle()
    storage.catchUp()
    for (const { seeStored } of [one, two]) seeStored()
    await browser.network.idle()
  }
  await one.session.logIn(await signUp(browser.system, 'ada'))
  await show()
  assert.equal(two.session.user?.username, 'ada')

  // The tab begins a refresh, and gets the reply only after the other tab has logged out, which it has not learned yet.
  const answer = Promise.withResolvers<void>()
  browser.network.fate = (name) =>
    name === refreshing ? (reply) => answer.promise.then(() => reply) : 'answered'
  two.suspend()
  browser.system.clock.advance(quarter + 1_000)
  const request = two.session.fetch(validate(browser))
  await until('the refresh was asked for', () => browser.refreshes() === 1)
  await one.session.logOut()
  answer.resolve()
  await request
  await show()
  two.resume()
  await show()
  for (const { session, told } of [one, two]) {
    assert.deepEqual(session.state, { isSignedIn: false, reason: 'logout' })
    assert.deepEqual(
      told.map(({ isSignedIn }) => isSignedIn),
      [true, false],
    )
  }
})

test('a session that is left alone stores a refresh under way, and does nothing more', async () => {
  await using browser = await startBrowser()
  const { session, told, nextTimerMs } = browser.open()
  await session.logIn(await signUp(browser.system, 'ada'))
  const answer = Promise.withResolvers<void>()
  browser.network.fate = (name) =>
    name === refreshing ? (reply) => answer.promise.then(() => reply) : 'answered'
  const count = told.length
  await (async () => {
    browser.system.clock.advance(quarter + 1_000)
    const request = session.fetch(validate(browser))
    await until('the refresh was asked for', () => browser.refreshes() === 1)
    session.dispose()
    answer.resolve()
    assert.equal((await request).status, 200)
  })()
  assert.equal(browser.store.load()?.generation, 1)
  assert.deepEqual([nextTimerMs(), told.length], [undefined, count])
})

test('an error of a listener keeps nobody from signing in, and no other listener from being told', async (t) => {
  await using browser = await startBrowser()
  const { session, told } = browser.open()
  const thrown: unknown[] = []
  const catching = (error: unknown) => thrown.push(error)
  process.setUncaughtExceptionCaptureCallback(catching)
  t.after(() => process.setUncaughtExceptionCaptureCallback(null))
  const later: SessionState[] = []
  session.onChange(() => {
    throw new Error('of the page')
  })
  const stop = session.onChange((state) => later.push(state))
  await session.logIn(await signUp(browser.system, 'ada'))
  await browser.network.idle()
  assert.deepEqual([told.length, later.length, thrown.map(String)], [1, 1, ['Error: of the page']])
  stop()
  await session.logOut()
  await browser.network.idle()
  assert.deepEqual([told.length, later.length], [2, 1])
})

test('what is no origin of a service is refused at once', async () => {
  const tab: TestTab = testTabs(stoppedClock()).openTab()
  for (const baseUrl of ['http://id.example.com', 'https://id.example.com/latchkey', 'id.example.com', ''])
    assert.throws(() => openSession({ baseUrl }, tab), TypeError, baseUrl)
  openSession({ baseUrl: 'http://id.example.com', allowHttp: true }, tab).dispose()
})
