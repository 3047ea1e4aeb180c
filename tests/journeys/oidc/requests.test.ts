import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as openid from 'openid-client'
import {
  ask,
  at,
  exchange,
  issuer,
  logInTo,
  type PlainBrowser,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'

let system: System
let wiki: RelyingParty
let browser: PlainBrowser
let ada: Awaited<ReturnType<System['signUp']>>

before(async () => {
  system = await startSystem()
  ada = await system.signUp('ada')
  wiki = await relyingParty(system, { resources: ['https://api.example.com'] })
  browser = await signedInBrowser(system, ada)
})
after(() => system.stop())

const callback = 'https://wiki.example.com/callback'

test('I123 an answer goes to a registered address only, byte for byte, and so does an error', async () => {
  const bent = [
    `${callback}/`,
    `${callback}?`,
    `${callback}?a=b`,
    `${callback}#`,
    `${callback}#a`,
    `${callback}%20`,
    `${callback}/..`,
    `${callback}/../callback`,
    'https://wiki.example.com/Callback',
    'https://WIKI.example.com/callback',
    'https://wiki.example.com:443/callback',
    'https://wiki.example.com:8443/callback',
    'https://wiki.example.com./callback',
    'https://wiki.example.com//callback',
    'https://wiki.example.com/./callback',
    'https://wiki.example.com/%63allback',
    'https://wiki.example.com\\callback',
    'https://wiki.example.com@evil.com/callback',
    'https://evil.com/https://wiki.example.com/callback',
    'https://wiki.example.com.evil.com/callback',
    'https://evil.wiki.example.com/callback',
    'https://evil.com?https://wiki.example.com/callback',
    'http://wiki.example.com/callback',
    '//wiki.example.com/callback',
    '/callback',
    'javascript:alert(1)',
    'data:text/html,hello',
    ` ${callback}`,
    `${callback} `,
    `${callback}\n`,
    '',
  ]
  for (const address of bent)
    for (const more of [{}, { scope: 'no_such' }, { response_type: 'token' }] as Record<string, string>[]) {
      const { url: request } = await ask(wiki, { redirect_uri: address, ...more })
      const { url, page } = await browser.follow(request)
      assert.equal(url.origin, issuer, JSON.stringify(address))
      assert.ok(page !== undefined && !url.searchParams.has('code'))
    }
  const { url: request } = await ask(wiki)
  const without = new URL(request)
  without.searchParams.delete('redirect_uri')
  assert.ok((await browser.follow(without.href)).page !== undefined)
})

test('I123 the port of a registered loopback address is free, and nothing else of it', async () => {
  const tool = await relyingParty(system, {
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  const follow = async (redirect_uri: string) =>
    (await browser.follow((await ask(tool, { redirect_uri })).url)).url
  for (const port of ['', ':49152', ':3000']) {
    const url = await follow(`http://127.0.0.1${port}/callback`)
    assert.equal(`${url.origin}${url.pathname}`, `http://127.0.0.1${port}/callback`)
    assert.ok(url.searchParams.has('code'))
  }
  for (const bent of [
    'http://127.0.0.1:49152/Callback',
    'http://127.0.0.1:49152/callback/',
    'http://127.0.0.1:49152/callback?a=b',
    'https://127.0.0.1:49152/callback',
    'http://127.0.0.2:49152/callback',
    'http://localhost:49152/callback',
    'http://[::1]:49152/callback',
    'http://127.0.0.1.example.com:49152/callback',
    'http://ada@127.0.0.1:49152/callback',
  ])
    assert.equal((await follow(bent)).origin, issuer, bent)
})

test('I126 every client proves with S256 that it began the request', async () => {
  const refused: Record<string, string | undefined>[] = [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge_method: undefined },
    { code_challenge: '' },
    { code_challenge: 'short' },
    { code_challenge_method: 's256' },
  ]
  for (const bent of refused) {
    const url = new URL((await ask(wiki)).url)
    for (const [name, value] of Object.entries(bent))
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    const { url: answer } = await browser.follow(url.href)
    assert.equal(answer.searchParams.get('error'), 'invalid_request', JSON.stringify(bent))
    assert.equal(answer.searchParams.get('code'), null)
    assert.equal(answer.searchParams.get('iss'), issuer)
  }
  for (const verifier of [openid.randomPKCECodeVerifier(), '']) {
    const asked = await ask(wiki)
    const { url } = await browser.follow(asked.url)
    await assert.rejects(exchange(wiki, url, { ...asked, verifier }))
  }
})

test('an unknown value of `prompt` is ignored, but not beside `none`', async () => {
  for (const prompt of ['Welcome back!', 'create'])
    assert.equal((await logInTo(wiki, browser, { prompt })).claims()?.sub, ada.id, prompt)
  const pushed = await openid.buildAuthorizationUrlWithPAR(
    wiki.config,
    new URL((await ask(wiki, { prompt: 'create' })).url).searchParams,
  )
  assert.ok((await browser.follow(pushed.href)).url.searchParams.has('code'), 'a pushed request')
  const { url: fresh } = await ask(wiki, { prompt: 'Welcome login' })
  assert.equal((await browser.follow(fresh)).url.pathname, '/account/prove', 'the others count')
  const { url: silent } = await ask(wiki, { prompt: 'none Welcome' })
  assert.equal((await browser.follow(silent)).url.searchParams.get('error'), 'invalid_request')
})

test('I125 a code is bound to its client and its address, and lives for a minute', async () => {
  const other = await relyingParty(system, { name: 'Other' })
  const stolen = await ask(wiki)
  const { url } = await browser.follow(stolen.url)
  await assert.rejects(exchange(other, url, stolen), { error: 'invalid_grant' })
  const late = await ask(wiki)
  const { url: withCode } = await browser.follow(late.url)
  system.clock.advance(61_000)
  await assert.rejects(exchange(wiki, withCode, late), { error: 'invalid_grant' })
})

test('I127 I139 no token or code passes for one of another kind', async () => {
  const asked = await ask(wiki)
  const { url } = await browser.follow(asked.url)
  const code = url.searchParams.get('code') ?? ''
  const unused = await ask(wiki)
  const spare = (await browser.follow(unused.url)).url.searchParams.get('code') ?? ''
  const tokens = await exchange(wiki, url, asked)
  const { access_token: opaque, refresh_token: refresh = '', id_token: id = '' } = tokens
  const { access_token: jwt } = await logInTo(wiki, browser, {
    scope: 'openid',
    resource: 'https://api.example.com',
  })
  const all = { code, spare, opaque, refresh, id, jwt }
  for (const [kind, token] of Object.entries(all)) {
    const validate = await send('GET', `${system.authUrl}/auth/validate`, { token })
    assert.equal(validate.status, 401, `our API and ${kind}`)
    const own = await send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: token } })
    assert.equal(own.status, 401, `our refresh and ${kind}`)
    if (kind !== 'opaque')
      await assert.rejects(openid.fetchUserInfo(wiki.config, token, ada.id), `user information and ${kind}`)
    if (kind !== 'refresh')
      await assert.rejects(openid.refreshTokenGrant(wiki.config, token), `refresh and ${kind}`)
    if (kind !== 'spare') {
      const bent = new URL(url)
      bent.searchParams.set('code', token)
      await assert.rejects(exchange(wiki, bent, asked), `code and ${kind}`)
    }
  }
  // The tokens of Latchkey's own API are refused by the OpenID provider.
  const { access_token: ours, refresh_token: ourRefresh } = await system.logIn(ada.username, ada.password)
  await assert.rejects(openid.fetchUserInfo(wiki.config, ours, ada.id))
  await assert.rejects(openid.refreshTokenGrant(wiki.config, ourRefresh))
})

