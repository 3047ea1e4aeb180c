import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mock, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { allRows } from '#tests/support/stored.ts'
import type { System, SystemOptions } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { answering, machine, nameIn, namesAt, settings } from '#tests/support/webhook-machine.ts'
import { type ReceivedRequest, startReceiver } from '#tests/support/webhook-receiver.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Returns whether the reference library accepts a delivery. Its clock is set to that of the services. */
function verifies(secret: string, { headers, body }: ReceivedRequest, { now }: System['clock']): boolean {
  const at = now()
  const clock = mock.method(Date, 'now', () => at)
  try {
    assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), JSON.parse(body))
    return true
  } catch (error) {
    assert.equal((error as Error).message, 'No matching signature found')
    return false
  } finally {
    clock.mock.restore()
  }
}

onEachEngine((startOn) => {
  const startSystem = (options: SystemOptions = {}) =>
    startOn({ ...options, settings: { ...settings, ...options.settings } })

  test('the reference library takes every delivery, also while its receiver changes from one secret to the next', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename } = await machine(system)
    const ada = await system.signUp('ada')
    const { id, secret: first } = await hook(receiver.url, { event_types: ['user.updated'] })
    assert.match(first, /^whsec_/)
    assert.equal(Buffer.from(first.slice(6), 'base64').length, 32)
    const rotate = async () => (await call('POST', `/webhooks/${id}/rotate-secret`)).body
    async function next(name: string): Promise<ReceivedRequest> {
      await rename(ada.id, name)
      await until(name, () => receiver.requests.some((one) => nameIn(one) === name))
      return receiver.requests.at(-1) as ReceivedRequest
    }
    const takenBy = (request: ReceivedRequest, ...secrets: string[]) =>
      secrets.map((secret) => verifies(secret, request, system.clock))

    const before = await next('one')
    const { headers, event } = before
    assert.deepEqual(takenBy(before, first), [true])
    assert.deepEqual(Object.keys(event), ['id', 'type', 'timestamp', 'user_id', 'data'])
    assert.deepEqual([event.type, event.user_id, headers['webhook-id']], ['user.updated', ada.id, event.id])
    assert.deepEqual([headers['content-type'], headers['user-agent']], ['application/json', 'Latchkey'])
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - system.clock.now() / 1_000) < 30)
    assert.equal(verifies(first, { ...before, body: before.body.replace('one', 'two') }, system.clock), false)

    const { secret: second, former_secret_until: until24h } = await rotate()
    assert.ok(Math.abs(Date.parse(until24h) - system.clock.now() - day) < minute)
    const during = await next('two')
    assert.equal(String(during.headers['webhook-signature']).split(' ').length, 2)
    assert.deepEqual(takenBy(during, first, second), [true, true])
    system.clock.advance(day - minute)
    assert.deepEqual(takenBy(await next('three'), first, second), [true, true])
    system.clock.advance(minute)
    assert.deepEqual(takenBy(await next('four'), first, second), [false, true])

    const { secret: third } = await rotate()
    const { secret: fourth } = await rotate()
    const takers = takenBy(await next('five'), first, second, third, fourth)
    assert.deepEqual(takers, [false, false, true, true], 'two at most, so that a leaked one can be ended')
  })

  test('a webhook gets what it asked for, and its own tests', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename, deliveries } = await machine(system)
    const all = await hook(`${receiver.url}/all`)
    await hook(`${receiver.url}/star`, { event_types: ['user.deleted', '*'] })
    const some = await hook(`${receiver.url}/some`, { event_types: ['user.suspended', 'user.updated'] })
    const ada = await system.signUp('ada')
    await rename(ada.id, 'Ada')
    await call('PATCH', `/users/${ada.id}`, { status: 'suspended' })
    const { event_id } = (await call('POST', `/webhooks/${some.id}/test`)).body
    // The events `webhook.created` are left out, because how many of them a webhook receives depends on when it was created.
    const others = (path: string) =>
      receiver
        .types(path)
        .filter((type) => type !== 'webhook.created')
        .toSorted()
    await until('all of it', () => ['/all', '/star', '/some'].every((path) => others(path).length >= 3))
    assert.deepEqual(others('/all'), ['user.created', 'user.suspended', 'user.updated'])
    assert.deepEqual(others('/star'), ['user.created', 'user.suspended', 'user.updated'])
    await until('webhooks that came later', () => receiver.types('/all').includes('webhook.created'))
    assert.deepEqual(receiver.types('/some').toSorted(), ['user.suspended', 'user.updated', 'webhook.test'])
    const tested = receiver.requests.find(({ event }) => event.type === 'webhook.test')?.event
    const { webhook_id, by } = tested.data
    assert.deepEqual([tested.id, tested.user_id, webhook_id], [event_id, null, some.id])
    assert.match(by, /^[0-9a-f-]{36}$/)
    await call('PATCH', `/webhooks/${all.id}`, { event_types: ['user.restored'] })
    await call('PATCH', `/users/${ada.id}`, { status: 'active' })
    await until('it', () => receiver.types('/all').includes('user.restored'))
    await until('the other', () => receiver.types('/star').includes('user.restored'))
    assert.equal((await deliveries(some.id)).length, 3)
  })

  test('of a user who was deleted nothing is sent but that something happened', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook } = await machine(system)
    await hook(receiver.url, { event_types: ['user.created', 'user.deleted'] })
    receiver.answer = answering(500)
    const ada = await system.signUp('ada')
    await until('a first try', () => receiver.requests.length === 1)
    assert.equal(receiver.requests[0]?.event.data.user.username, 'ada')
    await call('DELETE', `/users/${ada.id}`)
    receiver.answer = answering(204)
    system.clock.advance(minute)
    await until('both', () => receiver.requests.length === 3)
    assert.deepEqual(
      receiver.requests.slice(1).map(({ event }) => [event.type, event.user_id, Object.keys(event.data)]),
      [
        ['user.created', ada.id, []],
        ['user.deleted', ada.id, ['by', 'by_address', 'by_user_agent']],
      ],
    )
  })

  test('when a webhook is deleted, what waits for it is never sent, and nothing of it stays', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename } = await machine(system)
    const ada = await system.signUp('ada')
    const { id } = await hook(`${receiver.url}/deleted`, { event_types: ['user.updated'] })
    await hook(`${receiver.url}/kept`, { event_types: ['user.updated'] })
    receiver.answer = (request, response) =>
      answering(request.path === '/kept' ? 204 : 500)(request, response)
    await rename(ada.id, 'one')
    await rename(ada.id, 'two')
    await until('a try', () => receiver.types('/deleted').length === 1)
    assert.equal((await call('DELETE', `/webhooks/${id}`)).status, 204)
    assert.equal((await call('DELETE', `/webhooks/${id}`)).body.code, 'webhook_not_found')
    system.clock.advance(2 * hour)
    await rename(ada.id, 'three')
    await until('the other one', () => namesAt(receiver, '/kept').includes('three'))
    assert.equal(receiver.types('/deleted').length, 1)
    const db = await system.database('users')
    for (const { remove } of system.sweeps('users')) await remove(db, system.clock.now(), 200)
    const rows = await allRows(db)
    for (const table of ['webhooks', 'webhook_deliveries', 'outbox'])
      assert.ok(!JSON.stringify(rows.get(table)).includes(id), table)
    assert.equal(rows.get('webhook_deliveries')?.length, 3)
  })

  test('secrets are sealed at rest and in no log, and change to another master key with a start', async () => {
    const data = temporaryFolder()
    const [former, later] = [1, 2].map(() => randomBytes(32).toString('base64')) as [string, string]
    const start = (...keys: string[]) =>
      startSystem({ data, settings: { LATCHKEY_MASTER_KEY: keys.join(',') } })
    await using receiver = await startReceiver()
    const first = await start(former)
    const { call, hook } = await machine(first)
    const { id, secret } = await hook(receiver.url, { event_types: ['user.updated'] })
    const rotated = (await call('POST', `/webhooks/${id}/rotate-secret`)).body.secret
    const stored =
      JSON.stringify([...(await allRows(await first.database('users'))).values()]) + first.logText()
    for (const one of [secret, rotated]) {
      assert.ok(!stored.includes(one.slice(6)))
      assert.ok(!stored.includes(Buffer.from(one.slice(6), 'base64').toString('hex')))
    }
    await first.stop()
    await assert.rejects(start(later), /LATCHKEY_MASTER_KEY is not the key/)
    await (await start(later, former)).stop()
    await using last = await start(later)
    const { rename } = await machine(last)
    await rename((await last.signUp('ada')).id, 'Ada')
    await until('it', () => receiver.requests.length === 1)
    const [request] = receiver.requests as [ReceivedRequest]
    for (const one of [secret, rotated]) assert.ok(verifies(one, request, last.clock))
    await last.stop()
    rmSync(data, { recursive: true })
  })

  test('webhooks are made, found, listed, changed and deleted, 50 at most, each secret shown once', async () => {
    // Each new webhook gets an event about its creation. Without a server that answers, it would be shown as failing.
    await using receiver = await startReceiver()
    await using system = await startSystem()
    const { call } = await machine(system)
    const body = { url: receiver.url, description: 'CRM' }
    const once = { 'idempotency-key': 'one' }
    const made = await call('POST', '/webhooks', body, once)
    const { id, secret, ...rest } = made.body
    assert.deepEqual([made.status, made.headers.get('location')], [201, `/api/v1/webhooks/${id}`])
    assert.deepEqual([rest.event_types, rest.enabled, rest.description], [['*'], true, 'CRM'])
    const again = await call('POST', '/webhooks', body, once)
    assert.deepEqual([again.status, again.body.code], [409, 'webhook_secret_shown_before'])
    assert.equal(again.headers.get('location'), `/api/v1/webhooks/${id}`)
    assert.ok(!JSON.stringify(again.body).includes(secret))
    assert.equal((await call('POST', '/webhooks', { ...body, description: 'x' }, once)).status, 422)

    const found = await call('GET', `/webhooks/${id}`)
    assert.deepEqual([found.status, found.body], [200, { id, ...rest }])
    const etag = found.headers.get('etag') ?? ''
    const patch = (sent: object, headers = {}) => call('PATCH', `/webhooks/${id}`, sent, headers)
    const changed = await patch({ description: null, enabled: false }, { 'if-match': etag })
    assert.deepEqual(
      [changed.status, changed.body.description, changed.body.disabled_reason],
      [200, null, 'requested'],
    )
    assert.equal((await patch({ enabled: true }, { 'if-match': etag })).status, 412)
    assert.equal((await call('DELETE', `/webhooks/${id}`, undefined, { 'if-match': etag })).status, 412)

    for (const [wrong, pointer] of [
      [{}, '/url'],
      [{ ...body, url: 'ftp://example.com' }, '/url'],
      [{ ...body, url: 'https://example.com/\u001b[31m' }, '/url'],
      [{ ...body, url: 'https://example.com/\u202e' }, '/url'],
      [{ ...body, event_types: ['user.creatd'] }, '/event_types/0'],
      [{ ...body, event_types: [] }, '/event_types'],
      [{ ...body, secret: 'mine' }, '/secret'],
    ] as const) {
      const refused = await call('POST', '/webhooks', wrong)
      assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, pointer])
    }
    for (const path of [randomUUID(), 'x']) {
      const gone = await call('GET', `/webhooks/${path}`)
      assert.deepEqual([gone.status, gone.body.code], [404, 'webhook_not_found'])
    }
    const many = await Promise.all(Array.from({ length: 55 }, () => call('POST', '/webhooks', body)))
    const refused = many.filter(({ status }) => status !== 201)
    assert.deepEqual(
      refused.map((reply) => [reply.status, reply.body.code]),
      Array.from({ length: 6 }, () => [409, 'too_many_webhooks']),
    )
    const page = (await call('GET', '/webhooks?limit=30')).body
    const rest20 = (await call('GET', `/webhooks?limit=30&cursor=${page.next_cursor}`)).body
    assert.deepEqual([page.data.length, rest20.data.length, rest20.next_cursor], [30, 20, null])
    assert.ok(!JSON.stringify(page).includes('whsec_'))
    assert.equal((await call('DELETE', `/webhooks/${id}`)).status, 204)
    assert.equal((await call('POST', '/webhooks', body)).status, 201)
  })

  test('who may not read events has none sent to a webhook either; what is sent already goes on', async () => {
    await using receiver = await startReceiver()
    await using system = await startOn({ settings })
    const { call, hook } = await machine(system)
    const keyWith = async (...given: string[]) =>
      (await call('POST', '/api-keys', { name: 'some', scopes: given })).body.key as string
    const only = await keyWith('webhooks:write')
    const reader = await keyWith('webhooks:write', 'events:read')
    const url = `${receiver.url}/hook`
    const send = (token: string, method: string, path: string, body: object) =>
      system.send(method, `${system.usersUrl}/api/v1/webhooks${path}`, { token, body })
    const refusal = ({ status, body }: { status: number; body: { errors?: { pointer: string }[] } }) => [
      status,
      body.errors?.[0]?.pointer,
    ]
    for (const types of [undefined, ['*'], ['session.created'], ['webhook.disabled', 'user.created']]) {
      const body = { url, ...(types ? { event_types: types } : {}) }
      assert.deepEqual(refusal(await send(only, 'POST', '', body)), [403, '/event_types'], `${types}`)
      assert.equal((await send(reader, 'POST', '', body)).status, 201, `${types}`)
    }
    const own = await send(only, 'POST', '', { url, event_types: ['webhook.disabled'] })
    assert.equal(own.status, 201)
    const events = ['user.updated']
    assert.deepEqual(refusal(await send(only, 'PATCH', `/${own.body.id}`, { event_types: events })), [
      403,
      '/event_types',
    ])
    const { id } = await hook(url, { event_types: events })
    assert.deepEqual(refusal(await send(only, 'PATCH', `/${id}`, { url: `${receiver.url}/mine` })), [
      403,
      '/url',
    ])
    for (const patch of [
      { description: 'Known' },
      { enabled: true },
      { event_types: events },
      { enabled: false },
    ])
      assert.equal((await send(only, 'PATCH', `/${id}`, patch)).status, 200, JSON.stringify(patch))
    assert.deepEqual(refusal(await send(only, 'PATCH', `/${id}`, { enabled: true })), [403, '/enabled'])
    for (const enabled of [false, true])
      assert.equal((await send(only, 'PATCH', `/${own.body.id}`, { enabled })).status, 200)
    for (const patch of [{ enabled: true }, { url: `${receiver.url}/other` }, { event_types: ['*'] }])
      assert.equal((await send(reader, 'PATCH', `/${id}`, patch)).status, 200, JSON.stringify(patch))
  })

  test('I79 without the setting a webhook leads nowhere but to the internet, whoever makes it and whenever', async () => {
    const data = temporaryFolder()
    await using receiver = await startReceiver()
    await using open = await startSystem({ data })
    const first = await machine(open)
    const { id } = await first.hook(receiver.url, { event_types: ['user.updated'] })
    await open.stop()
    await using system = await startSystem({ data, settings: { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'deny' } })
    const { call, rename, deliveries } = await machine(system)
    for (const url of [
      receiver.url,
      receiver.url.replace('http:', 'https:'),
      'https://localhost/',
      'https://[::1]/',
    ]) {
      for (const refused of [
        await call('POST', '/webhooks', { url }),
        await call('PATCH', `/webhooks/${id}`, { url }),
      ])
        assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, '/url'])
    }
    await rename((await system.signUp('ada')).id, 'Ada')
    await until('it has failed', async () => (await deliveries(id))[0]?.attempts === 1)
    assert.equal((await deliveries(id))[0].last_error, 'This is not an https URL.')
    assert.equal(receiver.requests.length, 0)
    await system.stop()
    rmSync(data, { recursive: true })
  })
})
