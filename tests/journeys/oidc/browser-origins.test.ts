import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { readAllSettings } from '#cli/settings/all-settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { mailboxKey } from '#tests/support/mail.ts'
import { servePages } from '#tests/support/page-server.ts'
import { send, startSystem, stillClock } from '#tests/support/system.ts'

const app = 'https://app.example.com'
const settings = { LATCHKEY_BROWSER_ORIGINS: app } as const
const headers = { origin: app }

test('both services let a listed origin read every kind of reply', async () => {
  await using system = await startSystem({ settings })
  const { access_token: token } = await system.signUpAndLogIn('ada')
  for (const url of [system.usersUrl, system.authUrl]) {
    const replies = {
      200: await send('GET', `${url}/auth/validate`, { token, headers }),
      400: await send('POST', `${url}/auth/login`, { headers, body: {} }),
      401: await send('GET', `${url}/auth/validate`, { headers }),
      404: await send('GET', `${url}/no-such-route`, { headers }),
      405: await send('PUT', `${url}/auth/login`, { headers }),
      413: await send('POST', `${url}/auth/login`, { headers, body: 'x'.repeat(70_000) }),
      415: await send('POST', `${url}/auth/login`, {
        body: 'username=ada',
        headers: { ...headers, 'content-type': 'text/plain' },
      }),
    }
    for (const [status, reply] of Object.entries(replies)) {
      assert.equal(reply.status, Number(status))
      assert.equal(reply.headers.get('access-control-allow-origin'), app, status)
      assert.equal(reply.headers.get('vary'), 'Origin', status)
    }
    const keys = await send('GET', `${system.authUrl}/.well-known/jwks.json`, { headers })
    assert.equal(keys.headers.get('access-control-allow-origin'), '*', 'a public document')
    for (const path of ['/auth/login', '/no-such-route']) {
      const asked = { ...headers, 'access-control-request-method': 'POST' }
      assert.equal((await send('OPTIONS', url + path, { headers: asked })).status, 204, path)
    }
  }
})

test('a refusal for too many tries can be read, with the time to wait', async () => {
  await using system = await startSystem({ settings, clock: stillClock() })
  const body = { username: 'nobody', password: 'a wrong password' }
  let reply = await send('POST', `${system.authUrl}/auth/login`, { headers, body })
  for (let tries = 0; reply.status === 401 && tries < 100; tries++)
    reply = await send('POST', `${system.authUrl}/auth/login`, { headers, body })
  assert.equal(reply.status, 429)
  assert.equal(reply.headers.get('access-control-allow-origin'), app)
  assert.ok(reply.headers.get('retry-after'))
  assert.match(reply.headers.get('access-control-expose-headers') ?? '', /Retry-After/)
})

test('a stream of events can be read too', async () => {
  await using system = await startSystem({ settings })
  const { access_token: token } = await system.signUpAndLogIn('ada')
  const reading = new AbortController()
  const stream = await fetch(`${system.usersUrl}/api/v1/notifications/stream`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    signal: reading.signal,
  })
  assert.deepEqual([stream.status, stream.headers.get('access-control-allow-origin')], [200, app])
  reading.abort()
})

test('internal routes, pages, the mailbox and the metrics stay closed to every origin', async () => {
  await using system = await startSystem({ settings: { ...settings, LATCHKEY_INTERNAL_PORT: '0' } })
  const key = mailboxKey(system.data)
  const urls = [
    ...[system.usersUrl, system.internalUrl].map((url) => `${url}/internal/validate-user`),
    `${system.usersUrl}/dev/mail.json?key=${key}`,
    `${system.usersUrl}/docs`,
    `${system.authUrl}/docs`,
    ...[system.usersUrl, system.authUrl].map((url) => `${url}/account/forgot-password`),
    `${system.usersOpsUrl}/metrics`,
    `${system.authOpsUrl}/metrics`,
  ]
  for (const url of urls) {
    for (const [method, more] of [
      ['GET', {}],
      ['POST', {}],
      ['OPTIONS', { 'access-control-request-method': 'POST' }],
    ] as const) {
      const reply = await send(method, url, { headers: { ...headers, ...more } })
      const given = [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))
      assert.deepEqual(given, [], `${method} ${url}`)
      assert.notEqual(reply.status, 204, `${method} ${url}`)
    }
  }
})

