import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerId, endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { object, optional, string } from '#contract/declaration/schema.ts'
import type { RefusalReaders } from '../http/cors/refusals.ts'
import { bind } from '../http/listener.ts'
import { createLog } from '../log/log.ts'
import { Answer, type Route, route } from '../requests/route.ts'
import { type HttpOptions, serveHttp } from './server.ts'

const declaration = {
  name: 'whoCalls',
  method: 'GET',
  paths: ['/who-calls'],
  access: 'signed_in',
  tag: 'test',
  summary: 'Who is calling?',
  success: 204,
  failures: [],
} as const

test('a handler that the other service may call too cannot forget that there may be no caller', () => {
  route(endpoint(declaration), ({ caller }) => callerId(caller))
  route(endpoint({ ...declaration, serviceToo: false }), ({ caller }) => callerId(caller))
  const serviceToo = endpoint({ ...declaration, serviceToo: true })
  route(serviceToo, ({ caller }) => caller && callerId(caller))
  // @ts-expect-error The next line must not compile, because it does not check whether there is a caller.
  route(serviceToo, ({ caller }) => callerId(caller))
})

const open = { ...declaration, access: 'anyone' } as const

async function ask(one: Route, init: RequestInit = {}, refusalReaders?: RefusalReaders): Promise<Response> {
  const listener = await bind({ host: '127.0.0.1', port: 0, refusalReaders })
  try {
    const common = { title: 'test', serviceTokens: [], trustedProxies: [], log: createLog('silent') }
    await serveHttp(listener, { ...common, routes: [one] })
    return await fetch(new URL('/who-calls', listener.url), { ...init, signal: AbortSignal.timeout(60_000) })
  } finally {
    await listener.close()
  }
}

test('the length of a reply is told, but for a 204 that has no content (RFC 9110 section 8.6)', async () => {
  for (const [success, length] of [
    [204, null],
    [202, '0'],
  ] as const) {
    const reply = await ask(route(endpoint({ ...open, success }), () => {}))
    assert.deepEqual([reply.status, reply.headers.get('content-length')], [success, length])
  }
})

test('a failure has the form that its endpoint declares, whatever else the endpoint takes', async () => {
  const takesForms = { ...open, method: 'POST', body: object({}, { title: 'Nothing' }), form: true } as const
  const form = { method: 'POST', body: new URLSearchParams('a=1&a=2') }
  for (const [errors, type, error] of [
    [undefined, 'application/problem+json', undefined],
    ['problem', 'application/problem+json', undefined],
    ['oauth', 'application/json', 'invalid_request'],
  ] as const) {
    const declared = endpoint({ ...takesForms, ...(errors && { errors }) })
    const reply = await ask(
      route(declared, () => {}),
      form,
    )
    const problem = (await reply.json()) as { code: string; error?: string }
    assert.deepEqual([reply.status, problem.code, problem.error], [400, 'invalid_request', error])
    assert.equal(reply.headers.get('content-type'), type)
  }
})

test('a reply that cannot be sent is replaced by a 500 at once', async () => {
  const declared = endpoint({ ...open, success: 200, reply: object({}, { title: 'Empty' }) })
  const reply = await ask(route(declared, () => new Answer({}, { 'x-who': 'a\nb' })))
  assert.equal(reply.status, 500)
})

test('pages that are the same for everybody are made once, however often they are asked for', async () => {
  const one = route(endpoint({ ...open, success: 204 }), () => {})
  let looks = 0
  Object.defineProperty(one.endpoint, 'failures', {
    get() {
      looks++
      return []
    },
  })
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  try {
    const common = { title: 'test', serviceTokens: [], trustedProxies: [], log: createLog('silent') }
    await serveHttp(listener, { ...common, routes: [one] })
    const read = async (path: string) => (await fetch(new URL(path, listener.url))).text()
    for (const path of ['/docs', '/openapi.json', '/problems/internal']) {
      const page = await read(path)
      const looksAtFirst = looks
      assert.equal(await read(path), page)
      assert.equal(looks, looksAtFirst, path)
    }
  } finally {
    await listener.close()
  }
})

test('a page at a path that scripts of other origins may call stops the start', async () => {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  try {
    const common = { title: 'test', serviceTokens: [], trustedProxies: [], log: createLog('silent') }
    const pages: HttpOptions['pages'] = (app) => void app.get('/reports', () => 'a page')
    await assert.rejects(serveHttp(listener, { ...common, routes: [], pages }), /the page \/reports/)
  } finally {
    await listener.close()
  }
})

test('a script can read a 503 also when the client that it names cannot be looked up', async () => {
  const body = object({ client_id: optional(string()) }, { title: 'Named' })
  const readers = async () => {
    throw new Failure('database_unavailable')
  }
  const one = route(endpoint({ ...open, method: 'POST', body }), () => {}, { readers })
  const headers = { 'content-type': 'application/json', origin: 'https://app.example.com' }
  const reply = await ask(one, { method: 'POST', body: '{"client_id": "x"}', headers }, () => 'pages')
  assert.deepEqual(
    [reply.status, reply.headers.get('access-control-allow-origin')],
    [503, 'https://app.example.com'],
  )
})
