import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventResource } from '#contract/events/events.ts'
import { type EventReader, type ReceivedEvent, readEvents } from '#tests/support/event-reader.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { findNewestEvents } from '#users/events/event-store.ts'

const at = (system: System, path = '') => `${system.usersUrl}/api/v1/events${path}`

async function machine(system: System): Promise<string> {
  const { access_token: token } = await system.admin()
  const body = { name: 'consumer', scopes: ['events:read'] }
  return (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body.key
}

interface Page {
  data: EventResource[]
  next_cursor: string | null
  position: string
}

async function list(system: System, token: string, query = ''): Promise<Page> {
  const { status, body } = await system.send('GET', at(system, query), { token })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Returns all events that match a query, read page by page from the oldest on. */
async function listAll(system: System, token: string, query: string): Promise<EventResource[]> {
  const found: EventResource[] = []
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: Page = await list(system, token, `${query}&cursor=${cursor}`)
    found.push(...page.data)
    cursor = page.next_cursor
  }
  return found
}

const typesOf = (events: EventResource[]) => events.map(({ type }) => type)

/** Waits until `count` events are listed, including those that the authentication service sends to the user service. */
async function settled(system: System, token: string, count: number, query = '?limit=200'): Promise<void> {
  await until(`${count} events`, async () => (await listAll(system, token, query)).length >= count)
}

/**
 * Creates a user who signs up, logs in, is renamed and is suspended, and returns the id. `life` lists the types of the
 * events that this causes.
 */
async function live(system: System, username: string): Promise<string> {
  const { access_token: token } = await system.admin()
  const { user } = await system.signUpAndLogIn(username)
  const url = `${system.usersUrl}/api/v1/users/${user.id}`
  for (const body of [{ name: 'Ada' }, { status: 'suspended' }])
    assert.equal((await system.send('PATCH', url, { token, body })).status, 200)
  return user.id
}

const life = ['user.created', 'session.created', 'user.updated', 'user.suspended', 'session.ended']

const sentIn = ({ events }: { events: ReceivedEvent[] }) => events.filter(({ event }) => event === 'event')
const hasBeat = (reader: EventReader) =>
  until('a heartbeat', () => reader.events.some(({ event }) => event === 'heartbeat'))
const watch = (system: System, token: string, { query = '', lastEventId = '' } = {}) =>
  readEvents(at(system, `/stream${query}`), {
    authorization: `Bearer ${token}`,
    ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
  })

onEachEngine((startSystem, engine) => {
  test('the list has what happened in both services, oldest first, page by page, and by type and user', async () => {
    await using system = await startSystem()
    const key = await machine(system)
    const ada = await live(system, 'ada')
    const bob = await live(system, 'bob')
    for (const id of [ada, bob]) await settled(system, key, 5, `?user_id=${id}`)
    const all = await listAll(system, key, '?limit=200')
    for (const limit of [1, 3]) assert.deepEqual(await listAll(system, key, `?limit=${limit}`), all)
    for (const id of [ada, bob]) {
      const about = await listAll(system, key, `?limit=2&user_id=${id.toUpperCase()}`)
      assert.deepEqual(typesOf(about).sort(), life.toSorted())
      assert.deepEqual(
        about,
        all.filter(({ user_id }) => user_id === id),
      )
    }
    for (const types of [['user.created'], ['session.created', 'user.updated'], ['session.all_ended']]) {
      const wanted = all.filter(({ type }) => types.includes(type))
      assert.deepEqual(await listAll(system, key, `?limit=1&type=${types.join(',')}`), wanted)
      assert.deepEqual(
        await listAll(system, key, `?limit=1&type=${types.join(',')}&user_id=${ada}`),
        wanted.filter(({ user_id }) => user_id === ada),
      )
    }
    assert.deepEqual((await list(system, key, '?user_id=nobody')).data, [])
    for (const query of [
      'type=user.creatd',
      'type=',
      'type=user.created,',
      'cursor=x',
      'cursor=-1',
      'cursor=',
      'limit=0',
      'limit=201',
      'since=1',
    ])
      assert.equal((await system.send('GET', at(system, `?${query}`), { token: key })).status, 400, query)
  })

  test('whoever keeps the position misses nothing and gets nothing twice, while it is being written', async () => {
    await using system = await startSystem()
    const key = await machine(system)
    const { access_token: token } = await system.admin()
    const created: string[] = []
    let isWritten = false
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; number < 15; number++) {
        const body = { name: 'Ada', email: `u-${writer}-${number}@example.com` }
        const reply = await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })
        created.push(reply.body.id)
        await system.send('PATCH', `${system.usersUrl}/api/v1/users/${reply.body.id}`, {
          token,
          body: { name: 'Bob' },
        })
      }
    })
    const written = Promise.all(writers).then(() => {
      isWritten = true
    })
    async function consume(query: string, wanted: number): Promise<EventResource[]> {
      const got: EventResource[] = []
      let position = '0'
      await until('all', async () => {
        const page = await list(system, key, `${query}&cursor=${position}`)
        got.push(...page.data)
        position = page.position
        return isWritten && got.length >= wanted
      })
      return got
    }
    const consumed = ['type=user.created,user.updated', 'type=user.updated,user.created&limit=7'].map(
      (query) => consume(`?${query}`, 241),
    )
    await written
    for (const got of await Promise.all(consumed)) {
      assert.equal(new Set(got.map(({ id }) => id)).size, got.length, 'none twice')
      for (const id of created)
        assert.deepEqual(typesOf(got.filter(({ user_id }) => user_id === id)), [
          'user.created',
          'user.updated',
        ])
      assert.equal(got.length, 241, 'and the first admin')
    }
    const last = await list(system, key, '?type=session.all_ended')
    const none = await list(system, key, `?cursor=${last.position}`)
    assert.deepEqual(none, { ...last, data: [], next_cursor: null })
    const ahead = await list(system, key, '?cursor=9999999999999999')
    assert.ok(
      Number(ahead.position) < 9_000_000_000_000_000,
      'one of a database that is gone: the end of this one',
    )
    await live(system, 'ada')
    await until(
      'what came after',
      async () => (await list(system, key, `?cursor=${ahead.position}`)).data.length >= 5,
    )
  })

  test('a stream has what happens within seconds, goes on where it broke off, and leaves out what is not wanted', async () => {
    await using system = await startSystem()
    const key = await machine(system)
    const ada = await live(system, 'ada')
    await settled(system, key, 5, `?user_id=${ada}`)
    await using all = await watch(system, key)
    await using logins = await watch(system, key, { query: '?type=session.created,session.ended&after=0' })
    for (const reader of [all, logins]) await hasBeat(reader)
    assert.equal(all.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.deepEqual(sentIn(all), [], 'from now on')
    const place = all.events[0]?.id
    const bob = await live(system, 'bob')
    const about = (reader: EventReader, id: string) =>
      sentIn(reader).filter(({ data }) => data.user_id === id)
    await until('bob’s', () => about(all, bob).length === 5 && about(logins, bob).length === 2)
    assert.equal(about(logins, ada).length, 2, 'from the oldest')
    await using none = await watch(system, key, { query: '?type=session.all_ended&after=0' })
    await hasBeat(none)
    assert.ok(
      Number(none.events[0]?.id) >= Number(sentIn(all).at(-1)?.id),
      'what is not wanted is not read again',
    )
    const listed = (await list(system, key, `?user_id=${bob}`)).data
    assert.deepEqual(
      about(all, bob).map(({ data }) => data),
      listed,
    )
    // A stream may break after any of these events. The stream that continues it receives exactly the events after that one.
    for (const [taken, { id }] of about(all, bob).entries()) {
      await using later = await watch(system, key, { lastEventId: id, query: `?after=0&user_id=${bob}` })
      await hasBeat(later)
      assert.deepEqual(
        sentIn(later).map(({ data }) => data),
        listed.slice(taken + 1),
      )
    }
    await using again = await watch(system, key, {
      query: `?after=${place}&user_id=${bob}&type=user.created`,
    })
    await hasBeat(again)
    assert.deepEqual(typesOf(sentIn(again).map(({ data }) => data)), ['user.created'])
    const cat = await live(system, 'cat')
    await using ahead = await watch(system, key, { query: '?after=9007199254740991' })
    await hasBeat(ahead)
    await live(system, 'dan')
    await until('dan’s', () => sentIn(ahead).length >= 5)
    assert.equal(about(again, cat).length, 0)
  })

  test('a stream that breaks again and again loses nothing and repeats nothing while 200 events come', async () => {
    await using system = await startSystem()
    const key = await machine(system)
    const { access_token: token } = await system.admin()
    await settled(system, key, 1, '?type=user.created')
    let position = (await list(system, key)).position
    const made = (async () => {
      const ids: string[] = []
      for (let number = 0; number < 200; number++) {
        const body = { name: 'Ada', email: `u-${number}@example.com` }
        ids.push((await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })).body.id)
      }
      return ids
    })()
    const received: ReceivedEvent[] = []
    let streams = 0
    while (sentIn({ events: received }).length < 200) {
      await using reader = await watch(system, key, { lastEventId: position, query: '?type=user.created' })
      streams++
      await until('an event', () => reader.events.length > 0)
      received.push(...reader.events.slice(0, 20))
      position = received.at(-1)?.id ?? ''
    }
    assert.ok(streams >= 10, `${streams} streams`)
    assert.deepEqual(
      sentIn({ events: received }).map(({ data }) => data.user_id),
      await made,
    )
  })

  test('events are for those with events:read; of a deleted user only that something happened is left', async () => {
    await using system = await startSystem()
    const key = await machine(system)
    const { access_token: token } = await system.signUpAndLogIn('ada')
    for (const [credential, status] of [
      [token, 403],
      [system.serviceToken(), 401],
    ] as const)
      for (const path of ['', '/stream?after=x'])
        assert.equal((await system.send('GET', at(system, path), { token: credential })).status, status)
    for (const query of ['after=x', 'after=', 'type=x', 'cursor=1'])
      assert.equal((await system.send('GET', at(system, `/stream?${query}`), { token: key })).status, 400)
    const { access_token: admin } = await system.admin()
    const bob = await live(system, 'bob')
    await settled(system, key, 5, `?user_id=${bob}`)
    const url = `${system.usersUrl}/api/v1/users/${bob}`
    assert.equal((await system.send('DELETE', url, { token: admin })).status, 204)
    await settled(system, key, 6, `?user_id=${bob}`)
    await using stream = await watch(system, key, { query: '?after=0' })
    await until('the deletion on the stream', () =>
      sentIn(stream).some(({ data }) => (data as EventResource).type === 'user.deleted'),
    )
    const readings = [
      (await list(system, key, `?user_id=${bob}`)).data,
      (await list(system, key, '?limit=200')).data,
      (await list(system, key, `?limit=200&type=${[...life, 'user.deleted'].join()}`)).data,
      sentIn(stream).map(({ data }) => data as EventResource),
      await findNewestEvents(
        await system.database('users'),
        { types: undefined, userId: bob },
        { upTo: Number.MAX_SAFE_INTEGER, limit: 100 },
      ),
    ]
    for (const [place, events] of readings.entries()) {
      const about = events.filter((event) => ('subject' in event ? event.subject : event.user_id) === bob)
      assert.equal(about.length, 6, `${place}`)
      const telling = about.filter(({ data }) => Object.keys(data).length > 0)
      assert.deepEqual(typesOf(telling as EventResource[]), ['user.deleted'], `${place}`)
    }
  })

  if (engine === 'postgres')
    test('a deletion does not wait for the events of its user, however many there are', async () => {
      await using system = await startSystem()
      const { access_token: token } = await system.admin()
      const ada = await system.signUp('ada')
      const db = await system.database('users')
      await db.transaction(async (tx) => {
        await tx.query`SELECT id FROM events WHERE subject = ${ada.id} AND position IS NOT NULL FOR UPDATE`
        const url = `${system.usersUrl}/api/v1/users/${ada.id}`
        assert.equal((await system.send('DELETE', url, { token })).status, 204)
      })
    })

  test('the metrics count streams of events; beyond 100 a new one is refused, and a stop ends them', async () => {
    await using system = await startSystem()
    const metrics = async () => (await system.send('GET', `${system.usersOpsUrl}/metrics`)).body as string
    const key = await machine(system)
    await using open = new AsyncDisposableStack()
    const keys = [key, ...(await Promise.all(Array.from({ length: 4 }, () => machine(system))))]
    const readers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => watch(system, keys[at % 5] ?? '')),
    )
    for (const reader of readers) open.use(reader)
    await Promise.all(readers.map(hasBeat))
    assert.match(await metrics(), /^latchkey_event_streams\{what="open"\} 100$/m)
    const refused = await system.send('GET', at(system, '/stream'), { token: await machine(system) })
    assert.deepEqual([refused.status, refused.body.code], [503, 'overloaded'])
    await live(system, 'ada')
    await until('all have it', () => readers.every((reader) => sentIn(reader).length >= 5))
    await Promise.all([system.stop(), ...readers.map(({ ended }) => ended)])
  })
})