test('by default no origin is allowed', async () => {
  await using system = await startSystem()
  const asked = { ...headers, 'access-control-request-method': 'POST' }
  for (const url of [system.usersUrl, system.authUrl]) {
    const reply = await send('OPTIONS', `${url}/auth/login`, { headers: asked })
    assert.equal(reply.status, 405)
    const { headers: got } = await send('GET', `${url}/health`, { headers })
    const added = [...got.keys()].filter((name) => name === 'vary' || name.startsWith('access-control-'))
    assert.deepEqual(added, [])
  }
})

test('a start with every origin, or with no origin at all, is refused with the reason', () => {
  for (const [value, fault] of [
    ['*', /^LATCHKEY_BROWSER_ORIGINS has a \*, which would admit pages/],
    ['null', /^LATCHKEY_BROWSER_ORIGINS has null/],
    ['https://app.example.com/', /browsers send it: https:\/\/app\.example\.com\.$/],
  ] as const)
    assert.throws(
      () => readAllSettings({ flags: {}, environment: { LATCHKEY_BROWSER_ORIGINS: value } }),
      (error) => error instanceof StartFault && error.exitCode === 2 && fault.test(error.faults.join()),
    )
})

const executable = findChromium()
const inBrowser = {
  skip: executable ? false : 'there is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one',
}

interface Asked {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  credentials?: 'include'
}

/** Makes the script of a page send a request. Returns what the script can see of the reply. */
const seenBy = (page: Page, asked: Asked) =>
  page.evaluate(async ({ url, ...init }) => {
    try {
      const response = await fetch(url, init)
      const body = await response.text()
      return {
        status: response.status,
        code: body.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined,
        body,
        etag: response.headers.get('etag'),
        requestId: response.headers.get('x-request-id'),
      }
    } catch (error) {
      return { refused: String(error) }
    }
  }, asked)

test(
  'in a real browser a listed origin calls both services, and a foreign one reads nothing',
  inBrowser,
  async () => {
    await using listed = await servePages()
    await using foreign = await servePages()
    await using system = await startSystem({ settings: { LATCHKEY_BROWSER_ORIGINS: listed.url } })
    await using browser = await startBrowser(executable ?? '')
    const page = await browser.newPage()
    page.setDefaultTimeout(90_000)
    await page.goto(listed.url)
    const json = { 'content-type': 'application/json' }
    const ada = { username: 'ada', password: 'a long password' }

    const created = await seenBy(page, {
      url: `${system.usersUrl}/users/create`,
      method: 'POST',
      headers: {
        ...json,
        'idempotency-key': 'one',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
      body: JSON.stringify({ ...ada, email: 'ada@example.com' }),
    })
    assert.equal(created.status, 201)
    const logIn = (password: string) => ({
      url: `${system.authUrl}/auth/login`,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ ...ada, password }),
    })
    const wrong = await seenBy(page, logIn('a wrong password'))
    assert.deepEqual([wrong.status, wrong.code], [401, 'invalid_credentials'])
    assert.ok(wrong.requestId)
    const { access_token: token } = JSON.parse((await seenBy(page, logIn(ada.password))).body ?? '')
    const bearer = { authorization: `Bearer ${token}` }
    const me = `${system.usersUrl}/api/v1/users/me`
    const { status, etag } = await seenBy(page, { url: me, headers: bearer })
    assert.equal(status, 200)
    assert.ok(etag)
    const renamed = await seenBy(page, {
      url: me,
      method: 'PATCH',
      headers: { ...bearer, 'content-type': 'application/merge-patch+json', 'if-match': etag },
      body: '{"name": "Ada"}',
    })
    assert.equal(renamed.status, 200)
    assert.equal(
      (await seenBy(page, { url: `${system.usersUrl}/no-such-route`, headers: bearer })).status,
      404,
    )
    // The replies of the service do not allow cookies, so the browser hides the reply to a request with credentials from
    // the script.
    assert.ok((await seenBy(page, { url: me, headers: bearer, credentials: 'include' })).refused)
    assert.ok((await seenBy(page, { url: `${system.usersUrl}/docs` })).refused)

    await page.goto(foreign.url)
    for (const asked of [
      logIn(ada.password),
      { url: me, headers: bearer },
      { url: `${system.authUrl}/health` },
    ])
      assert.match((await seenBy(page, asked)).refused ?? 'was answered', /TypeError/, asked.url)
  },
)
