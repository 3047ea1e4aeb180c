import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { submit } from '#tests/support/account-forms.ts'
import { consentTo } from '#tests/support/consent.ts'
import { logoutReceiver } from '#tests/support/logout-receiver.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  issuer,
  logInTo,
  type PlainBrowser,
  plainBrowser,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { type HttpReply, type System, send, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const

onEachEngine((startSystem) => {
  test('I129 I137 every end of a session ends codes and tokens at once, and the application is told', async () => {
    await using system = await startSystem({ settings })
    await using receiver = await logoutReceiver()
    const wiki = await relyingParty(system, { backchannel_logout_uri: receiver.url })
    const { access_token: admin } = await system.admin()
    const endings: [string, (user: Person, cookie: string) => Promise<HttpReply | Response>][] = [
      ['signed out', (_, cookie) => submit(system, '/sign-out', {}, { cookie })],
      [
        'suspended',
        ({ id }) => send('PATCH', users(system, id), { token: admin, body: { status: 'suspended' } }),
      ],
      ['deleted', ({ id }) => send('DELETE', users(system, id), { token: admin })],
      [
        'ended by an admin',
        ({ id }) =>
          send('POST', `${users(system, id)}/sessions/revoke`, { token: admin, body: { scope: 'all' } }),
      ],
      [
        'another password',
        async ({ username, password }) => {
          const { access_token: token } = await system.logIn(username, password)
          const body = { current_password: password, new_password: `${password} anew` }
          return send('POST', `${system.authUrl}/api/v1/auth/password/change`, { token, body })
        },
      ],
    ]
    for (const [index, [way, end]] of endings.entries()) {
      const user = await system.signUp(`user${index}`)
      const browser = await signedInBrowser(system, user)
      const tokens = await logInTo(wiki, browser)
      const unused = await ask(wiki)
      const { url: withCode } = await browser.follow(unused.url)
      assert.ok(withCode.searchParams.get('code'))
      const cookie = `__Host-latchkey=${browser.cookies.get('__Host-latchkey')}`
      const reply = await end(user, cookie)
      assert.ok(reply.status < 400, `${way}: ${reply.status}`)

      await assert.rejects(
        openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? ''),
        { error: 'invalid_grant' },
        way,
      )
      await assert.rejects(openid.fetchUserInfo(wiki.config, tokens.access_token, user.id), way)
      await assert.rejects(
        openid.authorizationCodeGrant(wiki.config, withCode, {
          pkceCodeVerifier: unused.verifier,
          expectedState: unused.state,
          expectedNonce: unused.nonce,
        }),
        { error: 'invalid_grant' },
        way,
      )
      const { url } = await browser.follow((await ask(wiki)).url)
      assert.equal(url.pathname, '/account/sign-in', way)
      const sid = tokens.claims()?.sid
      await until('the application was told', () => receiver.told.some((one) => one.sid === sid))
      const told = receiver.told.find((one) => one.sid === sid)
      assert.equal(told?.sub, user.id)
      assert.equal(told?.aud, wiki.id)
      assert.equal(told?.iss, issuer)
      assert.equal(told?.nonce, undefined)
      assert.deepEqual(Object.keys(told?.events ?? {}), [
        'http://schemas.openid.net/event/backchannel-logout',
      ])
      assert.match(JSON.stringify(told?.header), /"typ":"logout\+jwt"/)
    }
    assert.equal(receiver.told.length, endings.length, 'each once')
  })

  test('I137 where the access of one application ends, it is told of each session, and no other one is', async () => {
    await using system = await startSystem({ settings })
    await using receiver = await logoutReceiver()
    await using other = await logoutReceiver()
    const { access_token: admin } = await system.admin()
    const board = await relyingParty(system, { backchannel_logout_uri: other.url })
    const endings: [string, (user: Person, clientId: string) => Promise<HttpReply>][] = [
      [
        'by the user',
        async ({ username, password }, clientId) => {
          const { access_token: token } = await system.logIn(username, password)
          return send('DELETE', `${system.authUrl}/api/v1/users/me/apps/${clientId}`, { token })
        },
      ],
      [
        'by an admin',
        ({ id }, clientId) =>
          send('DELETE', `${system.authUrl}/api/v1/users/${id}/apps/${clientId}`, { token: admin }),
      ],
      [
        'with its client',
        (_, clientId) =>
          send('DELETE', `${system.authUrl}/api/v1/oidc-clients/${clientId}`, { token: admin }),
      ],
    ]
    for (const [index, [way, end]] of endings.entries()) {
      const wiki = await relyingParty(system, { first_party: false, backchannel_logout_uri: receiver.url })
      const user = await system.signUp(`user${index}`)
      const browsers = [await signedInBrowser(system, user), await signedInBrowser(system, user)]
      const sids: unknown[] = []
      for (const browser of browsers) {
        const asked = { party: wiki, browser, scope: 'openid' }
        const tokens = sids.length === 0 ? await consentTo(system, asked) : await logInTo(wiki, browser)
        sids.push(tokens.claims()?.sid)
        await logInTo(board, browser)
      }
      assert.equal((await end(user, wiki.id)).status, 204, way)
      const told = () => receiver.told.filter(({ aud }) => aud === wiki.id)
      await until('the application was told of each session', () => told().length >= 2)
      assert.deepEqual(new Set(told().map(({ sid }) => sid)), new Set(sids), way)
      assert.ok(
        told().every(({ sub }) => sub === user.id),
        way,
      )
    }
    assert.equal(receiver.told.length, 2 * endings.length, 'each once')
    assert.equal(other.told.length, 0, 'the sessions themselves go on')
  })

  test('I137 a client that is disabled is told of sessions that end meanwhile, and none ends by that', async () => {
    await using system = await startSystem({ settings })
    await using receiver = await logoutReceiver()
    const wiki = await relyingParty(system, { backchannel_logout_uri: receiver.url })
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const { refresh_token = '' } = await logInTo(wiki, browser)
    const { access_token: token } = await system.admin()
    const enable = async (enabled: boolean) => {
      const url = `${system.authUrl}/api/v1/oidc-clients/${wiki.id}`
      assert.equal((await send('PATCH', url, { token, body: { enabled } })).status, 200)
    }
    await enable(false)
    await enable(true)
    assert.ok((await openid.refreshTokenGrant(wiki.config, refresh_token)).access_token)
    await enable(false)
    assert.equal(receiver.state.attempts, 0)
    const cookie = `__Host-latchkey=${browser.cookies.get('__Host-latchkey')}`
    await submit(system, '/sign-out', {}, { cookie })
    await until('the application was told', () => receiver.told.length === 1)
  })
})

