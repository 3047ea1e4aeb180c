import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { callOperation, type OperationInput } from './call-operation.ts'
import { type Fetch, ServiceUnreachable } from './send-request.ts'

/** Creates a `fetch` that records its requests, and answers each with an empty success reply. */
function recorder() {
  const requests: { line: string; body: unknown }[] = []
  const fetch: Fetch = async (url, { method, body }) => {
    const line = `${method} ${url.pathname}${url.search}`
    requests.push({
      line,
      body: body === null ? undefined : typeof body === 'string' ? JSON.parse(body) : body,
    })
    return new Response(null, { status: 204 })
  }
  return { requests, options: { baseUrl: 'https://id.example.com', fetch } }
}

test('the fields of an input go where the contract has them: into the path, the query or the body', async () => {
  const { requests, options } = recorder()
  const patch: OperationInput<'updateUser'> = { id: 'a/b', name: 'Ada', metadata: { plan: 'free' } }
  await callOperation('updateUser', patch, options)
  await callOperation('listUsers', { limit: 2, q: 'ada & co', cursor: undefined }, options)
  await callOperation('listUserSessions', { id: 'me', limit: 1 }, options)
  await callOperation('endUserSession', { id: 'me', session_id: 's 1' }, options)
  await callOperation('replayDeadLetters', {}, options)
  const content = Buffer.from('an image')
  await callOperation('putBrandImage', { image: 'logo', content }, options)
  await callOperation('logOut', {}, options)
  assert.deepEqual(requests, [
    { line: 'PATCH /api/v1/users/a%2Fb', body: { name: 'Ada', metadata: { plan: 'free' } } },
    { line: 'GET /api/v1/users?limit=2&q=ada+%26+co', body: undefined },
    { line: 'GET /api/v1/users/me/sessions?limit=1', body: undefined },
    { line: 'DELETE /api/v1/users/me/sessions/s%201', body: undefined },
    { line: 'POST /api/v1/events/dead-letters/replay', body: {} },
    { line: 'PUT /api/v1/branding/images/logo', body: content },
    { line: 'POST /auth/logout', body: undefined },
  ])
})

test('no value leads a call to the route of another operation', async () => {
  const { requests, options } = recorder()
  for (const session_id of ['.', '..'])
    await assert.rejects(
      callOperation('endUserSession', { id: 'me', session_id }, options),
      (error: unknown) => error instanceof Failure && error.code === 'invalid_request',
    )
  await callOperation('endUserSession', { id: 'me', session_id: '../..' }, options)
  assert.deepEqual(
    requests.map(({ line }) => line),
    ['DELETE /api/v1/users/me/sessions/..%2F..'],
  )
})

test('a call that is aborted throws the reason of the abort, and one that times out is unreachable', async (t) => {
  // The timer of a timeout alone does not keep the process alive, as the socket of a real request does.
  const alive = setInterval(() => {}, 1_000)
  t.after(() => clearInterval(alive))
  const hang: Fetch = (_url, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const baseUrl = 'https://id.example.com'
  const gone = new Error('The page was left.')
  const leaving = new AbortController()
  const left = callOperation('jwks', {}, { baseUrl, fetch: hang, signal: leaving.signal })
  leaving.abort(gone)
  await assert.rejects(left, gone)
  const { signal } = new AbortController()
  await assert.rejects(
    callOperation('jwks', {}, { baseUrl, fetch: hang, signal, timeoutMs: 1 }),
    ServiceUnreachable,
  )
})

test('an input is checked by the compiler against the contract', () => {
  const { options } = recorder()
  const wrong = () => [
    // @ts-expect-error: an operation that does not exist
    callOperation('makeUser', {}, options),
    // @ts-expect-error: a field that is missing
    callOperation('logIn', { username: 'ada' }, options),
    // @ts-expect-error: a misspelt field
    callOperation('updateUser', { id: 'me', nane: 'Ada' }, options),
    // @ts-expect-error: a route between the services
    callOperation('validateUser', {}, options),
    // @ts-expect-error: a stream
    callOperation('watchRevocations', {}, options),
  ]
  assert.equal(typeof wrong, 'function')
})
