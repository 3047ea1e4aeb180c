import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { authEndpoints } from '#contract/auth.ts'
import { isForClients } from '#contract/declaration/endpoint.ts'
import { failureHeaders, successHeaders } from '#contract/declaration/endpoint-headers.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { type Address, bind, type Listener } from '../listener.ts'
import { isForScripts } from './cors.ts'
import type { RefusalReaders } from './refusals.ts'

const app = 'https://app.example.com'
const endpoints = [...userEndpoints, ...authEndpoints, ...healthEndpoints]

async function bindForTest(
  browserOrigins: string[] = [app],
  more: Partial<Address> = {},
): Promise<Listener & AsyncDisposable> {
  const listener = await bind({ host: '127.0.0.1', port: 0, browserOrigins, ...more })
  return { ...listener, [Symbol.asyncDispose]: () => listener.close() }
}

const ask = async (url: string, headers: Record<string, string>, method = 'GET') => {
  const response = await fetch(url, { method, headers: { connection: 'close', ...headers } })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
const preflight = (url: string, origin: string, method = 'DELETE') =>
  ask(url, { origin, 'access-control-request-method': method }, 'OPTIONS')
const allowedIn = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')

test('a page of a listed origin can read every reply, also refusals before the routes are asked', async () => {
  await using listener = await bindForTest()
  const early = await ask(`${listener.url}/health`, { origin: app })
  assert.deepEqual([early.status, allowedIn(early)], [503, app])
  listener.serve((_, response) => void response.end('served'))
  assert.equal(allowedIn(await ask(`${listener.url}/health`, { origin: app })), app)
  const drained = listener.drain(60_000)
  const late = await ask(`${listener.url}/health`, { origin: app })
  assert.deepEqual([late.status, allowedIn(late)], [503, app])
  await drained
})

test('a malformed request is refused in a way that the page can read', async () => {
  await using listener = await bindForTest()
  const socket = connect(listener.port, '127.0.0.1')
  socket.write(`GET /health HTTP/1.1\r\nhost: x\r\nhost: y\r\norigin: ${app}\r\n\r\n`)
  const reply = await text(socket)
  assert.match(reply, /^HTTP\/1\.1 400 /)
  assert.match(reply, /access-control-allow-origin: https:\/\/app\.example\.com\r\n/i)
})

test('a page of any other origin can read nothing, and caches keep the replies apart', async () => {
  await using listener = await bindForTest()
  listener.serve((_, response) => void response.writeHead(200, ['x-request-id', '1']).end('served'))
  const others = ['https://app.example.com.evil.example', 'https://app.example.co', 'http://app.example.com']
  for (const origin of [...others, 'null', '', 'https://APP.example.com', `${app}, ${app}`]) {
    const { status, headers } = await ask(`${listener.url}/health`, { origin })
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, null], origin)
    assert.deepEqual([headers.get('vary'), headers.get('access-control-expose-headers')], ['Origin', null])
  }
  const { headers } = await ask(`${listener.url}/health`, {})
  assert.deepEqual([headers.get('vary'), headers.get('access-control-allow-origin')], ['Origin', null])
})

test('nobody is allowed to send cookies', async () => {
  await using listener = await bindForTest()
  for (const reply of [
    await preflight(`${listener.url}/health`, app),
    await ask(`${listener.url}/health`, { origin: app }),
  ])
    assert.equal(reply.headers.get('access-control-allow-credentials'), null)
})

test('a preflight is answered at any time and for any path, with a bound on how long it is remembered', async () => {
  await using listener = await bindForTest()
  const starting = await preflight(`${listener.url}/users/x`, app)
  assert.equal(starting.status, 204)
  assert.equal(starting.body, '')
  assert.equal(starting.headers.get('content-length'), null)
  assert.ok(starting.headers.get('x-request-id'))
  const seconds = Number(starting.headers.get('access-control-max-age'))
  assert.ok(seconds > 0 && seconds <= 7_200, String(seconds))
  listener.serve(() => assert.fail('a preflight reached the routes'))
  assert.equal((await preflight(`${listener.url}/no-such-route`, app)).status, 204)
  const drained = listener.drain(60_000)
  assert.equal((await preflight(`${listener.url}/users/x`, app)).status, 204)
  await drained
})

test('a preflight allows every method of the API and the headers that it reads', async () => {
  await using listener = await bindForTest()
  const { headers } = await preflight(`${listener.url}/users/x`, app)
  const methods = headers.get('access-control-allow-methods')?.split(', ') ?? []
  assert.deepEqual(
    endpoints.map(({ method }) => method).filter((method) => !methods.includes(method)),
    [],
  )
  const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
  const read = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'last-event-id']
  assert.deepEqual(allowed, [...read, 'traceparent', 'x-request-id'])
})

test('other requests with OPTIONS, and preflights of other origins, go to the routes', async () => {
  await using listener = await bindForTest()
  listener.serve((_, response) => void response.writeHead(405).end())
  assert.equal((await preflight(`${listener.url}/users/x`, 'https://evil.example')).status, 405)
  assert.equal((await ask(`${listener.url}/users/x`, { origin: app }, 'OPTIONS')).status, 405)
})