type Person = Awaited<ReturnType<System['signUp']>>
const users = (system: System, id: string) => `${system.usersUrl}/api/v1/users/${id}`

test('I137 an application that is down is told later, and a private address is never called', async () => {
  await using system = await startSystem({ settings })
  await using receiver = await logoutReceiver()
  const wiki = await relyingParty(system, { backchannel_logout_uri: receiver.url })
  const ada = await system.signUp('ada')
  receiver.state.isDown = true
  const browser = await signedInBrowser(system, ada)
  await logInTo(wiki, browser)
  await submit(
    system,
    '/sign-out',
    {},
    { cookie: `__Host-latchkey=${browser.cookies.get('__Host-latchkey')}` },
  )
  await until('the application was told', () => receiver.state.attempts > 0)
  receiver.state.isDown = false
  system.clock.advance(60 * 60_000)
  await until('the application was told', () => receiver.told.length > 0)
})

test('I137 a private address is not called unless the operator allows it', async () => {
  await using system = await startSystem()
  await using receiver = await logoutReceiver()
  const wiki = await relyingParty(system, { backchannel_logout_uri: receiver.url.replace('http:', 'https:') })
  const browser = await signedInBrowser(system, await system.signUp('ada'))
  await logInTo(wiki, browser)
  await submit(
    system,
    '/sign-out',
    {},
    { cookie: `__Host-latchkey=${browser.cookies.get('__Host-latchkey')}` },
  )
  await until('the address was refused', () => /not public/.test(system.logText()))
  assert.equal(receiver.state.attempts, 0)
})

