import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { failures } from '#contract/declaration/failure-table.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type HttpReply, type System, send } from '#tests/support/system.ts'

onEachEngine((startSystem) => {
  describe('what holds for every reply', () => {
    let system: System
    before(async () => {
      system = await startSystem()
    })
    after(() => system.stop())

    const create = (body: unknown, headers: Record<string, string> = {}) =>
      send('POST', `${system.usersUrl}/users/create`, { body, headers })
    const refusal = ({ status, body }: HttpReply) => [status, body.code]

    test('a failure is a problem document with a code, a page about it, and the id of its log line', async () => {
      const reply = await create({}, { 'x-request-id': 'abc-123' })
      assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/)
      assert.equal(reply.headers.get('x-request-id'), 'abc-123')
      const { errors, ...rest } = reply.body
      assert.deepEqual(rest, {
        type: '/problems/invalid_request',
        title: failures.invalid_request.message,
        status: 400,
        code: 'invalid_request',
        request_id: 'abc-123',
      })
      assert.deepEqual(
        errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
        [
          ['/username', 'required'],
          ['/email', 'required'],
          ['/password', 'required'],
        ],
      )
      assert.equal((await send('GET', `${system.usersUrl}${rest.type}`)).status, 200)
    })

    test('a request id of the client is kept when it is well-formed, and made otherwise', async () => {
      const health = (id: string) =>
        send('GET', `${system.authUrl}/health`, { headers: { 'x-request-id': id } })
      assert.equal((await health('client.id:1')).headers.get('x-request-id'), 'client.id:1')
      for (const id of ['a b', 'x'.repeat(129), '<script>']) {
        assert.match((await health(id)).headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
      }
    })

    test('a request is one id and one trace in the logs of both services', async () => {
      await system.signUp('tracy')
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
      const headers = { 'x-request-id': 'trace-me', traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
      await send('POST', `${system.authUrl}/auth/login`, {
        body: { username: 'tracy', password: 'wrong' },
        headers,
      })
      const lines = system.log.filter((line) => line.request_id === 'trace-me')
      assert.deepEqual([...new Set(lines.map((line) => line.trace_id))], [traceId])
      assert.ok(
        lines.some((line) => line.service === 'users'),
        'the user service knows it too',
      )
    })

    test('an unknown field is refused by name, never swallowed', async () => {
      const body = {
        username: 'ada',
        email: 'ada@example.com',
        password: 'a long password',
        'pass~word/2': 1,
      }
      const reply = await create(body)
      assert.deepEqual(refusal(reply), [400, 'invalid_request'])
      assert.deepEqual(
        [reply.body.errors[0].pointer, reply.body.errors[0].code],
        ['/pass~0word~12', 'unknown_field'],
      )
      for (const url of [
        `${system.usersUrl}/health?x=1`,
        `${system.authUrl}/.well-known/jwks.json?token=x`,
      ]) {
        assert.equal((await send('GET', url)).body.code, 'invalid_request', url)
      }
      const logout = await send('POST', `${system.authUrl}/auth/logout`, { body: { refresh_token: 'x' } })
      assert.equal(logout.body.errors[0].pointer, '/refresh_token')
    })

    const long = 'a long password'
    const user = (fields: string) => `{"email":"x@example.com","password":"${long}",${fields}}`
    const malformed: [string, string | Uint8Array][] = [
      ['no JSON at all', 'hello'],
      ['a text after the end', '{} {}'],
      ['a trailing comma', user('"username":"xxx",')],
      ['a name twice', user('"username":"xxx","username":"yyy"')],
      ['a name twice, once escaped', user('"username":"xxx","user\\u006eame":"yyy"')],
      ['__proto__ as a name', user('"username":"xxx","__proto__":{"role":"admin"}')],
      ['__proto__ further down', user('"username":"xxx","metadata":{"__proto__":1}')],
      ['a lone surrogate', user('"username":"xxx","name":"\\ud800"')],
      ['a NUL', user('"username":"xxx","name":"a\\u0000b"')],
      ['a byte order mark', `\uFEFF${user('"username":"xxx"')}`],
      ['a ten-fold array', user(`"username":"xxx","name":${'['.repeat(10)}${']'.repeat(10)}`)],
      ['a number that no double holds', user('"username":"xxx","name":1e400')],
      ['an integer that would lose digits', user('"username":"xxx","name":9007199254740993')],
      [
        'bytes that are not UTF-8',
        Buffer.from([...Buffer.from('{"username":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
      ],
      ['UTF-16', Buffer.from(user('"username":"xxx"'), 'utf16le')],
    ]
    for (const [what, body] of malformed) {
      test(`${what} in a body is refused`, async () => {
        assert.deepEqual(refusal(await create(body)), [400, 'malformed_json'])
      })
    }

    test('a wrong type is a 400 that points to the field', async () => {
      for (const [field, value] of [
        ['username', 1],
        ['email', ['a@example.com']],
        ['password', null],
        ['name', {}],
      ] as const) {
        const body = { username: 'ada', email: 'ada@example.com', password: long, [field]: value }
        const reply = await create(body)
        assert.deepEqual(
          [...refusal(reply), reply.body.errors[0].pointer],
          [400, 'invalid_request', `/${field}`],
        )
      }
      for (const body of ['null', '[]', '"x"', '1', 'true']) {
        assert.deepEqual(refusal(await create(body)), [400, 'invalid_request'], body)
      }
    })

    test('a body of another type is a 415, one over 64 KiB a 413', async () => {
      const body = JSON.stringify({ username: 'ada' })
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/jsonp',
        'application/json; charset=utf-16',
        'multipart/form-data',
      ]) {
        assert.deepEqual(
          refusal(await create(body, { 'content-type': type })),
          [415, 'unsupported_media_type'],
          type,
        )
      }
      for (const type of [
        'application/json; charset=utf-8',
        'application/json;charset="UTF-8"',
        'Application/JSON',
      ]) {
        assert.deepEqual(
          refusal(await create(body, { 'content-type': type })),
          [400, 'invalid_request'],
          type,
        )
      }
      const url = `${system.authUrl}/auth/logout`
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
      assert.deepEqual(refusal(await send('POST', url, { headers, body: '' })), [
        400,
        'authorization_missing',
      ])
      const large = JSON.stringify({ username: 'x'.repeat(64 * 1024) })
      assert.deepEqual(refusal(await create(large)), [413, 'body_too_large'])
    })

    test('an unknown route is a 404; a known one with another method a 405 that says which there are', async () => {
      for (const path of [
        '/users',
        '/users/create/',
        '/auth',
        '/api/v2/users',
        '/auth/login/x',
        '//health',
      ]) {
        assert.deepEqual(
          refusal(await send('GET', `${system.usersUrl}${path}`)),
          [404, 'route_not_found'],
          path,
        )
      }
      const rows: [string, string, string][] = [
        ['GET', '/users/create', 'POST, DELETE'],
        ['PUT', '/users/01890000-0000-7000-8000-000000000000', 'DELETE'],
        ['POST', '/health', 'GET, HEAD'],
        ['DELETE', '/api/v1/users', 'GET, HEAD, POST'],
        ['OPTIONS', '/auth/login', 'POST'],
        ['PATCH', '/users/email/x', 'GET, HEAD'],
      ]
      for (const [method, path, allow] of rows) {
        const reply = await send(method, `${system.usersUrl}${path}`)
        assert.deepEqual(
          [...refusal(reply), reply.headers.get('allow')],
          [405, 'method_not_allowed', allow],
          path,
        )
      }
    })

    test('I72 nonsense on the wire gets an answer or a closed connection, and the service lives on', async () => {
      const { hostname, port } = new URL(system.usersUrl)
      const raw = (bytes: string) =>
        new Promise<string>((resolve) => {
          const socket = connect(Number(port), hostname)
          let answer = ''
          socket.on('data', (data) => {
            answer += data
          })
          socket.on('close', () => resolve(answer))
          socket.on('error', () => resolve(answer))
          socket.end(bytes)
        })
      const host = 'Host: x\r\n'
      const sent: [string, string, RegExp][] = [
        ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/],
        ['no Host', 'GET /health HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
        [
          'two lengths',
          `POST /auth/login HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
          /^HTTP\/1\.1 400 /,
        ],
        [
          'length and chunks',
          `POST /auth/login HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
          /^HTTP\/1\.1 400 /,
        ],
        [
          'two Hosts',
          `GET /health HTTP/1.1\r\n${host}hOST: y\r\n\r\n`,
          /^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*"code":"malformed_request"/i,
        ],
        [
          'a Host that is none',
          'GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n',
          /^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/,
        ],
        [
          'two credentials, and what follows',
          `GET /auth/validate HTTP/1.1\r\n${host}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\nGET /health HTTP/1.1\r\n${host}\r\n`,
          /^HTTP\/1\.1 400 (?![\s\S]*HTTP\/1\.1)[\s\S]*"code":"malformed_request"/,
        ],
        [
          'chunks in HTTP/1.0',
          `POST /auth/login HTTP/1.0\r\n${host}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
          /^HTTP\/1\.1 400 (?![\s\S]*HTTP\/1\.1)[\s\S]*connection: close[\s\S]*"code":"malformed_request"/i,
        ],
        [
          'a coding that nothing here undoes',
          `POST /auth/login HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
          /^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/,
        ],
        ['no Host in HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n', /^HTTP\/1\.1 200 /],
        [
          'an empty Host, a port, an address',
          ['', 'x:80', '[::1]:8080']
            .map((name) => `GET /health/live HTTP/1.1\r\nHost: ${name}\r\n\r\n`)
            .join(''),
          /^(?:HTTP\/1\.1 200 [\s\S]*){3}$/,
        ],
        [
          'a bad escape',
          `GET /users/email/%ff HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
          /^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/,
        ],
        [
          'huge headers',
          `GET /health HTTP/1.1\r\n${host}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`,
          /^HTTP\/1\.1 431 [\s\S]*"code":"header_too_large"/,
        ],
      ]
      for (const [what, bytes, answer] of sent) assert.match(await raw(bytes), answer, what)
      assert.equal((await send('GET', `${system.usersUrl}/health`)).status, 200)
    })

    test('a route answers to the spelling of its path that a rule of a proxy would see', async () => {
      const { hostname, port } = new URL(system.usersUrl)
      const statusOf = (method: string, target: string, lines = '') =>
        new Promise<number>((resolve) => {
          const socket = connect(Number(port), hostname)
          let answer = ''
          socket.on('data', (data) => {
            answer += data
          })
          socket.on('close', () => resolve(Number(answer.slice(9, 12))))
          socket.on('error', () => {})
          socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`)
        })
      const service = `Authorization: Bearer ${system.serviceToken()}\r\n`
      assert.equal(await statusOf('POST', '/internal/validate-user', service), 400)
      for (const target of [
        '/%69nternal/validate-user',
        '/internal/validate%2Duser',
        'http://x/internal/validate-user',
        'http://x/%69nternal/validate-user',
      ])
        assert.equal(await statusOf('POST', target, service), 404, target)
      const rows: [string, string, number][] = [
        ['POST', '/%61uth/login', 404],
        ['POST', '/auth/login', 400],
        ['GET', '/%64ocs', 404],
        ['GET', '/problems/%69nternal', 200],
        ['GET', '/%70roblems/internal', 404],
        ['GET', 'http://x/health', 200],
        ['GET', 'http://x/he%61lth', 404],
        ['GET', '/users/email/%61da%40example.com', 401],
        ['GET', '/%75sers/email/ada@example.com', 404],
      ]
      for (const [method, target, status] of rows)
        assert.equal(await statusOf(method, target), status, target)
    })

    test('a 401 says how to authenticate (RFC 6750)', async () => {
      const challenge = async (token?: string) =>
        (
          await send('GET', `${system.authUrl}/auth/validate`, token === undefined ? {} : { token })
        ).headers.get('www-authenticate')
      assert.equal(await challenge(), 'Bearer realm="latchkey"')
      assert.match((await challenge('x')) ?? '', /^Bearer realm="latchkey", error="invalid_token"/)
    })

    test('who somebody is and what tokens they have is never cached', async () => {
      const ada = await system.signUpAndLogIn('cached')
      const login = await send('POST', `${system.authUrl}/auth/login`, {
        body: { username: 'cached', password: ada.password },
      })
      const me = await send('GET', `${system.usersUrl}/api/v1/users/me`, { token: ada.access_token })
      for (const reply of [login, me]) assert.equal(reply.headers.get('cache-control'), 'no-store')
    })

    test('the pages about routes and codes need no network', async () => {
      for (const url of [
        `${system.usersUrl}/docs`,
        `${system.authUrl}/docs`,
        `${system.authUrl}/problems/session_ended`,
      ]) {
        const { status, headers, body } = await send('GET', url)
        assert.equal(status, 200)
        assert.match(headers.get('content-type') ?? '', /^text\/html/)
        assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
        assert.doesNotMatch(body, / src=| (href|action)="(https?:)?\/\//)
      }
      for (const code of Object.keys(failures)) {
        assert.equal((await send('GET', `${system.usersUrl}/problems/${code}`)).status, 200, code)
      }
      assert.equal((await send('GET', `${system.usersUrl}/problems/__proto__`)).status, 404)
    })
  })
})
