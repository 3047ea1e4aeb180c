import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  exchange,
  issuer,
  logInTo,
  plainBrowser,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { send } from '#tests/support/system.ts'

onEachEngine((startSystem) => {
  test('a person who is signed in logs in to an application, which learns who it is', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, ada)
    const asked = await ask(wiki, { scope: 'openid profile email' })
    const { url } = await browser.follow(asked.url)
    assert.equal(url.origin, 'https://wiki.example.com')
    assert.equal(url.searchParams.get('iss'), issuer, 'I132 the answer says who gives it')
    const tokens = await exchange(wiki, url, asked)
    const claims = tokens.claims()
    assert.equal(claims?.sub, ada.id)
    assert.equal(claims?.acr, 'aal1')
    assert.deepEqual(claims?.amr, ['pwd'])
    assert.equal(typeof claims?.auth_time, 'number')
    assert.equal(claims?.email, 'ada@example.com')
    const info = await openid.fetchUserInfo(wiki.config, tokens.access_token, ada.id)
    assert.equal(info.preferred_username, 'ada')
    assert.ok(tokens.refresh_token)
    const next = await openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? '')
    assert.equal(next.claims()?.sub, ada.id)
    assert.notEqual(next.refresh_token, tokens.refresh_token)
  })

  test('the query of a redirect URI comes back letter by letter, with a code, an error and after a sign-out', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const uri = 'https://wiki.example.com/in?name=a%20b&flag&path=%2F~'
    const plain = 'https://wiki.example.com/callback'
    const settings = { redirect_uris: [plain, uri], post_logout_redirect_uris: [uri] }
    const wiki = await relyingParty(system, settings)
    const browser = await signedInBrowser(system, ada)
    const locationOf = async (url: string) => (await browser.go(url)).headers.get('location') ?? ''
    const { url } = await ask({ ...wiki, redirectUri: uri })
    assert.ok((await locationOf(url)).startsWith(`${uri}&code=`), await locationOf(url))
    const refused = await locationOf(`${url}&prompt=none&max_age=0`)
    assert.ok(refused.startsWith(`${uri}&error=`), refused)
    const tokens = await logInTo(wiki, browser)
    const logout = new URL(`${issuer}/oidc/logout`)
    logout.search = String(
      new URLSearchParams({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: uri,
        state: 'x y',
      }),
    )
    assert.equal(await locationOf(logout.href), `${uri}&state=x+y`)
  })

  test('discovery names the addresses of the issuer, whatever host is asked, and nobody else gets a code', async () => {
    await using system = await startSystem()
    const discovery = `${system.authUrl}/.well-known/openid-configuration`
    const wiki = await relyingParty(system)
    const { body } = await send('GET', discovery, { headers: { host: 'evil.example.com' } })
    assert.equal(body.issuer, issuer)
    for (const [name, value] of Object.entries(body))
      if (/_(endpoint|uri)$/.test(name)) assert.ok(String(value).startsWith(`${issuer}/`), `${name} ${value}`)
    assert.deepEqual(body.code_challenge_methods_supported, ['S256'])
    const { url } = await plainBrowser(system).follow((await ask(wiki)).url)
    assert.equal(url.pathname, '/account/sign-in')
  })
})

test('the role of a person is told to a client that has the scope for it, as it is at each refresh', async () => {
  const { startSystem } = await import('#tests/support/system.ts')
  await using system = await startSystem()
  const ada = await system.signUp('ada')
  const browser = await signedInBrowser(system, ada)
  const wiki = await relyingParty(system)
  assert.equal((await logInTo(wiki, browser, { scope: 'openid profile email' })).claims()?.roles, undefined)
  const { url } = await browser.follow((await ask(wiki, { scope: 'openid roles' })).url)
  assert.equal(url.searchParams.get('error'), 'invalid_scope')

  const board = await relyingParty(system, { scopes: ['openid', 'roles'] })
  const tokens = await logInTo(board, browser, { scope: 'openid roles' })
  assert.deepEqual(tokens.claims()?.roles, ['user'])
  const { access_token: token } = await system.admin()
  const path = `${system.usersUrl}/api/v1/users/${ada.id}`
  assert.equal((await send('PATCH', path, { token, body: { role: 'admin' } })).status, 200)
  const next = await openid.refreshTokenGrant(board.config, tokens.refresh_token ?? '')
  assert.deepEqual(next.claims()?.roles, ['admin'])
  const info = await openid.fetchUserInfo(board.config, next.access_token, ada.id)
  assert.deepEqual(info.roles, ['admin'])
})

test('an application with its own API gets tokens for it that our API refuses', async () => {
  const { startSystem } = await import('#tests/support/system.ts')
  await using system = await startSystem()
  const ada = await system.signUp('ada')
  const api = 'https://api.example.com'
  const wiki = await relyingParty(system, { resources: [api], scopes: ['openid', 'pages:read'] })
  const browser = await signedInBrowser(system, ada)
  const { access_token: token } = await logInTo(wiki, browser, { scope: 'openid pages:read', resource: api })
  const [head = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  assert.equal(JSON.parse(head).typ, 'at+jwt')
  assert.equal(JSON.parse(claims).aud, api)
  assert.equal(JSON.parse(claims).scope, 'pages:read')
  const own = await send('GET', `${system.authUrl}/auth/validate`, { token })
  assert.equal(own.status, 401)
})

test('a page of no origin may not read tokens: not even those of an application on a phone', async () => {
  const { startSystem } = await import('#tests/support/system.ts')
  await using system = await startSystem()
  const settings = {
    token_endpoint_auth_method: 'none',
    redirect_uris: ['com.example.app:/signed-in', 'https://wiki.example.com/callback'],
  }
  const app = await relyingParty(system, settings)
  const readableBy = async (origin: string) => {
    const body = String(
      new URLSearchParams({ grant_type: 'refresh_token', client_id: app.id, refresh_token: 'x' }),
    )
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(`${system.authUrl}/oidc/token`, { method: 'POST', headers, body })
    return response.headers.get('access-control-allow-origin')
  }
  assert.equal(await readableBy('null'), null)
  assert.equal(await readableBy('https://evil.example.com'), null)
  assert.equal(await readableBy('https://wiki.example.com'), 'https://wiki.example.com')
})