test('I136 the link to sign out asks, unless it shows the ID token of this very session', async () => {
  await using system = await startSystem()
  const back = 'https://wiki.example.com/bye'
  const wiki = await relyingParty(system, { post_logout_redirect_uris: [back] })
  const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
  const [browser, other] = [await signedInBrowser(system, ada), await signedInBrowser(system, bob)]
  const { id_token: hint = '', refresh_token: refresh = '' } = await logInTo(wiki, browser)
  const link = (parameters: Record<string, string>) =>
    `${issuer}/oidc/logout?${new URLSearchParams({ client_id: wiki.id, ...parameters })}`
  const full = { post_logout_redirect_uri: back, state: 'there' }

  const asking = await browser.follow(link(full))
  assert.match(asking.page ?? '', /name="xsrf"/)
  const stranger = await other.follow(link({ ...full, id_token_hint: hint }))
  assert.match(stranger.page ?? '', /name="xsrf"/, 'the ID token of somebody else')
  for (const bent of [
    `${back}/`,
    `${back}?a=b`,
    'https://wiki.example.com.evil.com/bye',
    'http://wiki.example.com/bye',
  ]) {
    const refused = await browser.follow(link({ post_logout_redirect_uri: bent, id_token_hint: hint }))
    assert.match(refused.page ?? '', /post_logout_redirect_uri/, bent)
  }
  assert.ok((await browser.follow((await ask(wiki)).url)).url.searchParams.get('code'), 'still signed in')

  /** Checks that the session has ended, and not only that the browser has lost its cookie. */
  const isSignedOut = async (one: PlainBrowser, cookie: string | undefined) => {
    assert.equal((await one.follow((await ask(wiki)).url)).url.pathname, '/account/sign-in')
    const copied = plainBrowser(system)
    copied.cookies.set('__Host-latchkey', cookie ?? '')
    assert.equal((await copied.follow((await ask(wiki)).url)).url.pathname, '/account/sign-in')
  }
  const cookies = [browser, other].map((one) => one.cookies.get('__Host-latchkey'))
  const { url } = await browser.follow(link({ ...full, id_token_hint: hint }))
  assert.equal(url.href, `${back}?state=there`)
  await isSignedOut(browser, cookies[0])
  await assert.rejects(openid.refreshTokenGrant(wiki.config, refresh), { error: 'invalid_grant' })
  const again = await browser.follow(link({ ...full, id_token_hint: hint }))
  assert.equal(again.url.href, `${back}?state=there`, 'nobody is signed in: nothing to ask')

  // A logout request without an ID token needs a click of the user on a page.
  const page = (await other.follow(link(full))).page ?? ''
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''
  const clicked = await other.go(`${issuer}/oidc/logout/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  })
  assert.equal(clicked.headers.get('refresh'), `0; url=${back}?state=there`)
  await isSignedOut(other, cookies[1])
})

test('a deleted client that has gone with its application is tried for an hour, and leaves no dead letter', async () => {
  await using system = await startSystem({ settings })
  await using receiver = await logoutReceiver()
  const wiki = await relyingParty(system, { backchannel_logout_uri: receiver.url })
  await logInTo(wiki, await signedInBrowser(system, await system.signUp('ada')))
  receiver.state.isDown = true
  const { access_token: token } = await system.admin()
  const url = `${system.authUrl}/api/v1/oidc-clients/${wiki.id}`
  assert.equal((await send('DELETE', url, { token })).status, 204)
  await until('it was tried', () => receiver.state.attempts > 0)
  const auth = await system.database('auth')
  const waiting = () => auth.query`SELECT id FROM outbox WHERE sink = 'oidc_logout'`
  assert.equal((await waiting()).length, 1)
  system.clock.advance(60 * 60_000)
  await until('nothing waits', async () => (await waiting()).length === 0)
})
