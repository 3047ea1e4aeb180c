import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import {
  issuer,
  type PlainBrowser,
  plainBrowser,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { startSystem, stillClock } from '#tests/support/system.ts'

const device = {
  name: 'Television',
  token_endpoint_auth_method: 'none',
  redirect_uris: [],
  grant_types: ['device_code', 'refresh_token'],
}

const xsrfIn = (page = ''): string => /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''

/** Enters the code of a device, and returns the page that asks whether it is the right code. */
async function typeIn(browser: PlainBrowser, userCode: string): Promise<string> {
  const { page } = await browser.follow(`${issuer}/oidc/device`)
  const response = await browser.go(`${issuer}/oidc/device`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf: xsrfIn(page), user_code: userCode }),
  })
  return response.text()
}

const confirm = (browser: PlainBrowser, xsrf: string, userCode: string, answer = 'confirm') =>
  browser.go(`${issuer}/oidc/device`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, user_code: userCode, [answer]: 'yes' }),
  })

test('a device without a keyboard is signed in by a person elsewhere', async () => {
  await using system = await startSystem()
  const tv = await relyingParty(system, device)
  const ada = await system.signUp('ada')
  const browser = await signedInBrowser(system, ada)
  const begun = await openid.initiateDeviceAuthorization(tv.config, { scope: 'openid email' })
  assert.equal(begun.verification_uri, `${issuer}/oidc/device`)
  const prefilled = await browser.follow(begun.verification_uri_complete ?? '')
  assert.match(
    prefilled.page ?? '',
    new RegExp(begun.user_code),
    'the link fills the code in and confirms nothing',
  )

  const page = await typeIn(browser, begun.user_code.toLowerCase())
  assert.match(page, /Television/)
  const polling = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: begun.device_code,
  }
  const poll = () =>
    fetch(`${system.authUrl}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: tv.id, ...polling }),
    }).then((response) => response.json() as Promise<{ error?: string }>)
  assert.equal((await poll()).error, 'authorization_pending')
  assert.equal((await poll()).error, 'slow_down', 'I133 the device keeps its interval')
  const done = await confirm(browser, xsrfIn(page), begun.user_code)
  assert.equal(done.status, 200)
  assert.match(await done.text(), /signed in/i)
  system.clock.advance(6_000)
  const tokens = await openid.pollDeviceAuthorizationGrant(tv.config, { ...begun, interval: 0.1 })
  assert.equal(tokens.claims()?.sub, ada.id)
  assert.equal(tokens.claims()?.email, 'ada@example.com')
  system.clock.advance(6_000)
  assert.equal((await poll()).error, 'invalid_grant', 'a code is used once')
})

test('I133 of several people who answer one code the first decides, and what is refused stays so', async () => {
  await using system = await startSystem()
  const tv = await relyingParty(system, device)
  const people = await Promise.all(
    ['ada', 'bob', 'carol'].map(async (name) => signedInBrowser(system, await system.signUp(name))),
  )
  const begun = await openid.initiateDeviceAuthorization(tv.config, { scope: 'openid' })
  const forms = await Promise.all(people.map((browser) => typeIn(browser, begun.user_code)))
  const answers = await Promise.all(
    people.map(async (browser, index) =>
      (await confirm(browser, xsrfIn(forms[index]), begun.user_code)).text(),
    ),
  )
  assert.equal(answers.filter((page) => /You’re signed in/.test(page)).length, 1)

  const other = await openid.initiateDeviceAuthorization(tv.config, { scope: 'openid' })
  const [browser] = people
  assert.ok(browser)
  const page = await typeIn(browser, other.user_code)
  await confirm(browser, xsrfIn(page), other.user_code, 'abort')
  await assert.rejects(openid.pollDeviceAuthorizationGrant(tv.config, { ...other, interval: 0.1 }), {
    error: 'access_denied',
  })
  const again = await typeIn(browser, other.user_code)
  assert.doesNotMatch(again, /Television/)
})

test('I133 a network tries thirty codes in ten minutes', async () => {
  await using system = await startSystem({ clock: stillClock() })
  await relyingParty(system, device)
  const browser = await signedInBrowser(system, await system.signUp('ada'))
  const { page } = await browser.follow(`${issuer}/oidc/device`)
  const body = () => new URLSearchParams({ xsrf: xsrfIn(page), user_code: 'BBBB-BBBB' })
  const tryCode = async () =>
    (await browser.go(`${issuer}/oidc/device`, { method: 'POST', body: body() })).status
  for (let turn = 1; turn <= 30; turn++) assert.notEqual(await tryCode(), 429, `code ${turn}`)
  assert.equal(await tryCode(), 429)
  system.clock.advance(20_000)
  assert.notEqual(await tryCode(), 429)
  assert.equal(await tryCode(), 429)
})

test('I133 a device asks whether it was signed in once every four seconds', async () => {
  const clock = stillClock()
  await using system = await startSystem({ clock })
  const tv = await relyingParty(system, device)
  const begun = await openid.initiateDeviceAuthorization(tv.config, { scope: 'openid' })
  const body = new URLSearchParams({
    client_id: tv.id,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: begun.device_code,
  })
  const poll = async () => {
    const reply = await fetch(`${system.authUrl}/oidc/token`, { method: 'POST', body })
    const { error } = (await reply.json()) as { error?: string }
    return [reply.status, error]
  }
  assert.deepEqual(await poll(), [400, 'authorization_pending'])
  clock.advance(3_999)
  assert.deepEqual(await poll(), [400, 'slow_down'])
  clock.advance(4_000)
  assert.deepEqual(await poll(), [400, 'authorization_pending'])
})

test('a device whose code has expired hears so, and not that the code was never given', async () => {
  await using system = await startSystem()
  const tv = await relyingParty(system, device)
  const begun = await openid.initiateDeviceAuthorization(tv.config, { scope: 'openid' })
  system.clock.advance(601_000)
  const db = await system.database('auth')
  for (const { remove } of system.sweeps('auth')) await remove(db, system.clock.now(), 1_000)
  await assert.rejects(openid.pollDeviceAuthorizationGrant(tv.config, { ...begun, interval: 0.1 }), {
    error: 'expired_token',
  })
})

test('whoever opens a form of a device without its cookie is asked for the code again', async () => {
  await using system = await startSystem()
  const tv = await relyingParty(system, device)
  const browser = await signedInBrowser(system, await system.signUp('ada'))
  const begun = await openid.initiateDeviceAuthorization(tv.config, { scope: 'openid' })
  const stranger = plainBrowser(system)
  const ways: [string, RequestInit?][] = [
    ['/oidc/device', { method: 'POST' }],
    [
      '/oidc/device',
      { method: 'POST', body: new URLSearchParams({ xsrf: 'x', user_code: begun.user_code }) },
    ],
    ['/oidc/device/no-such-request'],
  ]
  for (const [path, init] of ways) {
    stranger.cookies.clear()
    const reply = await stranger.go(`${issuer}${path}`, init)
    assert.equal(reply.status, 400, path)
    const shown = await reply.text()
    assert.match(shown, /name="user_code"/, path)
    const next = await stranger.go(`${issuer}/oidc/device`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf: xsrfIn(shown), user_code: begun.user_code }),
    })
    assert.match(await next.text(), /Television/, 'the form that was shown works')
  }
  assert.match(await typeIn(browser, begun.user_code), /Television/)
})
