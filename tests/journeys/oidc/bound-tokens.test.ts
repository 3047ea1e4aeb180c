import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import {
  ask,
  exchange,
  fetchAt,
  issuer,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { type System, startSystem } from '#tests/support/system.ts'

/** Sends the same request many times at once, and returns the replies. */
async function repeat(system: System, times: number, url: string, init: RequestInit) {
  const replies = await Promise.all(Array.from({ length: times }, () => fetchAt(system)(url, init)))
  return Promise.all(replies.map(async (reply) => ({ status: reply.status, text: await reply.text() })))
}

test('I140 a proof passes once, and a token that is bound to a key never passes without it', async () => {
  await using system = await startSystem()
  const ada = await system.signUp('ada')
  const app = await relyingParty(system, { dpop_bound_access_tokens: true })
  const browser = await signedInBrowser(system, ada)
  const asked = await ask(app)
  const { url } = await browser.follow(asked.url)
  await assert.rejects(exchange(app, url, asked), { error: 'invalid_grant' }, 'without a proof')

  const next = await ask(app)
  const { url: answer } = await browser.follow(next.url)
  const DPoP = openid.getDPoPHandle(app.config, await openid.randomDPoPKeyPair())
  const recorded: { url: string; init: RequestInit }[] = []
  const config = new openid.Configuration(
    app.config.serverMetadata(),
    app.id,
    { client_secret: app.secret ?? '' },
    undefined,
  )
  config[openid.customFetch] = (url, init) => {
    recorded.push({ url, init: init as RequestInit })
    return fetchAt(system)(url, init)
  }
  const handle = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair())
  const tokens = await openid.authorizationCodeGrant(
    config,
    answer,
    { pkceCodeVerifier: next.verifier, expectedState: next.state, expectedNonce: next.nonce },
    undefined,
    { DPoP: handle },
  )
  assert.equal(tokens.token_type, 'dpop')
  const info = await openid.fetchUserInfo(config, tokens.access_token, ada.id, { DPoP: handle })
  assert.equal(info.sub, ada.id)
  await assert.rejects(openid.fetchUserInfo(config, tokens.access_token, ada.id))
  await assert.rejects(openid.fetchUserInfo(config, tokens.access_token, ada.id, { DPoP }))
  await assert.rejects(openid.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  })

  const seen = recorded.filter(({ url }) => url.endsWith('/oidc/userinfo'))[0]
  assert.ok(seen)
  const replays = await repeat(system, 20, seen.url, seen.init)
  assert.deepEqual([...new Set(replays.map(({ status }) => status))], [401])
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, {
    DPoP: handle,
  })
  assert.ok(refreshed.access_token)
})

test('I140 a pushed request begins one login, and an assertion proves a client once', async () => {
  await using system = await startSystem()
  const ada = await system.signUp('ada')
  const app = await relyingParty(system, { require_pushed_authorization_requests: true })
  const browser = await signedInBrowser(system, ada)
  const { url: plain } = await ask(app)
  assert.equal((await browser.follow(plain)).url.searchParams.get('error'), 'invalid_request')

  const asked = await ask(app)
  const pushed = await openid.buildAuthorizationUrlWithPAR(app.config, new URL(asked.url).searchParams)
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.follow(pushed.href)))
  assert.equal(answers.filter(({ url }) => url.searchParams.has('code')).length, 1)
  const good = answers.find(({ url }) => url.searchParams.has('code'))
  assert.ok(good)
  assert.equal((await exchange(app, good.url, asked)).claims()?.sub, ada.id)

  const { privateKey, publicKey } = await openid.randomDPoPKeyPair('EdDSA', { extractable: true })
  const jwk = await crypto.subtle.exportKey('jwk', publicKey)
  const robot = await relyingParty(system, {
    name: 'Robot',
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ kty: jwk.kty, crv: jwk.crv, x: jwk.x, alg: 'EdDSA', kid: 'one', use: 'sig' }] },
    redirect_uris: [],
    grant_types: ['client_credentials'],
    scopes: ['pages:read'],
    resources: ['https://api.example.com'],
  })
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: robot.id, sub: robot.id, aud: issuer, jti: 'once', iat: now, exp: now + 60 }
  const signed = `${encode({ alg: 'EdDSA', kid: 'one' })}.${encode(claims)}`
  const signature = await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, Buffer.from(signed))
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'pages:read',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${Buffer.from(signature).toString('base64url')}`,
  })
  const replies = await repeat(system, 20, `${issuer}/oidc/token`, { method: 'POST', body: form })
  const good2 = replies.filter(({ status }) => status === 200)
  assert.equal(good2.length, 1, JSON.stringify(replies[0]))
  const { access_token: token = '' } = JSON.parse(good2[0]?.text ?? '{}')
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  assert.equal(payload.aud, 'https://api.example.com')
  assert.equal(payload.sub, robot.id)
})
