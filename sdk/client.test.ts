import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { createClient, isFailure, ServiceUnreachable } from './client.ts'
import type { Fetch } from './send-request.ts'

interface Sent {
  line: string
  headers: Record<string, string>
}
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error

/** Creates a service that gives one answer after the other, and repeats the last one. */
function service(...answers: Answer[]) {
  const sent: Sent[] = []
  const fetch: Fetch = async (url, { method, headers }) => {
    sent.push({ line: `${method} ${url.pathname}${url.search}`, headers })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    const { status = 200, body, headers: replied = {} } = answer ?? {}
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers: replied })
  }
  const lines = () => sent.map(({ line }) => line)
  const client = createClient({ baseUrl: 'https://id.example.com', fetch })
  return { sent, lines, fetch, client }
}

const cut = new TypeError('fetch failed')
const user = { id: 'u1', username: 'ada' }
const busy = (retryAfter: string): Answer => ({
  status: 503,
  body: { code: 'overloaded' },
  headers: { 'retry-after': retryAfter },
})

test('a call tells that the sessions which it ends have not ended everywhere yet', async () => {
  const { client } = service(
    { status: 204, headers: { 'latchkey-sessions': 'pending' } },
    { body: user, headers: { 'latchkey-sessions': 'pending' } },
    { status: 204 },
  )
  const told: string[] = []
  const as = (name: string) => ({ onSessionsPending: () => told.push(name) })
  await client.deleteUser({ id: 'u1' }, as('deleted'))
  await client.updateUser({ id: 'u1', status: 'suspended' }, as('suspended'))
  await client.deleteUser({ id: 'u1' }, as('all ended'))
  assert.deepEqual(told, ['deleted', 'suspended'])
})

describe('retries', () => {
  test('a call that changes nothing is tried again after a fault', async () => {
    const { client, lines } = service(cut, busy('0'), { body: user })
    assert.deepEqual(await client.getUser({ id: 'u1' }), user)
    assert.deepEqual(lines(), Array(3).fill('GET /api/v1/users/u1'))
  })

  test('a call that may have changed something is not tried again', async () => {
    for (const answer of [cut, busy('0')]) {
      const { client, lines } = service(answer)
      await assert.rejects(client.updateUser({ id: 'u1', name: 'Ada' }))
      assert.equal(lines().length, 1)
    }
  })

  test('with an Idempotency-Key it is tried again, with the same key', async () => {
    const { client, sent } = service(cut, { status: 201, body: user })
    const input = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
    await client.createUser(input, { idempotencyKey: 'one' })
    assert.deepEqual(
      sent.map(({ headers }) => headers['idempotency-key']),
      ['one', 'one'],
    )
  })

  test('an Idempotency-Key that the service would ignore is refused', async () => {
    const { client, lines } = service({ body: user })
    // @ts-expect-error: the compiler refuses it first.
    await assert.rejects(client.logOut({}, { idempotencyKey: 'one' }), TypeError)
    assert.deepEqual(lines(), [])
  })

  test('retries end: after their number, for a pause of more than ten seconds, and for a refusal', async () => {
    const rows: [Answer, number][] = [
      [cut, 3],
      [busy('11'), 1],
      [busy('soon'), 1],
      [{ status: 404, body: { code: 'user_not_found' } }, 1],
    ]
    for (const [answer, times] of rows) {
      const { client, lines } = service(answer)
      await assert.rejects(client.getUser({ id: 'u1' }))
      assert.equal(lines().length, times, JSON.stringify(answer))
    }
  })

  test('an abort ends the wait for the next try', async () => {
    const { client, lines } = service(busy('10'))
    const leaving = new AbortController()
    const left = client.getUser({ id: 'u1' }, { signal: leaving.signal })
    const gone = new Error('The page was left.')
    setTimeout(() => leaving.abort(gone), 50)
    await assert.rejects(left, gone)
    assert.equal(lines().length, 1)
  })
})

describe('a list', () => {
  const page = (names: string[], next_cursor: string | null): Answer => ({
    body: { data: names.map((username) => ({ username })), next_cursor },
  })

  test('is read to its end, page by page', async () => {
    const { client, lines } = service(page(['ada', 'bob'], 'c1'), page([], 'c2'), page(['eve'], null))
    const names: string[] = []
    for await (const { username } of client.each('listUsers', { status: 'active' })) names.push(username)
    assert.deepEqual(names, ['ada', 'bob', 'eve'])
    assert.deepEqual(lines(), [
      'GET /api/v1/users?limit=200&status=active',
      'GET /api/v1/users?limit=200&status=active&cursor=c1',
      'GET /api/v1/users?limit=200&status=active&cursor=c2',
    ])
  })

  test('of something is read for that only', async () => {
    const { client, lines } = service(page([], null))
    for await (const _ of client.each('listUserSessions', { id: 'me' })) assert.fail()
    assert.deepEqual(lines(), ['GET /api/v1/users/me/sessions?limit=200'])
    // @ts-expect-error: the id of the user whose sessions are listed is missing.
    const nobody = client.each('listUserSessions')
    assert.ok(nobody)
  })

  test('is not read further than its reader goes', async () => {
    const { client, lines } = service(page(['ada', 'bob'], 'c1'))
    for await (const _ of client.each('listUsers')) break
    assert.equal(lines().length, 1)
  })

  test('of more items than the reader allows is an error, and so is one that never ends', async () => {
    const read = async (client: ReturnType<typeof createClient>, maxItems: number) => {
      const names: string[] = []
      for await (const one of client.each('listUsers', {}, { maxItems })) names.push(one.username)
      return names
    }
    const three = [page(['ada', 'bob'], 'c1'), page(['eve'], null)]
    await assert.rejects(read(service(...three).client, 2), RangeError)
    assert.equal((await read(service(...three).client, 3)).length, 3)
    await assert.rejects(read(service(page(['ada'], 'c1')).client, 1_000), ServiceUnreachable)
  })
})

