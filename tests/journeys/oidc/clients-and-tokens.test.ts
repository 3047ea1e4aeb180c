import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'

const issuer = new URL('https://auth.example.com')
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Sends requests for the issuer to the system, as a proxy with the host name of the issuer would. */
const fetchAtIssuer = (system: System) => (url: string, init: RequestInit) =>
  fetch(url.replace(issuer.origin, system.authUrl), init)
const atIssuer = (system: System) => ({ [oauth.customFetch]: fetchAtIssuer(system) })

async function discover(system: System): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...atIssuer(system) })
  return oauth.processDiscoveryResponse(issuer, response)
}

interface MadeClient {
  id: string
  client_secret: string
}

async function makeClient(system: System, fields: object = {}): Promise<MadeClient> {
  const { access_token: token } = await system.admin()
  const body = { name: 'API', redirect_uris: ['https://api.example.com/in'], ...fields }
  const made = await system.send('POST', `${system.authUrl}/api/v1/oidc-clients`, { token, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body
}

async function makeKeyClient(system: System, algorithm = 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwks = { keys: [await exportJWK(publicKey)] }
  const client = await makeClient(system, { token_endpoint_auth_method: 'private_key_jwt', jwks })
  return { ...client, privateKey, algorithm }
}

type Asked = 'introspect' | 'revoke'

/** Sends a form with a token to the introspection or the revocation endpoint. */
const ask = (system: System, what: Asked, form: Record<string, string>, authorization?: string) =>
  system.send('POST', `${system.authUrl}/api/v1/auth/${what}`, {
    body: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
    },
  })

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

onEachEngine((startSystem) => {
  for (const [method, proofOf] of [
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ] as const) {
    test(`I138 oauth4webapi asks by ${method}, and learns nothing of a token that is not the client’s`, async () => {
      await using system = await startSystem()
      const ada = await system.signUpAndLogIn('ada')
      const server = await discover(system)
      const { id, client_secret } = await makeClient(system, { token_endpoint_auth_method: method })
      const client = { client_id: id }
      const proof = proofOf(client_secret)
      for (const token of [ada.access_token, ada.refresh_token, 'x', client_secret]) {
        const reply = await oauth.introspectionRequest(server, client, proof, token, atIssuer(system))
        const told = await oauth.processIntrospectionResponse(server, client, reply)
        assert.deepEqual(told, { active: false })
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(server, client, proof, token, atIssuer(system)),
        )
      }
      const validated = await system.send('GET', `${system.authUrl}/auth/validate`, {
        token: ada.access_token,
      })
      assert.equal(validated.status, 200, 'and ends no session of others')
    })
  }

  test('openid-client and oauth4webapi prove a client by private_key_jwt, with each kind of key', async () => {
    await using system = await startSystem()
    const server = await discover(system)
    for (const algorithm of ['ES256', 'EdDSA', 'Ed25519', 'RS256']) {
      const { id, privateKey } = await makeKeyClient(system, algorithm)
      const client = { client_id: id }
      const proof = oauth.PrivateKeyJwt({ key: privateKey })
      const reply = await oauth.introspectionRequest(server, client, proof, 'x', atIssuer(system))
      assert.deepEqual(await oauth.processIntrospectionResponse(server, client, reply), { active: false })
      const config = await openid.discovery(issuer, id, undefined, openid.PrivateKeyJwt(privateKey), {
        algorithm: 'oauth2',
        [openid.customFetch]: fetchAtIssuer(system) as openid.CustomFetch,
      })
      assert.deepEqual(await openid.tokenIntrospection(config, 'x'), { active: false })
      await openid.tokenRevocation(config, 'x')
    }
    const { body } = await system.send('GET', `${system.authUrl}/.well-known/oauth-authorization-server`)
    for (const what of ['introspection', 'revocation']) {
      assert.ok(body[`${what}_endpoint_auth_methods_supported`].includes('private_key_jwt'))
      assert.ok(body[`${what}_endpoint_auth_signing_alg_values_supported`].includes('ES256'))
    }
  })

  test('a client is known by its own secret only, at once after a change', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const [one, other] = [await makeClient(system), await makeClient(system)]
    const poster = await makeClient(system, { token_endpoint_auth_method: 'client_secret_post' })
    const open = await makeClient(system, { token_endpoint_auth_method: 'none' })
    const signer = await makeKeyClient(system)
    const statusOf = async (what: Asked, form: Record<string, string>, authorization?: string) => {
      const reply = await ask(system, what, { token: 'x', ...form }, authorization)
      if (reply.status === 401) {
        assert.equal(reply.body.error, 'invalid_client')
        const scheme = reply.headers.get('www-authenticate')?.split(' ')[0]
        assert.equal(scheme, authorization === undefined ? 'Bearer' : 'Basic')
      }
      return reply.status
    }
    for (const what of ['introspect', 'revoke'] as const) {
      assert.equal(await statusOf(what, {}, basic(one.id, one.client_secret)), 200)
      for (const wrong of [
        basic(one.id, other.client_secret),
        basic(one.id, ''),
        basic(one.id, `${one.client_secret}x`),
        basic(open.id, ''),
        basic('01890000-0000-7000-8000-000000000000', one.client_secret),
      ])
        assert.equal(await statusOf(what, {}, wrong), 401)
      const posted = (client: MadeClient) => ({ client_id: client.id, client_secret: client.client_secret })
      assert.equal(await statusOf(what, posted(poster)), 200)
      assert.equal(await statusOf(what, posted(one)), 200, 'a secret may come either way')
      assert.equal(await statusOf(what, {}, basic(signer.id, 'x')), 401, 'and stands for no signature')
      assert.equal(await statusOf(what, { client_id: open.id, client_secret: 'x' }), 401)
      const twice = await ask(
        system,
        what,
        { token: 'x', ...posted(poster) },
        basic(one.id, one.client_secret),
      )
      assert.deepEqual([twice.status, twice.body.error], [400, 'invalid_request'], 'two proofs at once')
    }
    assert.equal((await ask(system, 'introspect', { token: 'x', client_id: open.id })).status, 401)
    const url = `${system.authUrl}/api/v1/oidc-clients/${one.id}`
    assert.equal((await system.send('PATCH', url, { token, body: { enabled: false } })).status, 200)
    assert.equal(await statusOf('introspect', {}, basic(one.id, one.client_secret)), 401, 'disabled')
    await system.send('PATCH', url, { token, body: { enabled: true } })
    assert.equal(await statusOf('introspect', {}, basic(one.id, one.client_secret)), 200)
    assert.equal((await system.send('DELETE', url, { token })).status, 204)
    assert.equal(await statusOf('introspect', {}, basic(one.id, one.client_secret)), 401, 'deleted')
  })

  test('I139 an assertion counts for us only, now only, and of the right type, client and key only', async () => {
    await using system = await startSystem()
    const client = await makeKeyClient(system)
    const stranger = await makeKeyClient(system)
    const seconds = Math.floor(system.clock.now() / 1000)
    let count = 0
    const assertionOf = (claims: JWTPayload = {}, header: object = {}, { privateKey, algorithm } = client) =>
      new SignJWT({
        iss: client.id,
        sub: client.id,
        aud: issuer.origin,
        jti: `${count++}`,
        exp: seconds + 60,
        iat: seconds,
        ...claims,
      })
        .setProtectedHeader({ alg: algorithm, ...header })
        .sign(privateKey)
    const send = (assertion: string, form = {}) =>
      ask(system, 'introspect', {
        token: 'x',
        client_assertion: assertion,
        client_assertion_type: assertionType,
        ...form,
      })
    const introspection = `${issuer.origin}/api/v1/auth/introspect`
    for (const good of [
      assertionOf(),
      assertionOf({ aud: introspection }),
      assertionOf({ aud: [issuer.origin] }),
      assertionOf({}, { typ: 'JWT' }),
      assertionOf({}, { typ: 'client-authentication+jwt', kid: 'mine' }),
    ])
      assert.equal((await send(await good)).status, 200)
    const ada = await system.signUpAndLogIn('ada')
    const good = await assertionOf()
    const [head = '', claims = '', signature = ''] = good.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
    for (const [what, bad] of Object.entries({
      'another audience': assertionOf({ aud: 'https://other.example.com' }),
      'the other endpoint': assertionOf({ aud: `${issuer.origin}/api/v1/auth/revoke` }),
      'several audiences': assertionOf({ aud: [issuer.origin, 'https://other.example.com'] }),
      'no audience': assertionOf({ aud: undefined }),
      'another issuer': assertionOf({ iss: stranger.id }),
      'another subject': assertionOf({ sub: stranger.id }),
      'another key': assertionOf({}, {}, stranger),
      expired: assertionOf({ exp: seconds - 60 }),
      'without an end': assertionOf({ exp: undefined }),
      'good for a day': assertionOf({ exp: seconds + 86_400 }),
      'of tomorrow': assertionOf({ nbf: seconds + 300 }),
      'without an id': assertionOf({ jti: undefined }),
      'a long id': assertionOf({ jti: 'x'.repeat(256) }),
      'an access token by its type': assertionOf({}, { typ: 'at+jwt' }),
      'a logout token by its type': assertionOf({}, { typ: 'logout+jwt' }),
      'an access token': ada.access_token,
      unsigned: none,
      'bent claims': `${head}.${Buffer.from('{}').toString('base64url')}.${signature}`,
      'a long text': 'a.'.repeat(9_000),
      nothing: '',
    })) {
      const { status, body } = await send(await bad)
      assert.deepEqual([status, body.error], [401, 'invalid_client'], what)
    }
    assert.equal((await send(await assertionOf(), { client_id: client.id })).status, 200)
    assert.equal((await send(await assertionOf(), { client_id: stranger.id })).status, 401)
    const type = { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' }
    assert.equal((await send(await assertionOf(), type)).status, 400)
  })

  test('I140 of many requests with one assertion one counts, and none after that', async () => {
    await using system = await startSystem()
    const { id, privateKey } = await makeKeyClient(system)
    const assertion = await new SignJWT({ iss: id, sub: id, aud: issuer.origin, jti: 'one' })
      .setProtectedHeader({ alg: 'ES256' })
      .setExpirationTime(Math.floor(system.clock.now() / 1000) + 300)
      .sign(privateKey)
    const form = { token: 'x', client_assertion: assertion, client_assertion_type: assertionType }
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(system, 'introspect', form)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal((await ask(system, 'introspect', form)).status, 401)
    system.clock.advance(301_000)
    assert.equal((await ask(system, 'introspect', form)).status, 401, 'and not after it has expired')
  })
})
