import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { languages } from '#contract/declaration/languages.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  fetchAt,
  issuer,
  plainBrowser,
  registerClient,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { type System, startSystem } from '#tests/support/system.ts'

const at = (system: System) => ({ [oauth.customFetch]: fetchAt(system) })

async function discover(system: System, algorithm: 'oauth2' | 'oidc'): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(new URL(issuer), { algorithm, ...at(system) })
  return oauth.processDiscoveryResponse(new URL(issuer), response)
}

onEachEngine((startSystem) => {
  test('a client of OAuth 2 logs people in with what the metadata of RFC 8414 tell', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const redirectUri = 'https://wiki.example.com/callback'
    const { id, client_secret: secret = '' } = await registerClient(system)
    const server = await discover(system, 'oauth2')
    assert.ok(server.authorization_endpoint)
    const client = { client_id: id }
    const proof = oauth.ClientSecretBasic(secret)
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const challenge = await oauth.calculatePKCECodeChallenge(verifier)
    const request = {
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    const browser = await signedInBrowser(system, ada)
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(server, client, proof, request, at(system)),
    )
    const begin = new URL(server.authorization_endpoint)
    begin.search = `${new URLSearchParams({ client_id: id, request_uri: pushed.request_uri })}`
    const { url } = await browser.follow(begin.href)
    // The library refuses an answer without `iss`, because the metadata promise it (RFC 9207).
    const answer = oauth.validateAuthResponse(server, client, url, state)
    const reply = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      proof,
      answer,
      redirectUri,
      verifier,
      at(system),
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, reply)
    assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, ada.id)
    const info = await oauth.userInfoRequest(server, client, tokens.access_token, at(system))
    assert.equal((await oauth.processUserInfoResponse(server, client, ada.id, info)).email, 'ada@example.com')
    const next = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, proof, tokens.refresh_token ?? '', at(system)),
    )
    assert.notEqual(next.refresh_token, tokens.refresh_token)
    assert.ok(server.end_session_endpoint)
    const { page } = await plainBrowser(system).follow(server.end_session_endpoint)
    assert.match(page ?? '', /signed out/i)
  })

  test('both discovery documents are the same, and there from the start', async () => {
    await using system = await startSystem()
    const before = await discover(system, 'oidc')
    assert.equal(before.token_endpoint, `${issuer}/oidc/token`)
    assert.deepEqual(before.ui_locales_supported, languages)
    assert.ok(before.revocation_endpoint_auth_methods_supported?.includes('none'))
    const { id } = await registerClient(system, { grant_types: ['device_code'], scopes: ['openid'] })
    const { access_token: token } = await system.admin()
    for (const algorithm of ['oauth2', 'oidc'] as const)
      assert.deepEqual(await discover(system, algorithm), before, algorithm)
    const url = `${system.authUrl}/api/v1/oidc-clients/${id}`
    assert.equal((await system.send('DELETE', url, { token })).status, 204)
    for (const algorithm of ['oauth2', 'oidc'] as const)
      assert.deepEqual(await discover(system, algorithm), before, `${algorithm} after the last client`)
  })
})

test('an installation without account pages has no discovery document of OpenID Connect', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_PAGES: 'off' } })
  const document = await fetch(`${system.authUrl}/.well-known/openid-configuration`)
  assert.equal(document.status, 404)
  const server = await discover(system, 'oauth2')
  assert.deepEqual([server.token_endpoint, server.response_types_supported], [undefined, []])
})
