import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  fetchAt,
  issuer,
  plainBrowser,
  registerClient,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'

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
      ...{ client_id: id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid email', state },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
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

  test('the metadata of RFC 8414 say of the provider what its discovery document says', async () => {
    await using system = await startSystem()
    const before = await discover(system, 'oauth2')
    assert.equal(before.token_endpoint, undefined, 'nothing of the provider is there without a client')
    assert.deepEqual(before.grant_types_supported, [])
    const { id } = await registerClient(system, { grant_types: ['device_code'], scopes: ['openid'] })
    const [ours, theirs] = [await discover(system, 'oauth2'), await discover(system, 'oidc')]
    const added = Object.keys(ours).filter((name) => !Object.hasOwn(before, name))
    assert.ok(added.length > 10, 'the check has something to look at')
    for (const name of [...added, 'issuer', 'jwks_uri', 'response_types_supported'])
      assert.deepEqual(ours[name], theirs[name], name)
    assert.deepEqual(ours.grant_types_supported?.toSorted(), theirs.grant_types_supported?.toSorted())
    for (const scope of (theirs.scopes_supported ?? []) as string[])
      assert.ok(ours.scopes_supported?.includes(scope), scope)
    const missing = Object.keys(theirs).filter(
      (name) => name.endsWith('_endpoint') && ours[name] !== theirs[name],
    )
    assert.deepEqual(missing, [])

    const { access_token: token } = await system.admin()
    const url = `${system.authUrl}/api/v1/oidc-clients/${id}`
    assert.equal((await system.send('DELETE', url, { token })).status, 204)
    assert.equal((await discover(system, 'oauth2')).token_endpoint, undefined, 'nor after the last one')
  })
})
