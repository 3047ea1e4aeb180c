import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mock, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { scopes } from '#contract/declaration/endpoint.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { SqlPart } from '#runtime/database/sql.ts'
import { record } from '#runtime/events/record.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { allRows, storedEvents } from '#tests/support/stored.ts'
import { type System, type SystemOptions, stoppedClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { type ReceivedRequest, startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { queueEvents } from '#users/webhooks/delivery-store.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const

/** Creates an API key that may do everything, and returns functions that call with it. The key outlives an access token. */
async function machine(system: System) {
  const { access_token: token, session_id } = await system.admin()
  const db = await system.database('users')
  const body = { name: 'tests', scopes }
  const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })
  const { key, id: keyId } = made.body
  // These two events are the last ones of the set-up. After them every event is caused by the test itself.
  const numbered = () => db.query`
    SELECT id FROM events
    WHERE position IS NOT NULL AND (type = 'session.created' AND data LIKE ${`%${session_id}%`}
      OR type = 'api_key.created' AND data LIKE ${`%${keyId}%`})`
  await until('the admin and the key are told', async () => (await numbered()).length === 2)
  const call = (method: string, path: string, sent?: unknown, headers = {}) =>
    system.send(method, `${system.usersUrl}/api/v1${path}`, { token: key, body: sent, headers })
  return {
    call,
    async hook(url: string, more: object = {}): Promise<{ id: string; secret: string }> {
      const reply = await call('POST', '/webhooks', { url, ...more })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      return reply.body
    },
    /** Renames a user, which records the event `user.updated`. */
    async rename(userId: string, name: string): Promise<void> {
      assert.equal((await call('PATCH', `/users/${userId}`, { name })).status, 200)
    },
    deliveries: async (id: string, query = '') =>
      (await call('GET', `/webhooks/${id}/deliveries${query}`)).body.data,
    webhook: async (id: string) => (await call('GET', `/webhooks/${id}`)).body,
  }
}

const nameIn = ({ event }: ReceivedRequest): string => event.data.user?.name
const namesAt = ({ requests }: WebhookReceiver, path?: string): string[] =>
  requests.filter((one) => !path || one.path === path).map(nameIn)

const answering =
  (status: number, headers = {}): WebhookReceiver['answer'] =>
  (_request, response) =>
    void response.writeHead(status, headers).end()

