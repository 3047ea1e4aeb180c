import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { packageRevision } from '#runtime/package-revision.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { SignedIn, System } from '#tests/support/system.ts'

/**
 * These tests call the endpoints of both services with each of their listed statuses, on both path families
 * (with and without `/api/v1`), over real sockets.
 */
onEachEngine((startSystem, engine) => {
  const healthy = { status: 'ok', version: '1.0', revision: packageRevision() }
  /** What the health of a service in one process with the other one looks at. */
  const checks = { database: 'ok', ...(engine === 'postgres' ? { clock: 'ok' } : {}) }

  describe('the endpoint tables', () => {
    let system: System
    let adminToken: string
    let ada: SignedIn

    before(async () => {
      system = await startSystem()
      adminToken = (await system.admin()).access_token
      ada = await system.signUpAndLogIn('ada')
    })
    after(() => system.stop())

    const newUser = () => {
      const username = `u-${randomUUID().slice(0, 8)}`
      return { username, email: `${username}@example.com`, password: `a long password ${username}` }
    }

    for (const family of ['', '/api/v1']) {
      const at = (path: string) => `${system.usersUrl}${family}${path}`
      const auth = (path: string) => `${system.authUrl}${family}${path}`

      test(`POST ${family}/users/create: 201, 400`, async () => {
        const user = newUser()
        assert.equal((await system.send('POST', at('/users/create'), { body: user })).status, 201)
        const refused: [unknown, string][] = [
          [undefined, 'invalid_request'],
          ['{"username":', 'malformed_json'],
          [{}, 'invalid_request'],
          [{ ...newUser(), email: 'nobody' }, 'invalid_request'],
          [{ ...newUser(), email: ['a@example.com', 'b@example.com'] }, 'invalid_request'],
          [{ ...newUser(), username: 'a b' }, 'invalid_request'],
          [{ ...newUser(), password: 'short' }, 'password_unacceptable'],
          [{ ...newUser(), password: 'password123' }, 'password_unacceptable'],
          [{ ...newUser(), role: 'admin' }, 'invalid_request'],
          [{ ...newUser(), username: user.username }, 'username_taken'],
          [{ ...newUser(), username: user.username.toUpperCase() }, 'username_taken'],
          [{ ...newUser(), email: user.email }, 'email_taken'],
          [{ ...newUser(), email: user.email.toUpperCase() }, 'email_taken'],
        ]
        for (const [body, code] of refused) {
          const reply = await system.send('POST', at('/users/create'), { body })
          assert.deepEqual([reply.status, reply.body.code], [400, code], JSON.stringify(body))
        }
      })

      test(`GET ${family}/users/email/{email}: 200, 404`, async () => {
        const found = await system.send('GET', at('/users/email/ada%40example.com'), {
          token: ada.access_token,
        })
        assert.deepEqual([found.status, found.body.id], [200, ada.user.id])
        const folded = await system.send('GET', at('/users/email/ADA@EXAMPLE.com'), { token: adminToken })
        assert.deepEqual([folded.status, folded.body.id], [200, ada.user.id])
        for (const email of [
          'nobody@example.com',
          'not-an-address',
          '%00',
          'a@b',
          "'%20OR%201=1",
          'x'.repeat(1500),
        ]) {
          const reply = await system.send('GET', at(`/users/email/${email}`), { token: adminToken })
          assert.deepEqual([reply.status, reply.body.code], [404, 'user_not_found'], email)
        }
      })

      test(`GET ${family}/users/username/{username}: 200, 404`, async () => {
        const found = await system.send('GET', at('/users/username/Ada'), { token: ada.access_token })
        assert.deepEqual([found.status, found.body.id], [200, ada.user.id])
        for (const username of ['nobody', 'a%20b', '%F0%9F%98%80', ada.user.id]) {
          const reply = await system.send('GET', at(`/users/username/${username}`), { token: adminToken })
          assert.deepEqual([reply.status, reply.body.code], [404, 'user_not_found'], username)
        }
      })

      test(`POST ${family}/auth/login: 200, 400, 401`, async () => {
        for (const username of ['ada', 'ADA', 'ada@example.com', 'Ada@Example.COM']) {
          const reply = await system.send('POST', auth('/auth/login'), {
            body: { username, password: ada.password },
          })
          assert.equal(reply.status, 200, username)
          assert.deepEqual(Object.keys(reply.body), [
            'access_token',
            'refresh_token',
            'token_type',
            'expires_in',
            'expires_at',
            'refresh_expires_in',
            'session_id',
            'user',
          ])
        }
        for (const body of [
          undefined,
          [],
          {},
          { username: 'ada' },
          { username: 'ada', password: 7 },
          { username: '', password: 'x' },
        ]) {
          const reply = await system.send('POST', auth('/auth/login'), { body })
          assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request'], JSON.stringify(body))
        }
        const wrong = [
          { username: 'ada', password: `${ada.password} ` },
          { username: `nobody-${family.length}`, password: ada.password },
        ]
        for (const body of wrong) {
          const reply = await system.send('POST', auth('/auth/login'), { body })
          assert.deepEqual([reply.status, reply.body.code], [401, 'invalid_credentials'])
        }
      })

      test(`POST ${family}/auth/logout: 200, 400`, async () => {
        const { access_token: token } = await system.logIn('ada', ada.password)
        const unusable: Record<string, string>[] = [
          {},
          ...['Basic YTpi', 'Bearer', ''].map((authorization) => ({ authorization })),
        ]
        for (const headers of unusable) {
          const reply = await system.send('POST', auth('/auth/logout'), { headers })
          assert.deepEqual(
            [reply.status, reply.body.code],
            [400, 'authorization_missing'],
            JSON.stringify(headers),
          )
        }
        for (let time = 1; time <= 2; time++) {
          const reply = await system.send('POST', auth('/auth/logout'), { token })
          assert.deepEqual([reply.status, reply.body], [200, { logged_out: true }], `time ${time}`)
        }
        const validated = await system.send('GET', auth('/auth/validate'), { token })
        assert.deepEqual([validated.status, validated.body.reason], [401, 'logout'])
      })

      test(`POST ${family}/auth/refresh: 200, 400, 401`, async () => {
        const pair = await system.logIn('ada', ada.password)
        const refreshed = await system.send('POST', auth('/auth/refresh'), {
          body: { refresh_token: pair.refresh_token },
        })
        assert.equal(refreshed.status, 200)
        assert.notEqual(refreshed.body.refresh_token, pair.refresh_token)
        assert.notEqual(refreshed.body.access_token, pair.access_token)
        for (const body of [
          undefined,
          {},
          { refresh_token: 1 },
          { refresh_token: '' },
          { token: pair.refresh_token },
        ]) {
          const reply = await system.send('POST', auth('/auth/refresh'), { body })
          assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request'], JSON.stringify(body))
        }
        for (const token of [
          'x',
          pair.access_token,
          `${pair.refresh_token}x`,
          pair.refresh_token.slice(0, -1),
        ]) {
          const reply = await system.send('POST', auth('/auth/refresh'), { body: { refresh_token: token } })
          assert.deepEqual([reply.status, reply.body.code], [401, 'token_invalid'])
        }
      })

      test(`GET ${family}/auth/validate: 200, 401`, async () => {
        const reply = await system.send('GET', auth('/auth/validate'), { token: ada.access_token })
        assert.equal(reply.status, 200)
        assert.deepEqual(
          [reply.body.valid, reply.body.user_id, reply.body.username],
          [true, ada.user.id, 'ada'],
        )
        assert.equal(reply.headers.get('x-auth-user-id'), ada.user.id)
        assert.equal(reply.headers.get('x-auth-username'), 'ada')
        assert.equal(reply.headers.get('x-auth-role'), 'user')
        assert.equal(reply.headers.get('x-auth-session-id'), ada.session_id)
        assert.equal(reply.headers.get('x-auth-authenticated-at'), reply.body.authenticated_at)
        assert.deepEqual([reply.body.acr, reply.headers.get('x-auth-acr')], ['aal1', 'aal1'])
        assert.deepEqual([reply.body.amr, reply.headers.get('x-auth-amr')], [['pwd'], 'pwd'])
        const missing = await system.send('GET', auth('/auth/validate'))
        assert.deepEqual([missing.status, missing.body.code], [401, 'token_missing'])
        for (const token of ['x', 'a.b.c', ada.refresh_token, `${ada.access_token}A`, 'x'.repeat(9000)]) {
          const refused = await system.send('GET', auth('/auth/validate'), { token })
          assert.deepEqual([refused.status, refused.body.code], [401, 'token_invalid'])
        }
      })

      test(`GET ${family}/health/live: 200`, async () => {
        for (const url of [at('/health/live'), auth('/health/live')]) {
          const reply = await system.send('GET', url)
          assert.deepEqual([reply.status, reply.body], [200, { ...healthy, checks: {} }])
        }
      })

      test(`GET ${family}/health, ${family}/health/ready: 200`, async () => {
        for (const url of ['/health', '/health/ready'].flatMap((path) => [at(path), auth(path)])) {
          const reply = await system.send('GET', url)
          assert.deepEqual([reply.status, reply.body], [200, { ...healthy, checks }])
        }
      })
    }

    test('POST /api/v1/auth/verify: 200, 401', async () => {
      const url = `${system.authUrl}/api/v1/auth/verify`
      assert.equal((await system.send('POST', url, { token: ada.access_token })).body.user_id, ada.user.id)
      assert.equal((await system.send('POST', url)).status, 401)
    })

    test('POST /api/v1/auth/revoke: 200, 400', async () => {
      const url = `${system.authUrl}/api/v1/auth/revoke`
      const { access_token: token } = await system.logIn('ada', ada.password)
      for (const body of [{ token }, { token }, { token: 'x', token_type_hint: 'refresh_token' }]) {
        const reply = await system.send('POST', url, { body })
        assert.deepEqual([reply.status, reply.body], [200, ''])
      }
      const validated = await system.send('GET', `${system.authUrl}/auth/validate`, { token })
      assert.deepEqual([validated.status, validated.body.reason], [401, 'revoked'])
      for (const body of [
        undefined,
        {},
        { token: '' },
        { token: [token] },
        { token, user_id: ada.user.id },
      ]) {
        const reply = await system.send('POST', url, { body })
        assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request'])
      }
    })

    test('POST /api/v1/auth/introspect: 200, 400, 401, 403', async () => {
      const url = `${system.authUrl}/api/v1/auth/introspect`
      const body = { token: ada.access_token }
      for (const token of [system.serviceToken(), adminToken]) {
        const reply = await system.send('POST', url, { token, body })
        assert.deepEqual([reply.status, reply.body.active, reply.body.sub], [200, true, ada.user.id])
        const other = await system.send('POST', url, { token, body: { token: 'x' } })
        assert.deepEqual([other.status, other.body], [200, { active: false }])
      }
      for (const wrong of [undefined, {}, { token: '' }, { token: 1 }, { ...body, scope: 'x' }]) {
        const reply = await system.send('POST', url, { token: adminToken, body: wrong })
        assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request'])
      }
      assert.equal((await system.send('POST', url, { body })).body.code, 'token_missing')
      assert.equal((await system.send('POST', url, { token: 'x', body })).body.code, 'token_invalid')
      assert.equal((await system.send('POST', url, { token: ada.access_token, body })).status, 403)
    })

    test('DELETE /users/{id}: 200, 200 again, 400 for what never was a user', async () => {
      const user = (await system.send('POST', `${system.usersUrl}/users/create`, { body: newUser() })).body
      for (let time = 1; time <= 2; time++) {
        const reply = await system.send('DELETE', `${system.usersUrl}/users/${user.id}`, {
          token: adminToken,
        })
        assert.deepEqual([reply.status, reply.body], [200, { id: user.id, deleted: true }], `time ${time}`)
      }
      for (const id of ['1', 'abc', randomUUID(), `{${user.id}}`, '%00', '..%2f..', "1'%20OR%20'1"]) {
        const reply = await system.send('DELETE', `${system.usersUrl}/users/${id}`, { token: adminToken })
        assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_user_id'], id)
      }
    })

    test('DELETE /api/v1/users/{id}: 204, 204 again; 404 for what never was a user, however asked for', async () => {
      const user = (await system.send('POST', `${system.usersUrl}/users/create`, { body: newUser() })).body
      for (let time = 1; time <= 2; time++) {
        const reply = await system.send('DELETE', `${system.usersUrl}/api/v1/users/${user.id}`, {
          token: adminToken,
        })
        assert.deepEqual([reply.status, reply.body], [204, ''], `time ${time}`)
      }
      for (const id of ['abc', '%00', randomUUID()]) {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const body = method === 'PATCH' ? {} : undefined
          const url = `${system.usersUrl}/api/v1/users/${id}`
          const reply = await system.send(method, url, { token: adminToken, body })
          assert.deepEqual([reply.status, reply.body.code], [404, 'user_not_found'], `${method} ${id}`)
        }
      }
    })

    test('POST and GET /api/v1/api-keys, DELETE /api/v1/api-keys/{id}: 201, 200, 204, 400, 401, 403, 404, 409, 422', async () => {
      const url = `${system.usersUrl}/api/v1/api-keys`
      const body = { name: 'ci', scopes: ['users:read'] }
      const headers = { 'idempotency-key': 'one' }
      const make = (changes: object) =>
        system.send('POST', url, { token: adminToken, body: { ...body, ...changes }, headers })
      const made = await make({})
      assert.equal(made.status, 201)
      assert.deepEqual([(await make({})).status, (await make({ name: 'cd' })).status], [409, 422])
      const list = await system.send('GET', url, { token: adminToken })
      assert.deepEqual([list.status, list.body.data[0].id, list.body.next_cursor], [200, made.body.id, null])
      for (const [method, path] of [
        ['POST', ''],
        ['GET', ''],
        ['DELETE', `/${made.body.id}`],
      ] as const) {
        const options = method === 'POST' ? { body } : {}
        assert.equal((await system.send(method, url + path, options)).body.code, 'token_missing')
        const foreign = await system.send(method, url + path, { ...options, token: ada.access_token })
        assert.deepEqual([foreign.status, foreign.body.code], [403, 'forbidden'])
      }
      for (const wrong of [undefined, {}, { ...body, scopes: ['root'] }]) {
        const reply = await system.send('POST', url, { token: adminToken, body: wrong })
        assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request'])
      }
      const revoke = (id: string) => system.send('DELETE', `${url}/${id}`, { token: adminToken })
      for (let time = 1; time <= 2; time++) {
        const reply = await revoke(made.body.id)
        assert.deepEqual([reply.status, reply.body], [204, ''], `time ${time}`)
      }
      const unknown = await revoke(randomUUID())
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'api_key_not_found'])
    })

    test('POST /internal/validate-api-key: 200, 400, 401', async () => {
      const url = `${system.usersUrl}/internal/validate-api-key`
      const token = system.serviceToken()
      const body = { name: 'ci', scopes: ['users:read', 'events:read'] }
      const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
        token: adminToken,
        body,
      })
      const { id, key, expires_at } = made.body
      const valid = await system.send('POST', url, { token, body: { key } })
      assert.deepEqual([valid.status, valid.body], [200, { id, ...body, expires_at }])
      for (const wrong of [undefined, {}, { key: 7 }, { key, extra: 1 }, { key: 'x'.repeat(101) }]) {
        assert.equal((await system.send('POST', url, { token, body: wrong })).status, 400)
      }
      for (const other of ['x', key.slice(0, -1), ada.access_token.slice(0, 52)]) {
        const reply = await system.send('POST', url, { token, body: { key: other } })
        assert.deepEqual([reply.status, reply.body.code], [401, 'token_invalid'])
      }
      for (const options of [{}, { token: key }, { token: adminToken }]) {
        const reply = await system.send('POST', url, { ...options, body: { key } })
        assert.deepEqual([reply.status, reply.body.code], [401, 'service_token_invalid'])
      }
    })

    test('POST /internal/validate-user: 200, 400, 401', async () => {
      const url = `${system.usersUrl}/internal/validate-user`
      const token = system.serviceToken()
      const right = { username: 'ada', password: ada.password }
      const valid = await system.send('POST', url, { token, body: right })
      assert.deepEqual([valid.status, valid.body.valid, valid.body.user.id], [200, true, ada.user.id])
      for (const body of [undefined, {}, { ...right, extra: 1 }, { username: 'ada' }]) {
        assert.equal((await system.send('POST', url, { token, body })).status, 400, JSON.stringify(body))
      }
      const wrong = await system.send('POST', url, { token, body: { ...right, password: 'wrong password' } })
      assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_credentials'])
      for (const options of [{}, { token: 'x' }, { token: ada.access_token }, { token: `${token}x` }]) {
        const reply = await system.send('POST', url, { ...options, body: right })
        assert.deepEqual([reply.status, reply.body.code], [401, 'service_token_invalid'])
      }
    })

    test('the internal routes have one family: a proxy that blocks /internal blocks them all', async () => {
      const reply = await system.send('POST', `${system.usersUrl}/api/v1/internal/validate-user`, {
        body: {},
      })
      assert.deepEqual([reply.status, reply.body.code], [404, 'route_not_found'])
    })

    test('port 8080 answers the authentication routes too', async () => {
      const { password } = ada
      const pair = await system.send('POST', `${system.usersUrl}/auth/login`, {
        body: { username: 'ada', password },
      })
      assert.equal(pair.status, 200)
      const token = pair.body.access_token
      assert.equal((await system.send('GET', `${system.usersUrl}/auth/validate`, { token })).status, 200)
    })
  })

  describe('500: what goes wrong on our side says so, and nothing about it', () => {
    test('every route whose table lists 500 gives it, in both families', async () => {
      await using system = await startSystem()
      const { access_token: token } = await system.signUpAndLogIn('ada')
      const admin = (await system.admin()).access_token
      const body = { username: 'eve', email: 'eve@example.com', password: 'a long password' }
      const credentials = { username: 'ada', password: 'a long password' }
      const calls: [string, string, { token?: string; body?: unknown }][] = [
        [
          'POST',
          `${system.usersUrl}/internal/validate-user`,
          { token: system.serviceToken(), body: credentials },
        ],
      ]
      for (const family of ['', '/api/v1']) {
        calls.push(
          ['POST', `${system.usersUrl}${family}/users/create`, { body }],
          ['GET', `${system.usersUrl}${family}/users/email/ada@example.com`, { token: admin }],
          ['GET', `${system.usersUrl}${family}/users/username/ada`, { token: admin }],
          ['DELETE', `${system.usersUrl}${family}/users/${randomUUID()}`, { token: admin }],
          ['POST', `${system.authUrl}${family}/auth/logout`, { token }],
        )
      }
      await (await system.database('users')).execute('ALTER TABLE users RENAME TO gone')
      for (const [method, url, options] of calls.filter(([, url]) => !url.includes('logout'))) {
        await isInternalError(system, method, url, options)
      }
      await (await system.database('auth')).execute('ALTER TABLE sessions RENAME TO gone')
      for (const [method, url, options] of calls.filter(([, url]) => url.includes('logout'))) {
        await isInternalError(system, method, url, options)
      }
    })

    async function isInternalError(system: System, method: string, url: string, options: object) {
      const reply = await system.send(method, url, options)
      assert.deepEqual([reply.status, reply.body.code], [500, 'internal'], `${method} ${url}`)
      assert.doesNotMatch(
        JSON.stringify(reply.body),
        /SQL|no such table|relation|at .*\.ts/,
        'nothing of the cause gets out',
      )
      const line = system.log.find((one) => one.level === 'error' && one.request_id === reply.body.request_id)
      assert.match(
        JSON.stringify(line),
        /no such table|relation .* does not exist/,
        'the request id finds the cause in the log',
      )
    }
  })
})
