import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import type { Scope } from '#contract/declaration/endpoint.ts'
import { createTokenValidator } from '#sdk/token-validator.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  issuer,
  logInTo,
  type RelyingParty,
  registerClient,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'

const notes = 'https://notes.example.com'
const files = 'https://files.example.com'
const inactive = { active: false }

const app = { scopes: ['openid', 'email', 'offline_access', 'notes:read'], resources: [notes] }
const asked = { scope: 'openid email notes:read', resource: notes }

/** An API: a client that asks about the tokens that are for it, and gets none itself. */
const apiAt = (address: string) => ({
  name: 'API',
  redirect_uris: [],
  grant_types: [],
  scopes: [],
  resources: [address],
})

/** Asks about a token with an API key or another bearer credential. */
async function introspectAs(system: System, bearer: string, token: string) {
  const url = `${system.authUrl}/api/v1/auth/introspect`
  const reply = await system.send('POST', url, { token: bearer, body: { token } })
  assert.equal(reply.status, 200)
  return reply.body
}

async function keyWith(system: System, ...scopes: Scope[]): Promise<string> {
  const { access_token: token } = await system.admin()
  const body = { name: 'gateway', scopes }
  const reply = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })
  assert.equal(reply.status, 201)
  return reply.body.key
}

/** Returns what everybody who may ask about tokens for the API is told about one: its client, the API, a key, the other service. */
async function tellAll(
  system: System,
  { wiki, api, key }: { wiki: RelyingParty; api: RelyingParty; key: string },
  token: string,
): Promise<Record<string, unknown>[]> {
  return [
    await openid.tokenIntrospection(wiki.config, token),
    await openid.tokenIntrospection(api.config, token),
    await introspectAs(system, key, token),
    await introspectAs(system, system.serviceToken(), token),
  ]
}

const expectActive = (told: Record<string, unknown>[], isActive: boolean, what: string): void =>
  assert.deepEqual(
    told.map(({ active }) => active),
    told.map(() => isActive),
    what,
  )