test('I138 a token of an application opens no route of ours, and no audience is ours', async () => {
  const { access_token: token } = await logInTo(wiki, browser, {
    scope: 'openid',
    resource: 'https://api.example.com',
  })
  for (const path of ['/api/v1/users/me', '/api/v1/auth/sessions', '/api/v1/notifications'])
    assert.equal((await send('GET', `${system.usersUrl}${path}`, { token })).status, 401, path)
  for (const resource of ['latchkey', 'https://other.example.com', issuer]) {
    const { url } = await browser.follow((await ask(wiki, { resource })).url)
    assert.equal(url.searchParams.get('error'), 'invalid_target', resource)
  }
})

test('I131 a secret is compared with digests: two may be good, and a digest opens nothing', async () => {
  const db = await system.database('auth')
  const stored = JSON.stringify(await db.query`SELECT * FROM oidc_clients`)
  assert.ok(!stored.includes(wiki.secret ?? 'no secret'))
  const credentials = { grant_type: 'client_credentials' }
  for (const wrong of ['', 'wrong', ...(stored.match(/[\w-]{43}/g) ?? [])]) {
    const response = await fetch(at(system, `${issuer}/oidc/token`), {
      method: 'POST',
      body: new URLSearchParams({ client_id: wiki.id, client_secret: wrong, ...credentials }),
    })
    assert.equal(response.status, 401, wrong)
  }
})

test('I130 a refresh puts the idle timeout off, and nothing ends before the session', async () => {
  const bob = await system.signUp('bob')
  const own = await signedInBrowser(system, bob)
  let tokens: openid.TokenEndpointResponse = await logInTo(wiki, own)
  for (const days of [15, 16, 20]) {
    system.clock.advance(days * 86_400_000)
    tokens = await openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? '')
  }
  assert.ok((await own.follow((await ask(wiki)).url)).url.searchParams.has('code'), 'and so is the cookie')
  system.clock.advance(31 * 86_400_000)
  await assert.rejects(openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  })
})

test('the database holds no code, no token and no cookie', async () => {
  const carol = await signedInBrowser(system, await system.signUp('carol'))
  const asked = await ask(wiki)
  const { url } = await carol.follow(asked.url)
  const pending = await ask(wiki, { prompt: 'login' })
  const uid = (await carol.follow(pending.url)).url.searchParams.get('interaction') ?? 'none'
  const tokens = await exchange(wiki, url, asked)
  const db = await system.database('auth')
  const rows = JSON.stringify([
    await db.query`SELECT * FROM oidc_artifacts`,
    await db.query`SELECT * FROM oidc_grants`,
    await db.query`SELECT * FROM browser_sessions`,
  ])
  const secrets = [
    url.searchParams.get('code'),
    tokens.access_token,
    tokens.refresh_token,
    tokens.id_token,
    uid,
    carol.cookies.get('__Host-latchkey'),
  ]
  for (const secret of secrets) assert.ok(secret && !rows.includes(secret), `${secret}`)
})
