import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { onEachEngine } from '#tests/on-each-engine.ts'
import type { System } from '#tests/system.ts'

const issuer = new URL('https://auth.example.com')

/** Libraries speak https to the issuer; a proxy of that name would pass their requests on as this does. */
const atIssuer = (system: System) => ({
  [oauth.customFetch]: (url: string, init: RequestInit) =>
    fetch(url.replace(issuer.origin, system.authUrl), init),
})

async function discover(system: System): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...atIssuer(system) })
  return oauth.processDiscoveryResponse(issuer, response)
}

onEachEngine((startSystem) => {
  for (const algorithm of ['EdDSA', 'ES256', 'RS256']) {
    test(`a library for RFC 9068 accepts an access token that is signed with ${algorithm}`, async () => {
      await using system = await startSystem({ settings: { LATCHKEY_SIGNING_ALGORITHM: algorithm } })
      const ada = await system.signUpAndLogIn('ada')
      const request = new Request('https://api.example.com/', {
        headers: { authorization: `Bearer ${ada.access_token}` },
      })
      const claims = await oauth.validateJwtAccessToken(
        await discover(system),
        request,
        'latchkey',
        atIssuer(system),
      )
      assert.deepEqual([claims.sub, claims.client_id], [ada.user.id, 'latchkey'])
    })
  }
})
