import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import type { Scope } from '#contract/declaration/endpoint.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'

const issuer = new URL('https://auth.example.com')

/**
 * Sends requests for the issuer to the system, as a proxy with the host name of the issuer would. The OAuth libraries
 * insist on https for the issuer.
 */
const fetchAtIssuer = (system: System) => (url: string, init: RequestInit) =>
  fetch(url.replace(issuer.origin, system.authUrl), init)

const atIssuer = (system: System) => ({ [oauth.customFetch]: fetchAtIssuer(system) })

/** Creates an API key for a gateway. By default the key may introspect tokens. */
async function gatewayKey(system: System, ...scopes: Scope[]): Promise<string> {
  const { access_token: token } = await system.admin()
  const body = { name: 'gateway', scopes: scopes.length > 0 ? scopes : ['sessions:read'] }
  return (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body.key
}

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

  for (const [how, authentication] of [
    ['HTTP Basic', oauth.ClientSecretBasic],
    ['client_secret in the form', oauth.ClientSecretPost],
  ] as const) {
    test(`oauth4webapi introspects and revokes with an API key as ${how}`, async () => {
      await using system = await startSystem()
      const ada = await system.signUpAndLogIn('ada')
      const server = await discover(system)
      const client = { client_id: 'gateway' }
      const proof = authentication(await gatewayKey(system))
      const options = { ...atIssuer(system), additionalParameters: { resource: 'https://api.example.com' } }
      const introspect = async () => {
        const response = await oauth.introspectionRequest(server, client, proof, ada.access_token, options)
        return oauth.processIntrospectionResponse(server, client, response)
      }
      const { active, sub, client_id } = await introspect()
      assert.deepEqual([active, sub, client_id], [true, ada.user.id, 'latchkey'])
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, proof, ada.refresh_token, options),
      )
      assert.deepEqual(await introspect(), { active: false })
    })

    test(`oauth4webapi understands why a credential as ${how} is refused`, async () => {
      await using system = await startSystem()
      const server = await discover(system)
      const client = { client_id: 'gateway' }
      const refused = async (secret: string) => {
        const response = await oauth.introspectionRequest(
          server,
          client,
          authentication(secret),
          'x',
          atIssuer(system),
        )
        return oauth.processIntrospectionResponse(server, client, response).then(
          () => undefined,
          (error: unknown) => error,
        )
      }
      const key = await gatewayKey(system)
      for (const secret of ['x', key.slice(0, -1), system.serviceToken()]) {
        const error = await refused(secret)
        assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, `${error}`)
        assert.equal(error.cause[0]?.scheme, how === 'HTTP Basic' ? 'basic' : 'bearer')
      }
      const error = await refused(await gatewayKey(system, 'users:read'))
      assert.ok(error instanceof oauth.ResponseBodyError, `${error}`)
      assert.deepEqual([error.status, error.error], [403, 'insufficient_scope'])
    })
  }

  test('oauth4webapi understands why a revocation is refused', async () => {
    await using system = await startSystem()
    const server = await discover(system)
    const key = await gatewayKey(system)
    const revoke = async (token: string) =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(server, { client_id: 'app' }, oauth.None(), token, atIssuer(system)),
      )
    await assert.rejects(revoke(key), { error: 'unsupported_token_type', status: 400 })
    await revoke('no token at all')
  })

  test('openid-client introspects and revokes with what the metadata tell', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const config = await openid.discovery(
      issuer,
      'gateway',
      undefined,
      openid.ClientSecretBasic(await gatewayKey(system)),
      { algorithm: 'oauth2', [openid.customFetch]: fetchAtIssuer(system) as openid.CustomFetch },
    )
    const { introspection_endpoint_auth_methods_supported, response_types_supported } =
      config.serverMetadata()
    assert.deepEqual(introspection_endpoint_auth_methods_supported, [
      'Bearer',
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
    ])
    assert.deepEqual(response_types_supported, ['code'])
    assert.equal((await openid.tokenIntrospection(config, ada.access_token)).sub, ada.user.id)
    await openid.tokenRevocation(config, ada.access_token)
    assert.equal((await openid.tokenIntrospection(config, ada.access_token)).active, false)
  })

  test('an issuer with a path is found where RFC 8414 puts its metadata', async () => {
    for (const path of ['/id', '/id/latchkey/']) {
      const at = new URL(path, issuer)
      await using system = await startSystem({ settings: { LATCHKEY_ISSUER: at.href } })
      const response = await oauth.discoveryRequest(at, { algorithm: 'oauth2', ...atIssuer(system) })
      const server = await oauth.processDiscoveryResponse(at, response)
      assert.equal(server.jwks_uri, `${at.href.replace(/\/$/, '')}/.well-known/jwks.json`)
      const url = `${system.authUrl}/.well-known/oauth-authorization-server`
      assert.deepEqual((await system.send('GET', url)).body, server)
      assert.equal((await system.send('GET', `${url}/other`)).body.code, 'route_not_found')
      const { body } = await system.send('GET', `${system.authUrl}/openapi.json`)
      assert.deepEqual(body.paths['/.well-known/oauth-authorization-server'].get['x-aliases'], [
        `/.well-known/oauth-authorization-server${path.replace(/\/$/, '')}`,
        '/.well-known/openid-configuration',
      ])
    }
  })
})