onEachEngine((startSystem) => {
  test('I138 a token for an API is active for its client, for that API, and for keys with sessions:read', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system, app)
    const api = await relyingParty(system, apiAt(notes))
    const key = await keyWith(system, 'sessions:read')
    const browser = await signedInBrowser(system, ada)
    const { access_token: token } = await logInTo(wiki, browser, asked)
    for (const { iat, exp, auth_time, sid, ...told } of await tellAll(system, { wiki, api, key }, token)) {
      assert.deepEqual(told, {
        active: true,
        client_id: wiki.id,
        sub: ada.id,
        scope: 'notes:read',
        aud: notes,
        iss: 'https://auth.example.com',
        acr: 'aal1',
        amr: ['pwd'],
        token_type: 'Bearer',
      })
      assert.ok(typeof exp === 'number' && typeof iat === 'number' && exp - iat === 900)
      assert.ok(typeof sid === 'string' && typeof auth_time === 'number')
    }
    const others = [
      await relyingParty(system, app),
      await relyingParty(system, apiAt(files)),
      await relyingParty(system, {
        redirect_uris: [],
        grant_types: ['client_credentials'],
        scopes: ['notes:read'],
        resources: [notes],
      }),
    ]
    for (const { config } of others)
      assert.deepEqual(await openid.tokenIntrospection(config, token), inactive)
    const [head = '', body = '', signature = ''] = token.split('.')
    const bent = Buffer.from(body, 'base64url').toString().replace(notes, files)
    for (const forged of [
      `${head}.${Buffer.from(bent).toString('base64url')}.${signature}`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
    ])
      expectActive(await tellAll(system, { wiki, api, key }, forged), false, 'forged')
    assert.equal((await system.send('GET', `${system.authUrl}/auth/validate`, { token })).status, 401)
    system.clock.advance(16 * 60_000)
    expectActive(await tellAll(system, { wiki, api, key }, token), false, 'expired')
  })

  test('I129 a token for an API is active only while its session, its grant and its client live', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const api = await relyingParty(system, apiAt(notes))
    const key = await keyWith(system, 'sessions:read')
    const { access_token: admin } = await system.admin()
    const clientsUrl = `${system.authUrl}/api/v1/oidc-clients`
    const ends: [string, (wiki: RelyingParty, sid: string) => Promise<{ status: number }>][] = [
      [
        'the session has ended',
        (_, sid) => system.send('DELETE', `${system.authUrl}/api/v1/sessions/${sid}`, { token: admin }),
      ],
      [
        'the access of the application has ended',
        ({ id }) =>
          system.send('DELETE', `${system.authUrl}/api/v1/users/${ada.id}/apps/${id}`, { token: admin }),
      ],
      [
        'the client was disabled',
        ({ id }) => system.send('PATCH', `${clientsUrl}/${id}`, { token: admin, body: { enabled: false } }),
      ],
      ['the client was deleted', ({ id }) => system.send('DELETE', `${clientsUrl}/${id}`, { token: admin })],
      [
        'the person was suspended',
        () =>
          system.send('PATCH', `${system.usersUrl}/api/v1/users/${ada.id}`, {
            token: admin,
            body: { status: 'suspended' },
          }),
      ],
    ]
    for (const [what, end] of ends) {
      const wiki = await relyingParty(system, app)
      const browser = await signedInBrowser(system, ada)
      const tokens = await logInTo(wiki, browser, asked)
      const tell = async () => [
        await openid.tokenIntrospection(api.config, tokens.access_token),
        await introspectAs(system, key, tokens.access_token),
      ]
      expectActive(await tell(), true, `before ${what}`)
      const { status } = await end(wiki, String(tokens.claims()?.sid))
      assert.ok(status < 300, `${what}: ${status}`)
      expectActive(await tell(), false, what)
    }
  })

  test('a token for an API is revoked by its client alone, with its grant and never with its session', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system, app)
    const other = await relyingParty(system, app)
    const api = await relyingParty(system, apiAt(notes))
    const key = await keyWith(system, 'sessions:read')
    const browser = await signedInBrowser(system, ada)
    const first = await logInTo(wiki, browser, { ...asked, scope: `${asked.scope} offline_access` })
    const elsewhere = await logInTo(other, browser, asked)
    const token = first.access_token

    const revokeUrl = `${system.authUrl}/api/v1/auth/revoke`
    for (const bearer of [undefined, token, key]) {
      const reply = await system.send('POST', revokeUrl, {
        ...(bearer && { token: bearer }),
        body: { token },
      })
      assert.equal(reply.status, 200)
    }
    for (const { config } of [other, api]) await openid.tokenRevocation(config, token)
    expectActive(await tellAll(system, { wiki, api, key }, token), true, 'asked for by others')

    await openid.tokenRevocation(wiki.config, token)
    expectActive(await tellAll(system, { wiki, api, key }, token), false, 'asked for by its client')
    await assert.rejects(openid.refreshTokenGrant(wiki.config, first.refresh_token ?? ''), {
      error: 'invalid_grant',
    })
    const told = await openid.tokenIntrospection(other.config, elsewhere.access_token)
    assert.equal(told.active, true, 'other applications of the session go on')

    const again = await logInTo(wiki, browser, asked)
    assert.equal(again.claims()?.sid, first.claims()?.sid, 'the person is still signed in')
    expectActive(await tellAll(system, { wiki, api, key }, again.access_token), true, 'a new grant')
    expectActive(await tellAll(system, { wiki, api, key }, token), false, 'a new grant revives no token')
  })

  test('an API and the application itself check its tokens by their signature and by introspection', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system, app)
    const api = await relyingParty(system, apiAt(notes))
    const other = await relyingParty(system, apiAt(files))
    const browser = await signedInBrowser(system, ada)
    const { access_token: token } = await logInTo(wiki, browser, asked)
    const { access_token: withoutScope } = await logInTo(wiki, browser, { scope: 'openid', resource: notes })
    const validatorFor = ({ id, secret = '' }: RelyingParty, audience = notes) =>
      createTokenValidator({
        issuer,
        authUrl: system.authUrl,
        audience,
        mode: 'strict',
        client: { id, secret },
        now: system.clock.now,
      })
    for (const party of [api, wiki]) {
      const claims = await validatorFor(party).verifyToken(token)
      assert.deepEqual([claims.sub, claims.client_id, claims.scope], [ada.id, wiki.id, 'notes:read'])
      assert.equal((await validatorFor(party).verifyToken(withoutScope)).scope, undefined)
    }
    await assert.rejects(validatorFor(other).verifyToken(token), { code: 'session_ended' })
    await assert.rejects(validatorFor(other, files).verifyToken(token), { code: 'token_invalid' })
    const wrongSecret = validatorFor({ ...api, secret: 'lks_wrong' })
    await assert.rejects(wrongSecret.verifyToken(token), { code: 'auth_service_unavailable' })
    const { access_token: own } = await system.logIn(ada.username, ada.password)
    await assert.rejects(validatorFor(api, 'latchkey').verifyToken(own), { code: 'session_ended' })
    await openid.tokenRevocation(wiki.config, token)
    await assert.rejects(validatorFor(api).verifyToken(token), { code: 'session_ended' })
  })

  test('a token of a client itself for an API is active until it expires, and its revocation is refused', async () => {
    await using system = await startSystem()
    const robot = await relyingParty(system, {
      redirect_uris: [],
      grant_types: ['client_credentials'],
      scopes: ['notes:read'],
      resources: [notes],
    })
    const api = await relyingParty(system, apiAt(notes))
    const key = await keyWith(system, 'sessions:read')
    const { access_token: token } = await openid.clientCredentialsGrant(robot.config, { scope: 'notes:read' })
    const told = await tellAll(system, { wiki: robot, api, key }, token)
    expectActive(told, true, 'its own')
    assert.deepEqual(
      [...new Set(told.map(({ sub, client_id: id, sid }) => `${sub} ${id} ${sid}`))],
      [`${robot.id} ${robot.id} undefined`],
    )
    await assert.rejects(openid.tokenRevocation(robot.config, token), { error: 'unsupported_token_type' })
    await openid.tokenRevocation(api.config, token)
    expectActive(await tellAll(system, { wiki: robot, api, key }, token), true, 'it cannot be revoked')
    const { access_token: admin } = await system.admin()
    const url = `${system.authUrl}/api/v1/oidc-clients/${robot.id}`
    assert.equal((await system.send('DELETE', url, { token: admin })).status, 204)
    assert.deepEqual(await introspectAs(system, key, token), inactive)
    assert.deepEqual(await openid.tokenIntrospection(api.config, token), inactive)
  })

  test('an API has an address and a secret, and gets no tokens', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const refused = async (settings: object) => {
      const url = `${system.authUrl}/api/v1/oidc-clients`
      const reply = await system.send('POST', url, { token, body: { ...apiAt(notes), ...settings } })
      assert.equal(reply.status, 400, JSON.stringify(settings))
      return reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    }
    assert.deepEqual(await refused({ resources: [] }), ['/resources'])
    assert.deepEqual(await refused({ token_endpoint_auth_method: 'none' }), ['/token_endpoint_auth_method'])
    const { id, client_secret: secret = '' } = await registerClient(system, apiAt(notes))
    const requests: Record<string, string>[] = [
      { grant_type: 'client_credentials', scope: 'notes:read', resource: notes },
      {
        grant_type: 'authorization_code',
        code: 'x',
        redirect_uri: 'https://x.example.com',
        code_verifier: 'x',
      },
    ]
    for (const body of requests) {
      const response = await fetch(`${system.authUrl}/oidc/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
        body: new URLSearchParams(body),
      })
      const { error } = (await response.json()) as { error: string }
      assert.deepEqual([response.status, error], [400, 'unauthorized_client'])
    }
  })
})