test('without the setting nothing is added and nothing is answered', async () => {
  await using listener = await bindForTest([])
  listener.serve((_, response) => void response.writeHead(405).end())
  const { status, headers } = await preflight(`${listener.url}/users/x`, app)
  assert.equal(status, 405)
  const added = [...headers.keys()].filter((name) => name === 'vary' || name.startsWith('access-control-'))
  assert.deepEqual(added, [])
})

test('pages may call every endpoint for clients, and no internal one', () => {
  for (const endpoint of endpoints)
    for (const path of endpoint.paths) assert.equal(isForScripts(path), isForClients(endpoint), path)
  for (const path of [
    '/dev/mail',
    '/dev/mail.json?key=x',
    '/internal',
    '/account/reset-password?token=x',
    '/console/users',
    '/health/arrival',
    '/',
    '/?x=1',
  ])
    assert.equal(isForScripts(path), false, path)
  for (const path of ['/accounts', '/users/%61da', '/health?x=%20']) assert.equal(isForScripts(path), true)
  assert.equal(isForScripts('http://127.0.0.1/internal/x'), false)
})

test('no internal path gives a header away, whoever asks', async () => {
  await using listener = await bindForTest()
  listener.serve((_, response) => void response.end('served'))
  const plain = ['/internal/validate-user', '/dev/mail', '/account/forgot-password', '/docs']
  const encoded = ['/%69nternal/validate-user', '/%64ev/mail', '/de%76?x', '/dev%2Fmail', '/%2564ev']
  for (const path of [...plain, ...encoded]) {
    for (const { headers } of [
      await preflight(listener.url + path, app),
      await ask(listener.url + path, { origin: app }),
    ])
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        [],
        path,
      )
  }
})

test('a page can read every documented header that its browser does not use itself', async () => {
  await using listener = await bindForTest()
  const { headers } = await ask(`${listener.url}/health`, { origin: app })
  const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ') ?? []
  const documented = endpoints.filter(isForClients).flatMap((endpoint) => {
    const of = [successHeaders(endpoint), ...[401, 409, 429, 503].map((one) => failureHeaders(endpoint, one))]
    return of.flatMap((one) => Object.keys(one).map((name) => name.toLowerCase()))
  })
  const notExposed = [...new Set(documented)].filter((name) => !exposed.includes(name))
  // Every script may read `Cache-Control`. The headers `X-Auth-…` are for proxies, and repeat the body of the same reply.
  const known = ['x-content-type-options', 'x-accel-buffering', 'cache-control']
  assert.deepEqual(
    notExposed.filter((name) => !known.includes(name) && !name.startsWith('x-auth-')),
    [],
  )
})

const refusalReaders: RefusalReaders = (path) =>
  path === '/document' ? 'everyone' : path === '/revoke' ? 'pages' : undefined
const readersOf = { '/document': '*', '/revoke': app, '/other': null }

test('a script reads each refusal of the listener at the paths that scripts of clients call, and at no other', async () => {
  await using listener = await bindForTest([], { refusalReaders, stalledLoopMs: 200 })
  const refused: [string, () => Promise<void>, Record<string, string>, number][] = [
    ['it starts', async () => {}, {}, 503],
    ['it does not know what is expected', async () => {}, { expect: 'x' }, 417],
    [
      'it stood still',
      async () => {
        listener.serve(() => assert.fail('a request reached the routes'))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      },
      {},
      503,
    ],
    ['it stops', () => listener.drain(0), {}, 503],
  ]
  for (const [about, begin, headers, status] of refused) {
    for (const [path, reader] of Object.entries(readersOf)) {
      await begin()
      const reply = await sent(listener, path, { origin: app, ...headers })
      assert.deepEqual([reply.status, reply.reader], [status, reader], `${path}, when ${about}`)
      await begin()
      const none = await sent(listener, path, { origin: 'null', ...headers })
      assert.equal(none.reader, path === '/document' ? '*' : null, `${path} of null, when ${about}`)
    }
  }
  const preflight = { origin: app, 'access-control-request-method': 'POST' }
  for (const [path, reader] of Object.entries(readersOf)) {
    const { status, headers } = await ask(listener.url + path, preflight, 'OPTIONS')
    const allowed = headers.get('access-control-allow-origin')
    assert.deepEqual([status, allowed], [reader === null ? 503 : 204, reader], `preflight of ${path}`)
  }
})

/** Sends a POST as bytes, because `fetch` sends no `Expect`. */
async function sent({ port }: Listener, path: string, headers: Record<string, string>) {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ host: 'x', connection: 'close', 'content-length': '0', ...headers })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  const reply = await text(socket)
  const [, reader = null] = /^access-control-allow-origin: (.*)\r$/im.exec(reply) ?? []
  return { status: Number(reply.split(' ')[1]), reader }
}
