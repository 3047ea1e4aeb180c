import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#contract/declaration/endpoint.ts'
import { introspectTokenEndpoint } from '#contract/sessions/tokens.ts'
import { call } from '#sdk/call.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { type HttpReply, type System, stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const introspectUrl = (system: System) => `${system.authUrl}/api/v1/auth/introspect`

/** Introspects a token with the service credential, unless another bearer token is given. */
const introspect = (system: System, token: string, bearer = system.serviceToken()): Promise<HttpReply> =>
  system.send('POST', introspectUrl(system), { token: bearer, body: { token } })

async function keyWith(
  system: System,
  token: string,
  ...scopes: Scope[]
): Promise<{ id: string; key: string }> {
  const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
    token,
    body: { name: 'gateway', scopes },
  })
  assert.equal(made.status, 201)
  return made.body
}

const revokeKey = async (system: System, token: string, id: string) => {
  const reply = await system.send('DELETE', `${system.usersUrl}/api/v1/api-keys/${id}`, { token })
  assert.equal(reply.status, 204)
}

const masterKey = newMasterKey()

onEachEngine((startSystem) => {
  test('of a good access token it says whose it is, since when and until when, and for what', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { status, body, headers } = await introspect(system, ada.access_token)
    const { exp, iat, auth_time: loggedInAt, ...rest } = body
    assert.deepEqual(
      [status, rest],
      [
        200,
        {
          active: true,
          sub: ada.user.id,
          sid: ada.session_id,
          client_id: 'latchkey',
          username: 'ada',
          scope: '',
          iss: 'https://auth.example.com',
          aud: 'latchkey',
          acr: 'aal1',
          amr: ['pwd'],
          token_type: 'Bearer',
        },
      ],
    )
    assert.equal(exp - iat, 900)
    assert.ok(Math.abs(iat - Date.now() / 1000) < 60)
    assert.ok(loggedInAt <= iat && iat - loggedInAt < 60)
    assert.equal(headers.get('cache-control'), 'no-store')
    const admin = await system.admin()
    assert.match((await introspect(system, admin.access_token)).body.scope, /users:read .*sessions:read/)

    const form = await system.send('POST', introspectUrl(system), {
      token: system.serviceToken(),
      body: `token=${ada.access_token}&token_type_hint=access_token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.deepEqual(form.body, body)
    const options = { baseUrl: system.authUrl, bearer: system.serviceToken() }
    assert.deepEqual(
      await call(introspectTokenEndpoint, { body: { token: ada.access_token } }, options),
      body,
    )
  })

  test('I19 I36 what is not good right now is not active, and nothing more is said of it', async () => {
    await using system = await startSystem()
    const { access_token: admin } = await system.admin()
    const ada = await system.signUpAndLogIn('ada')
    const inactive = async (token: string, what: string) => {
      const { status, body } = await introspect(system, token)
      assert.deepEqual([status, body], [200, { active: false }], what)
    }
    const { key } = await keyWith(system, admin, 'users:read')
    await inactive(ada.refresh_token, 'a refresh token')
    await inactive(key, 'an API key')
    await inactive(system.serviceToken(), 'the service credential')
    for (const token of ['x', 'a.b.c', `${ada.access_token}A`, ada.access_token.slice(1), 'x'.repeat(9_000)])
      await inactive(token, token.slice(0, 40))

    const phone = await system.logIn('ada', ada.password)
    await system.send('POST', `${system.authUrl}/auth/logout`, { token: phone.access_token })
    await inactive(phone.access_token, 'logged out')
    const tablet = await system.logIn('ada', ada.password)
    const url = `${system.usersUrl}/api/v1/users/${ada.user.id}`
    assert.equal((await introspect(system, tablet.access_token)).body.active, true)
    await system.send('PATCH', url, { token: admin, body: { status: 'suspended' } })
    await inactive(tablet.access_token, 'suspended')
    await inactive(ada.access_token, 'suspended')
    const bob = await system.signUpAndLogIn('bob')
    system.clock.advance(16 * 60_000)
    await inactive(bob.access_token, 'expired')
  })

  test('I27 when the sessions cannot be read it says so, and not that a token is bad', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    await (await system.database('auth')).execute('ALTER TABLE sessions RENAME TO gone')
    const reply = await introspect(system, ada.access_token)
    assert.deepEqual([reply.status, reply.body.code], [500, 'internal'])
  })

  test('I50 the other service may ask, and whoever has sessions:read; nobody else', async () => {
    await using system = await startSystem()
    const { access_token: admin } = await system.admin()
    const ada = await system.signUpAndLogIn('ada')
    const token = system.serviceToken()
    const reader = await keyWith(system, admin, 'sessions:read')
    const other = await keyWith(system, admin, 'users:read', 'sessions:revoke')
    for (const bearer of [token, admin, reader.key]) {
      const reply = await introspect(system, ada.access_token, bearer)
      assert.deepEqual([reply.status, reply.body.active], [200, true])
    }
    for (const bearer of [ada.access_token, other.key]) {
      const reply = await introspect(system, ada.access_token, bearer)
      assert.deepEqual([reply.status, reply.body.code], [403, 'forbidden'])
    }
    const none = await system.send('POST', introspectUrl(system), { body: { token: ada.access_token } })
    assert.deepEqual([none.status, none.body.code], [401, 'token_missing'])
    const nearly = [
      token.slice(0, -1),
      `${token}x`,
      token.toLowerCase(),
      ` ${token},${token}`,
      'x',
      'undefined',
    ]
    for (const bearer of [...nearly, ada.refresh_token, reader.key.slice(0, -1)]) {
      const reply = await introspect(system, ada.access_token, bearer)
      assert.deepEqual([reply.status, reply.body.code], [401, 'token_invalid'], bearer)
    }
    const viaUsers = `${system.usersUrl}/api/v1/auth/introspect`
    for (const bearer of [token, admin, reader.key]) {
      const options = { token: bearer, body: { token: ada.access_token } }
      assert.equal((await system.send('POST', viaUsers, options)).body.active, true, 'on the other port')
    }
  })

  test('I36 an API key alone passes for the secret of a client, by HTTP Basic or in the form', async () => {
    await using system = await startSystem()
    const { access_token: admin } = await system.admin()
    const { id, key } = await keyWith(system, admin, 'sessions:read')
    const other = await keyWith(system, admin, 'users:read')
    const ask = (fields: Record<string, string>, authorization?: string) =>
      system.send('POST', introspectUrl(system), {
        body: new URLSearchParams({ token: admin, ...fields }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(authorization === undefined ? {} : { authorization }),
        },
      })
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
    const good: [Record<string, string>, string?][] = [
      [{ client_secret: key }],
      [{ client_secret: key, client_id: 'anybody' }],
      [{}, basic(`gateway:${key}`)],
      [{}, basic(`:${key.replace('_', '%5F')}`).replace('Basic', 'basic')],
      // When a request has an Authorization header, `client_secret` is ignored.
      [{ client_secret: 'x' }, basic(`gateway:${key}`)],
      [{ client_secret: 'x' }, `Bearer ${key}`],
    ]
    for (const [fields, authorization] of good) {
      const reply = await ask(fields, authorization)
      assert.deepEqual(
        [reply.status, reply.body.active],
        [200, true],
        JSON.stringify([fields, authorization]),
      )
    }
    const secrets = ['x', '', key.slice(0, -1), `${key} `, admin, system.serviceToken(), `%${key}`]
    const bad: [Record<string, string>, string?][] = [
      ...secrets.map((secret): [Record<string, string>, string] => [{}, basic(`gateway:${secret}`)]),
      ...secrets
        .filter((secret) => secret !== '')
        .map((secret): [Record<string, string>] => [{ client_secret: secret }]),
      [{}, 'Basic'],
      [{}, 'Basic ?'],
      [{}, basic(key)],
      [{ client_secret: key }, basic('gateway:x')],
    ]
    for (const [fields, authorization] of bad) {
      const { status, body, headers } = await ask(fields, authorization)
      const what = JSON.stringify([fields, authorization])
      assert.deepEqual([status, body.code, body.error], [401, 'token_invalid', 'invalid_client'], what)
      assert.equal(headers.get('content-type'), 'application/json')
      const scheme = authorization?.startsWith('Basic') ? /^Basic realm=/ : /^Bearer realm=/
      assert.match(headers.get('www-authenticate') ?? '', scheme, what)
    }
    const none = await ask({})
    assert.deepEqual([none.status, none.body.code, none.body.error], [401, 'token_missing', 'invalid_client'])
    const missing = await ask({ client_secret: other.key })
    assert.deepEqual([missing.status, missing.body.error], [403, 'insufficient_scope'])

    // The OAuth standard (RFC 7662) has no JSON requests. With a JSON body the secret must be in the header, and failures
    // are problem documents as on all other endpoints.
    const inJson = await system.send('POST', introspectUrl(system), {
      body: { token: admin, client_secret: key },
    })
    assert.deepEqual([inJson.status, inJson.body.code, inJson.body.error], [401, 'token_missing', undefined])
    assert.equal(inJson.headers.get('content-type'), 'application/problem+json')
    const options = { body: { token: admin }, headers: { authorization: basic(`gateway:${key}`) } }
    assert.equal((await system.send('POST', introspectUrl(system), options)).body.active, true)

    // No other endpoint accepts an API key by HTTP Basic.
    const users = `${system.usersUrl}/api/v1/users`
    const elsewhere = await system.send('GET', users, { headers: { authorization: basic(`x:${other.key}`) } })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [401, 'token_missing'])
    await revokeKey(system, admin, id)
    system.clock.advance(10_000)
    assert.equal((await ask({ client_secret: key })).status, 401)
  })

  test('the authentication service alone knows who calls: by session, by API key, as the other service', async () => {
    await using users = await startSystem()
    const { access_token: firstAdmin } = await users.admin()
    const root = { name: 'Root', username: 'root2', email: 'root2@example.com', password: 'a long password' }
    await users.send('POST', `${users.usersUrl}/api/v1/users`, {
      token: firstAdmin,
      body: { ...root, role: 'admin' },
    })
    const { id, key } = await keyWith(users, firstAdmin, 'sessions:read')
    const settings = {
      LATCHKEY_USERS_URL: users.usersUrl,
      LATCHKEY_SERVICE_TOKEN: users.serviceToken(),
      LATCHKEY_MASTER_KEY: masterKey,
    }
    await using auth = await startSystem({ services: 'auth', settings, clock: stillClock() })
    const admin = await auth.logIn('root2', root.password)
    const ask = (bearer: string) => introspect(auth, admin.access_token, bearer)
    for (const bearer of [admin.access_token, key, users.serviceToken()]) {
      const reply = await ask(bearer)
      assert.deepEqual([reply.status, reply.body.sub], [200, admin.user.id])
    }
    await until('the note of its use', async () => {
      const list = await users.send('GET', `${users.usersUrl}/api/v1/api-keys`, { token: firstAdmin })
      return list.body.data[0].last_used_at !== null
    })

    await revokeKey(users, firstAdmin, id)
    auth.clock.advance(10_000)
    assert.deepEqual([(await ask(key)).status, (await ask(key)).body.code], [401, 'token_invalid'])

    const another = await keyWith(users, firstAdmin, 'sessions:read')
    const remembered = await keyWith(users, firstAdmin, 'sessions:read')
    assert.equal((await ask(remembered.key)).status, 200)
    await users.stop()
    assert.equal((await ask(remembered.key)).status, 200)
    const reply = await ask(another.key)
    assert.deepEqual([reply.status, reply.body.code], [503, 'user_service_unavailable'])
    assert.ok(reply.headers.get('retry-after'))
    auth.clock.advance(10_000)
    assert.equal((await ask(remembered.key)).body.code, 'user_service_unavailable', 'not a moment longer')
    assert.equal(
      (await ask(admin.access_token)).body.code,
      'user_service_unavailable',
      'it may be an admin no more',
    )
    assert.equal((await ask(settings.LATCHKEY_SERVICE_TOKEN)).status, 200)

    await auth.send('POST', `${auth.authUrl}/auth/logout`, { token: admin.access_token })
    const loggedOut = await ask(admin.access_token)
    assert.deepEqual([loggedOut.status, loggedOut.body.code], [401, 'session_ended'])
  })

  test('I36 each credential opens what it is for: every other one is refused there', async () => {
    await using system = await startSystem()
    const { access_token: admin } = await system.admin()
    const service = system.serviceToken()
    const { key } = await keyWith(system, admin, 'users:read', 'sessions:read')
    const { access_token: access, refresh_token: refresh } = await system.signUpAndLogIn('ada')
    const { authUrl, usersUrl, send } = system
    const uses: [string, (credential: string) => Promise<HttpReply>, string[]][] = [
      ['a caller', (token) => send('GET', `${usersUrl}/api/v1/users`, { token }), [key]],
      ['a caller', (token) => send('GET', `${usersUrl}/api/v1/users/me`, { token }), [access]],
      ['validate', (token) => send('GET', `${authUrl}/auth/validate`, { token }), [access]],
      ['verify', (token) => send('POST', `${authUrl}/api/v1/auth/verify`, { token }), [access]],
      [
        'validate, between the services',
        async (token) => {
          const body = { tokens: [token] }
          const reply = await send('POST', `${authUrl}/internal/validate-tokens`, { token: service, body })
          return reply.body.results[0].refusal ? { ...reply, status: 401 } : reply
        },
        [access],
      ],
      [
        'an API key, between the services',
        (text) =>
          send('POST', `${usersUrl}/internal/validate-api-key`, {
            token: service,
            body: { key: text.slice(0, 100) },
          }),
        [key],
      ],
      [
        'internal',
        (token) => send('POST', `${authUrl}/internal/validate-tokens`, { token, body: { tokens: [access] } }),
        [service],
      ],
      ['introspect', (token) => introspect(system, access, token), [key, service]],
      [
        'refresh',
        (text) => send('POST', `${authUrl}/auth/refresh`, { body: { refresh_token: text } }),
        [refresh],
      ],
      ['logout', (token) => send('POST', `${authUrl}/auth/logout`, { token }), [access]],
    ]
    for (const [use, attempt, good] of uses) {
      for (const credential of [access, refresh, key, service]) {
        const { status, body } = await attempt(credential)
        if (good.includes(credential)) assert.equal(status, 200, use)
        else assert.ok([401, 403, 404].includes(status), `${use}: ${status} ${body.code}`)
      }
    }
  })
})