/** Says whether the reference library accepts a delivery. Its clock is set to that of the services. */
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
    assert.deepEqual([tested.id, tested.user_id, tested.data], [event_id, null, { webhook_id: some.id }])
    await call('PATCH', `/webhooks/${all.id}`, { event_types: ['user.restored'] })
    await call('PATCH', `/users/${ada.id}`, { status: 'active' })
    await until('it', () => receiver.types('/all').includes('user.restored'))
    await until('the other', () => receiver.types('/star').includes('user.restored'))
    assert.equal((await deliveries(some.id)).length, 3)
  })

  test('I61 what is listed as waiting waits, also when webhooks are changed while it is queued', async () => {
    await using system = await startSystem()
    const db = await system.database('users')
    const url = 'http://127.0.0.1:9/'
    const [now, position] = [system.clock.now(), 1]
    const insert = (tx: Sql, id: string, reason: string | null) => tx.query`
      INSERT INTO webhooks (id, url, event_types, secret, disabled_reason, created_at, updated_at, version)
      VALUES (${id}, ${url}, '*', '', ${reason}, ${now}, ${now}, 1)`
    const seen = Promise.withResolvers<unknown[][]>()
    const failing = db.transaction(async (tx) => {
      for (const [id, reason] of [
        ['on', null],
        ['on, then off', null],
        ['off, then on', 'requested'],
      ] as const)
        await insert(tx, id, reason)
      await tx.query`
        INSERT INTO events (id, type, subject, data, occurred_at, recorded_at, position)
        VALUES ('event', 'user.updated', NULL, '{}', ${now}, ${now}, ${position})`
      const between: Sql = {
        ...tx,
        async query<Row>(text: TemplateStringsArray, ...parts: SqlPart[]) {
          const rows = await tx.query<Row>(text, ...parts)
          await tx.query`UPDATE webhooks SET disabled_reason = 'requested' WHERE id = 'on, then off'`
          await tx.query`UPDATE webhooks SET disabled_reason = NULL WHERE id = 'off, then on'`
          return rows
        },
      }
      await queueEvents(between, { first: position, last: position, now })
      const listed = await tx.query<{ id: string }>`
        SELECT webhook_id || '/' || event_id AS id FROM webhook_deliveries ORDER BY id`
      const queued = await tx.query<{
        id: string
      }>`SELECT id FROM outbox WHERE sink LIKE 'webhook:%' ORDER BY id`
      seen.resolve([listed.map(({ id }) => id), queued.map(({ id }) => id)])
      throw new Error('nobody is to be sent anything')
    })
    await assert.rejects(failing, /nobody is to be sent/)
    const both = ['on, then off/event', 'on/event']
    const [listed, queued] = await seen.promise
    assert.deepEqual([listed?.toSorted(), queued?.toSorted()], [both, both])
  })

  test('I61 a change that was rolled back is told to nobody', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { hook } = await machine(system)
    await hook(receiver.url, { event_types: ['user.deleted', 'user.created'] })
    const db = await system.database('users')
    const event = { type: 'user.deleted', subject: null, data: { by: null }, at: system.clock.now() } as const
    const failing = db.transaction(async (tx) => {
      await record(tx, event)
      throw new Error('not today')
    })
    await assert.rejects(failing, /not today/)
    await system.signUp('ada')
    await until('the other one', () => receiver.requests.length >= 1)
    assert.deepEqual(receiver.types(), ['user.created'])
  })

  test('I61 what fails is tried again, the events of its user wait behind it, and those of others do not', async () => {
    await using system = await startSystem({ clock: stoppedClock() })
    await using receiver = await startReceiver()
    const { hook, rename, deliveries } = await machine(system)
    const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
    const { id } = await hook(receiver.url, { event_types: ['user.updated'] })
    receiver.answer = (request, response) =>
      answering(nameIn(request) === 'ada 1' ? 500 : 200)(request, response)
    for (const turn of [1, 2, 3]) {
      await rename(ada.id, `ada ${turn}`)
      await rename(bob.id, `bob ${turn}`)
    }
    await until('all of bob', () => namesAt(receiver).includes('bob 3'))
    assert.deepEqual(
      namesAt(receiver).filter((name) => name.startsWith('bob')),
      ['bob 1', 'bob 2', 'bob 3'],
    )
    await until('the failure is known', async () => (await deliveries(id, '?state=delivered')).length === 3)
    const [, , waiting] = await deliveries(id, '?state=waiting')
    assert.deepEqual(
      [waiting.attempts, waiting.last_status, waiting.last_error],
      [1, 500, 'It answered 500.'],
    )
    const pauseMs = Date.parse(waiting.next_attempt_at) - Date.parse(waiting.last_attempt_at)
    assert.ok(pauseMs >= 4_000 && pauseMs <= 5_000, `${pauseMs}`)
    receiver.answer = answering(204)
    const gotBefore = receiver.requests.length
    system.clock.advance(minute)
    await until('all of ada', () => namesAt(receiver).includes('ada 3'))
    const got = receiver.requests.slice(gotBefore)
    assert.deepEqual(got.map(nameIn), ['ada 1', 'ada 2', 'ada 3'])
    const ids = receiver.requests
      .filter((one) => nameIn(one) === 'ada 1')
      .map((one) => one.headers['webhook-id'])
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1], 'by its id the receiver knows what it has had')
    await until('it is noted', async () => (await deliveries(id, '?state=delivered')).length === 6)
  })

  test('I61 a receiver that is slow, or silent, holds up nobody else', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename } = await machine(system)
    const people = await Promise.all(
      Array.from({ length: 25 }, async (_, at) => {
        const body = { email: `user-${at}@example.com`, name: 'Somebody' }
        return (await call('POST', '/users', body)).body
      }),
    )
    await hook(`${receiver.url}/silent`, { event_types: ['user.updated'] })
    await hook(`${receiver.url}/quick`, { event_types: ['user.updated'] })
    receiver.answer = (request, response) => {
      if (request.path === '/quick') answering(204)(request, response)
    }
    for (const { id } of people) await rename(id, `new ${id}`)
    await until('everything at the quick one', () => receiver.types('/quick').length === people.length)
    // At most 20 deliveries to one webhook are attempted at once, and the silent receiver answers none of them.
    const silent = receiver.types('/silent').length
    assert.ok(silent > 0 && silent <= 20, `${silent}`)
  })

  test('410 disables a webhook at once; what waits goes on when it is enabled again', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename, webhook } = await machine(system)
    const ada = await system.signUp('ada')
    const { id } = await hook(`${receiver.url}/gone`, { event_types: ['user.updated'] })
    await hook(`${receiver.url}/watching`, { event_types: ['webhook.disabled', 'user.restored'] })
    receiver.answer = (request, response) =>
      answering(request.path === '/gone' ? 410 : 204)(request, response)
    await rename(ada.id, 'one')
    await until('the other one is told', () => receiver.types('/watching').length === 1)
    assert.deepEqual(receiver.requests.at(-1)?.event.data, {
      webhook_id: id,
      url: `${receiver.url}/gone`,
      reason: 'gone',
    })
    const disabled = await webhook(id)
    assert.deepEqual([disabled.enabled, disabled.disabled_reason], [false, 'gone'])
    const { access_token: token } = await system.admin()
    const told = await system.send('GET', `${system.usersUrl}/api/v1/notifications`, { token })
    assert.deepEqual(
      told.body.data.filter(({ type }: { type: string }) => type === 'webhook.disabled').length,
      1,
      'admins are told',
    )
    await rename(ada.id, 'while it is disabled')
    for (const status of ['suspended', 'active']) await call('PATCH', `/users/${ada.id}`, { status })
    await until('that is told to others', () => receiver.types('/watching').includes('user.restored'))
    for (const path of ['test', 'replay']) {
      const body = path === 'replay' ? { since: '2026-01-01T00:00:00Z' } : undefined
      assert.equal((await call('POST', `/webhooks/${id}/${path}`, body)).body.code, 'webhook_disabled')
    }
    system.clock.advance(hour)
    receiver.answer = answering(204)
    const enabled = (await call('PATCH', `/webhooks/${id}`, { enabled: true })).body
    assert.deepEqual([enabled.enabled, enabled.disabled_reason, enabled.failing_since], [true, null, null])
    await rename(ada.id, 'two')
    await until('both', () => namesAt(receiver, '/gone').includes('two'))
    assert.deepEqual(namesAt(receiver, '/gone'), ['one', 'one', 'two'])
  })

  test('a webhook that has received nothing for three days is disabled, and failed deliveries can be sent again', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename, webhook, deliveries } = await machine(system)
    const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
    const { id } = await hook(receiver.url, { event_types: ['user.updated'] })
    receiver.answer = answering(503)
    const since = new Date(system.clock.now() - minute).toISOString()
    for (const [user, name] of [
      [ada, 'ada 1'],
      [ada, 'ada 2'],
      [bob, 'bob 1'],
    ] as const)
      await rename(user.id, name)
    await until('both have been tried', () => receiver.requests.length >= 2)
    await until('it is noted', async () => (await webhook(id)).failing_since !== null)
    const startedAt = system.clock.now()
    for (let polls = 0, tried = 0; (await webhook(id)).enabled; tried = receiver.requests.length) {
      system.clock.advance(6 * hour)
      await until('another try', async () => {
        // The pause before the retry may have begun after the clock was advanced. Then the clock must be advanced once more.
        if (++polls % 100 === 0) system.clock.advance(6 * hour)
        return receiver.requests.length > tried || !(await webhook(id)).enabled
      })
    }
    const { disabled_reason, failing_since } = await webhook(id)
    assert.deepEqual([disabled_reason, Date.parse(failing_since) <= startedAt], ['failing', true])
    assert.ok(system.clock.now() - startedAt >= 3 * day - hour, 'not before')
    const failed = () => deliveries(id, '?state=failed')
    await until('one is given up', async () => (await failed()).length >= 1)
    assert.deepEqual(await deliveries(id, '?state=delivered'), [])

    receiver.answer = answering(204)
    const gotBefore = receiver.requests.length
    const givenUp = (await failed()).length
    await call('PATCH', `/webhooks/${id}`, { enabled: true })
    const replay = async () => (await call('POST', `/webhooks/${id}/replay`, { since })).body.replayed
    // A delivery whose attempt was under way may have been given up meanwhile, so that there may be more to replay.
    const replayed = await replay()
    assert.ok(replayed >= givenUp, `${replayed} of ${givenUp}`)
    assert.equal(await replay(), 0)
    const [recorded, ...others] = await storedEvents(await system.database('users'), 'delivery.replayed')
    assert.partialDeepStrictEqual(recorded?.data, { sink: `webhook:${id}`, delivery_id: null, replayed })
    assert.deepEqual(others, [], 'one event for all of them')
    // The delivery that was attempted last waits for up to six hours, the longest pause.
    system.clock.advance(6 * hour)
    await until('all of it', async () => (await deliveries(id, '?state=delivered')).length === 3)
    const got = receiver.requests.slice(gotBefore).map(nameIn)
    assert.deepEqual(got.toSorted(), ['ada 1', 'ada 2', 'bob 1'])
    assert.equal((await webhook(id)).failing_since, null)
  })

  test('an attempt that began before its webhook was changed, or recovered, does not disable the webhook', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename, webhook } = await machine(system)
    const ada = await system.signUp('ada')
    const db = await system.database('users')
    const longAgo = system.clock.now() - 4 * day
    for (const [since, status, change] of [
      [null, 410, (id: string) => call('PATCH', `/webhooks/${id}`, { url: `${receiver.url}/other` })],
      [longAgo, 410, (id: string) => call('PATCH', `/webhooks/${id}`, { enabled: true })],
      [longAgo, 503, (id: string) => call('PATCH', `/webhooks/${id}`, { url: `${receiver.url}/other` })],
      [longAgo, 503, (id: string) => db.query`UPDATE webhooks SET failing_since = NULL WHERE id = ${id}`],
    ] as const) {
      const { id } = await hook(`${receiver.url}/first`, { event_types: ['user.updated'] })
      await db.query`UPDATE webhooks SET failing_since = ${since} WHERE id = ${id}`
      const inHand = Promise.withResolvers<Parameters<WebhookReceiver['answer']>>()
      receiver.answer = (...answer) => inHand.resolve(answer)
      await rename(ada.id, `for ${id}`)
      const [request, response] = await inHand.promise
      await change(id)
      answering(status)(request, response)
      // The delivery is postponed only after the webhook was judged by the attempt, so that the verdict is stored by then.
      const putOff = () => db.query`
        SELECT id FROM outbox WHERE sink = ${`webhook:${id}`} AND last_error = ${`It answered ${status}.`}`
      await until('it is put off', async () => (await putOff()).length === 1)
      const { enabled, failing_since } = await webhook(id)
      assert.deepEqual([enabled, failing_since], [true, null])
      await call('DELETE', `/webhooks/${id}`)
    }
  })

  test('one event is sent again on request, delivered or not, and one that waits is tried at once', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename, deliveries } = await machine(system)
    const ada = await system.signUp('ada')
    const { id } = await hook(receiver.url, { event_types: ['user.updated'] })
    await rename(ada.id, 'one')
    await until('it is delivered', async () => (await deliveries(id, '?state=delivered')).length === 1)
    const [{ event_id }] = await deliveries(id)
    const replay = (event: string) => call('POST', `/webhooks/${id}/deliveries/${event}/replay`)
    assert.equal((await replay(event_id)).status, 204)
    await until('it came again', () => receiver.requests.length === 2)
    const [one, two] = receiver.requests
    assert.deepEqual([one?.headers['webhook-id'], one?.body], [two?.headers['webhook-id'], two?.body])
    await until('both are counted', async () => (await deliveries(id))[0].attempts === 2)
    receiver.answer = answering(503, { 'retry-after': '3600' })
    await rename(ada.id, 'two')
    await until('a failure', async () => (await deliveries(id))[0].last_status === 503)
    const waits = async () => {
      const [{ next_attempt_at }] = await deliveries(id)
      return Date.parse(next_attempt_at) - system.clock.now() > hour - minute
    }
    await until('the pause that it asked for', waits)
    receiver.answer = answering(204)
    assert.equal((await replay((await deliveries(id))[0].event_id)).status, 204)
    await until('it is here', async () => (await deliveries(id, '?state=delivered')).length === 2)
    const [again] = await storedEvents(await system.database('users'), 'delivery.replayed')
    assert.partialDeepStrictEqual(again?.data, { sink: `webhook:${id}`, delivery_id: event_id, replayed: 1 })
    assert.equal(typeof again?.data.by, 'string')
    for (const unknown of [randomUUID(), 'x'])
      assert.deepEqual(
        [(await replay(unknown)).status, (await replay(unknown)).body.code],
        [404, 'delivery_not_found'],
      )
  })

  test('failed events that are no longer kept are neither sent again nor counted, so that repeated replays end', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename, deliveries } = await machine(system)
    const { id } = await hook(receiver.url, { event_types: ['user.updated'] })
    await rename((await system.signUp('ada')).id, 'Ada')
    await until('it is delivered', async () => (await deliveries(id, '?state=delivered')).length === 1)
    const db = await system.database('users')
    await db.query`UPDATE webhook_deliveries SET state = 'failed' WHERE webhook_id = ${id}`
    await db.query`DELETE FROM events WHERE type = 'user.updated'`
    const { body } = await call('POST', `/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' })
    assert.equal(body.replayed, 0)
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
        ['user.deleted', ada.id, ['by']],
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

  test('what was sent is listed page by page, newest first, for 14 days', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { call, hook, rename, deliveries } = await machine(system)
    const ada = await system.signUp('ada')
    const { id } = await hook(receiver.url, { event_types: ['user.updated'] })
    for (let turn = 1; turn <= 5; turn++) {
      await rename(ada.id, `${turn}`)
      await until('it', async () => (await deliveries(id, '?state=delivered')).length === turn)
    }
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 1; cursor !== null; page++) {
      const query = `?limit=2${cursor && `&cursor=${cursor}`}`
      const { body } = await call('GET', `/webhooks/${id}/deliveries${query}`)
      assert.ok(body.data.length <= 2 && page <= 3)
      seen.push(...body.data.map((one: { event_id: string }) => one.event_id))
      cursor = body.next_cursor
    }
    assert.deepEqual(seen, receiver.requests.map(({ event }) => event.id).toReversed())
    const db = await system.database('users')
    const sweep = async () => {
      for (const { remove } of system.sweeps('users')) await remove(db, system.clock.now(), 200)
    }
    system.clock.advance(14 * day - hour)
    await sweep()
    assert.equal((await deliveries(id)).length, 5)
    system.clock.advance(hour)
    await sweep()
    assert.equal((await deliveries(id)).length, 0)
  })

  test('I61 a restart in the middle of a delivery loses nothing', async () => {
    const data = temporaryFolder()
    await using receiver = await startReceiver()
    await using first = await startSystem({ data })
    const { hook, rename } = await machine(first)
    const ada = await first.signUp('ada')
    const { id } = await hook(receiver.url, { event_types: ['user.updated'] })
    receiver.answer = answering(503)
    for (const name of ['one', 'two']) await rename(ada.id, name)
    const db = await first.database('users')
    // Sets the number of attempts to nine once one has failed, so that the next pause would last for hours.
    const isPutOff = async () =>
      (await db.query`UPDATE outbox SET attempts = 9 WHERE last_error = 'It answered 503.' RETURNING id`)
        .length === 1
    await until('a failure', isPutOff)
    receiver.answer = () => {}
    first.clock.advance(minute)
    await until('it is in hand', () => receiver.requests.length === 2)
    await first.stop()
    receiver.answer = answering(204)
    await using second = await startSystem({ data, clock: first.clock })
    await until('both, at once', () => namesAt(receiver).includes('two'))
    assert.deepEqual(namesAt(receiver), ['one', 'one', 'one', 'two'])
    const { webhook, deliveries } = await machine(second)
    await until('it is noted', async () => (await deliveries(id, '?state=delivered')).length === 2)
    assert.equal((await webhook(id)).failing_since, null)
    const attempts = (await deliveries(id)).map((one: { attempts: number }) => one.attempts)
    assert.deepEqual(attempts, [1, 2], 'that it was stopped is no failure of the receiver')
    await second.stop()
    rmSync(data, { recursive: true })
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
    await using system = await startSystem()
    const { call } = await machine(system)
    const body = { url: 'http://127.0.0.1:9/hook', description: 'CRM' }
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
