import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import type { Sql } from '#runtime/database/database.ts'
import type { SqlPart } from '#runtime/database/sql.ts'
import { record } from '#runtime/events/record.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type SystemOptions, stoppedClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { answering, machine, nameIn, namesAt, settings } from '#tests/support/webhook-machine.ts'
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { queueEvents } from '#users/webhooks/delivery-store.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

onEachEngine((startOn) => {
  const startSystem = (options: SystemOptions = {}) =>
    startOn({ ...options, settings: { ...settings, ...options.settings } })

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
    // A delivery whose last attempt was in progress may have failed meanwhile, so that there may be more to replay.
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
      // The event has been attempted often, so that its next failure may disable the webhook.
      receiver.answer = answering(500)
      await rename(ada.id, `for ${id}`)
      const failed = () =>
        db.query`SELECT id FROM outbox WHERE sink = ${`webhook:${id}`} AND last_error IS NOT NULL`
      await until('a first failure', async () => (await failed()).length === 1)
      await db.query`UPDATE webhooks SET failing_since = ${since} WHERE id = ${id}`
      const inHand = Promise.withResolvers<Parameters<WebhookReceiver['answer']>>()
      receiver.answer = (...answer) => inHand.resolve(answer)
      await db.query`
        UPDATE outbox SET attempts = 20, due_at = 0, last_error = NULL WHERE sink = ${`webhook:${id}`}`
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

  test('a clock that is four days ahead for a while gives no event up and disables no webhook', async () => {
    await using system = await startSystem()
    await using receiver = await startReceiver()
    const { hook, rename } = await machine(system)
    const ada = await system.signUp('ada')
    const { id } = await hook(receiver.url, { event_types: ['user.updated'] })
    const db = await system.database('users')
    const attempts = async () => {
      const rows = await db.query<{ attempts: number; last_error: string | null }>`
        SELECT attempts, last_error FROM outbox WHERE sink = ${`webhook:${id}`}`
      return rows.map((row) => (row.last_error === null ? 0 : row.attempts))
    }
    receiver.answer = answering(500)
    await rename(ada.id, 'put off')
    await until('a failure', async () => (await attempts())[0] === 1)
    system.clock.advance(4 * day)
    await until('a failure four days ahead', async () => ((await attempts())[0] ?? 0) >= 2)
    system.clock.advance(-4 * day)
    receiver.answer = answering(204)
    await until('the event', async () => (await attempts()).length === 0)
    const [after] = await db.query<{ disabled_reason: string | null }>`
      SELECT disabled_reason FROM webhooks WHERE id = ${id}`
    assert.equal(after?.disabled_reason, null)
    assert.equal(receiver.requests.map(nameIn).at(-1), 'put off')
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
})