describe('what a call sends', () => {
  test('the ETag of an object that the client has read guards a change of it', async () => {
    const { client, sent } = service({ body: { ...user }, headers: { etag: '"v1"' } })
    const read = await client.getUser({ id: 'u1' })
    await client.updateUser({ id: 'u1', name: 'Ada' }, { ifMatch: read })
    await client.deleteUser({ id: 'u1' }, { ifMatch: '"v2"' })
    assert.deepEqual(
      sent.map(({ headers }) => headers['if-match']),
      [undefined, '"v1"', '"v2"'],
    )
    await assert.rejects(client.updateUser({ id: 'u1' }, { ifMatch: { ...read } }), TypeError)
    assert.equal(sent.length, 3)
  })

  test('the credential of the client or of the call, which may be asked for each time', async () => {
    const { fetch, sent } = service({ body: user })
    let key = 'first'
    const client = createClient({ baseUrl: 'https://id.example.com', fetch, bearer: async () => key })
    await client.getUser({ id: 'me' })
    key = 'second'
    await client.getUser({ id: 'me' })
    await client.getUser({ id: 'me' }, { bearer: 'own' })
    assert.deepEqual(
      sent.map(({ headers }) => headers.authorization),
      ['Bearer first', 'Bearer second', 'Bearer own'],
    )
  })

  test('the address and the user agent of the end user, or the name of this library', async () => {
    const { client, sent } = service({ body: user })
    await client.getUser({ id: 'me' })
    const onBehalfOf = { address: '203.0.113.7', userAgent: 'Mozilla/5.0' }
    await client.getUser({ id: 'me' }, { onBehalfOf })
    const [own, passed] = sent.map(({ headers }) => headers)
    assert.match(own?.['user-agent'] ?? '', /^latchkey-client\/\d+\.\d+\.\d+(?:-[\w.]+)?$/)
    assert.equal(own?.['x-forwarded-for'], undefined)
    assert.deepEqual([passed?.['user-agent'], passed?.['x-forwarded-for']], ['Mozilla/5.0', '203.0.113.7'])
  })

  test('each operation goes to the service that has it', async () => {
    const urls: string[] = []
    const fetch: Fetch = async (url) => {
      urls.push(url.origin)
      return new Response(null, { status: 204 })
    }
    const client = createClient({
      usersUrl: 'https://users.example.com',
      authUrl: 'https://auth.example.com',
      fetch,
    })
    await client.getUser({ id: 'me' })
    await client.listUserSessions({ id: 'me' })
    assert.deepEqual(urls, ['https://users.example.com', 'https://auth.example.com'])
  })

  test('no token goes over a network in clear text, unless that is allowed', () => {
    for (const baseUrl of ['http://id.example.com', 'https://id.example.com/path', 'id.example.com', ''])
      assert.throws(() => createClient({ baseUrl }), TypeError, baseUrl)
    createClient({ baseUrl: 'http://id.example.com', allowHttp: true })
    createClient({ baseUrl: 'http://localhost:8080' })
  })
})

describe('a failure', () => {
  test('has the code of the service, and the compiler knows it', async () => {
    const { client } = service({
      status: 400,
      body: { code: 'email_taken', errors: [{ pointer: '/email', code: 'taken', detail: 'Taken.' }] },
    })
    try {
      await client.createUser({ username: 'ada', email: 'ada@example.com', password: 'x' })
      assert.fail('It is refused.')
    } catch (error) {
      if (!isFailure(error, 'email_taken', 'username_taken')) throw error
      const code: 'email_taken' | 'username_taken' = error.code
      assert.deepEqual([code, error.errors?.[0]?.pointer], ['email_taken', '/email'])
    }
  })

  test('says in words what the service says, and may have a code of a later version', async () => {
    const answers: [object, string, string][] = [
      [{ code: 'email_taken', title: 'It is taken.' }, 'email_taken', 'It is taken.'],
      [{ code: 'email_taken', title: 'It is taken.', detail: 'Since today.' }, 'email_taken', 'Since today.'],
      [{ code: 'moon_is_full' }, 'moon_is_full', 'moon_is_full'],
    ]
    for (const [body, code, message] of answers) {
      const { client } = service({ status: 409, body })
      await assert.rejects(client.getUser({ id: 'me' }), { name: 'Failure', code, message })
    }
    for (const body of [{ code: 'E 1' }, { code: 409 }, { error: 'no' }, 'no', null]) {
      const { fetch } = service({ status: 409, body })
      const client = createClient({ baseUrl: 'https://id.example.com', fetch, retries: 0 })
      await assert.rejects(client.getUser({ id: 'me' }), ServiceUnreachable)
    }
  })

  test('is recognized when another copy of the library threw it, and nothing else is', async () => {
    const copy: string = new URL('../contract/declaration/failures.ts?copy', import.meta.url).href
    const other = await import(copy)
    const failure = new other.Failure('user_not_found')
    assert.ok(!(failure instanceof Failure))
    assert.ok(isFailure(failure))
    assert.ok(isFailure(failure, 'forbidden', 'user_not_found'))
    assert.ok(!isFailure(failure, 'forbidden'))
    const looksAlike = Object.assign(new Error('x'), { name: 'Failure', code: 'forbidden' })
    for (const error of [looksAlike, { code: 'forbidden' }, null, undefined, 'forbidden'])
      assert.ok(!isFailure(error))
  })
})
