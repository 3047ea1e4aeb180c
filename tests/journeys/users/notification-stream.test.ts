import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { type EventReader, type ReceivedEvent, readEvents } from '#tests/support/event-reader.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const at = (system: System, path = '') => `${system.usersUrl}/api/v1/notifications${path}`

const watch = (system: System, token: string, { query = '', lastEventId = '' } = {}) =>
  readEvents(at(system, `/stream${query}`), {
    authorization: `Bearer ${token}`,
    ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
  })

async function create(system: System, userId: string, title: string): Promise<string> {
  const body = { user_id: userId, type: 'invoice.paid', title }
  const reply = await system.send('POST', at(system), { token: system.serviceToken(), body })
  assert.equal(reply.status, 201)
  return reply.body.id
}

const sentIn = ({ events }: { events: ReceivedEvent[] }) =>
  events.filter(({ event }) => event === 'notification')
const titles = (reader: { events: ReceivedEvent[] }): string[] => sentIn(reader).map(({ data }) => data.title)
const hasBeat = (reader: EventReader) =>
  until('a heartbeat', () => reader.events.some(({ event }) => event === 'heartbeat'))

/** Signs a user up, logs in, and returns the position after the notifications that this user has so far. */
async function newPerson(system: System, username: string) {
  const { user, access_token: token } = await system.signUpAndLogIn(username)
  return { id: user.id, token, position: await positionOf(system, token) }
}

const positionOf = async (system: System, token: string): Promise<string> =>
  (await system.send('GET', at(system), { token })).body.position

onEachEngine((startSystem) => {
  test('a notification arrives at its user’s streams, as it is in the list, and at no other', async () => {
    await using system = await startSystem()
    const ada = await newPerson(system, 'ada')
    const bob = await newPerson(system, 'bob')
    await create(system, ada.id, 'before')
    await using reader = await watch(system, ada.token)
    await using second = await watch(system, ada.token)
    await using other = await watch(system, bob.token)
    assert.equal(reader.response.status, 200)
    assert.equal(reader.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    for (const one of [reader, second, other]) await hasBeat(one)
    assert.equal(reader.events[0]?.id, await positionOf(system, ada.token), 'a place to come back to')
    await create(system, ada.id, 'now')
    await until('it', () => sentIn(reader).length > 0 && sentIn(second).length > 0)
    const { data } = (await system.send('GET', at(system), { token: ada.token })).body
    assert.deepEqual(sentIn(reader)[0]?.data, data[0])
    await create(system, bob.id, 'for bob')
    await until('bob’s', () => sentIn(other).length > 0)
    assert.deepEqual([titles(reader), titles(second), titles(other)], [['now'], ['now'], ['for bob']])
  })

  test('a stream that breaks goes on from its position, with nothing lost and nothing twice, while 200 come', async () => {
    await using system = await startSystem()
    const ada = await newPerson(system, 'ada')
    const received: ReceivedEvent[] = []
    const made = (async () => {
      const ids: string[] = []
      for (let number = 0; number < 200; number++) ids.push(await create(system, ada.id, `${number}`))
      return ids
    })()
    let lastEventId = ada.position
    let streams = 0
    while (sentIn({ events: received }).length < 200) {
      await using reader = await watch(system, ada.token, { lastEventId })
      streams++
      await until('an event', () => reader.events.length > 0)
      // Takes at most 20 events. All others that the service has sent are lost with the connection.
      received.push(...reader.events.slice(0, 20))
      lastEventId = received.at(-1)?.id ?? ''
    }
    const ids = await made
    assert.ok(streams >= 10, `${streams} streams`)
    assert.deepEqual(
      sentIn({ events: received }).map(({ data }) => data.id),
      ids,
    )
    const [first] = received
    await using winning = await watch(system, ada.token, {
      query: `?after=${lastEventId}`,
      lastEventId: first?.id ?? '',
    })
    await hasBeat(winning)
    assert.equal(sentIn(winning).length, first?.event === 'notification' ? 199 : 200)
  })

  test('the position of a list brings what came after it, and one of a lost database brings all', async () => {
    const data = temporaryFolder()
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rmSync(data, { recursive: true, force: true }))
    let system = stack.use(await startSystem({ data }))
    const ada = await newPerson(system, 'ada')
    await create(system, ada.id, 'listed')
    const position = await positionOf(system, ada.token)
    const gone = await create(system, ada.id, 'gone')
    for (const title of ['one', 'two']) await create(system, ada.id, title)
    await system.send('DELETE', at(system, `/${gone}`), { token: ada.token })
    await system.stop()
    system = stack.use(await startSystem({ data }))
    for (const [query, expected] of [
      [`?after=${position}`, ['one', 'two']],
      [`?after=${ada.position}`, ['listed', 'one', 'two']],
      ['', []],
    ] as const) {
      await using reader = await watch(system, ada.token, { query })
      await hasBeat(reader)
      assert.deepEqual(titles(reader), expected, query)
    }
    await using all = await watch(system, ada.token, { query: '?after=9007199254740991' })
    await hasBeat(all)
    assert.deepEqual(titles(all).slice(-3), ['listed', 'one', 'two'])
    for (const query of ['?after=', '?after=-1', '?after=x', `?after=${'1'.repeat(65)}`, '?since=1']) {
      await using refused = await watch(system, ada.token, { query })
      assert.equal(refused.response.status, 400, query)
    }
  })

  test('no position is given twice when the database has lost its last commits', async () => {
    await using system = await startSystem()
    const ada = await newPerson(system, 'ada')
    await create(system, ada.id, 'lost')
    await using reader = await watch(system, ada.token, { query: `?after=${ada.position}` })
    await hasBeat(reader)
    const lastEventId = reader.events.at(-1)?.id ?? ''
    const db = await system.database('users')
    await db.query`DELETE FROM notifications WHERE title = 'lost'`
    await db.query`UPDATE users SET last_notification = 0 WHERE id = ${ada.id}`
    system.clock.advance(1_000)
    await create(system, ada.id, 'after')
    await using later = await watch(system, ada.token, { lastEventId })
    await hasBeat(later)
    assert.deepEqual(titles(later), ['after'])
  })

  test('a heartbeat does not come while the database cannot be read; what happened meanwhile comes before the next', async () => {
    await using system = await startSystem({ expectUnlisted: true })
    const ada = await newPerson(system, 'ada')
    await using reader = await watch(system, ada.token)
    await hasBeat(reader)
    const db = await system.database('users')
    const lost = () => system.log.filter((line) => line.msg === 'cannot read the positions of notifications')
    await db.execute('ALTER TABLE users RENAME TO gone')
    await until('it is noticed', () => lost().length > 0)
    const before = reader.events.length
    await db.execute('ALTER TABLE gone RENAME TO users')
    await create(system, ada.id, 'meanwhile')
    await until('it is back', () => reader.events.length > before)
    assert.deepEqual(titles(reader), ['meanwhile'])
  })

  test('a stream needs a session of its own user, and ends with it', async () => {
    await using system = await startSystem({ admissionMs: 100 })
    const { access_token: admin } = await system.admin()
    const body = { name: 'ci', scopes: ['users:write'] }
    const { key } = (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token: admin, body }))
      .body
    for (const [token, status] of [
      [key, 403],
      [system.serviceToken(), 401],
      ['x', 401],
    ] as const) {
      await using refused = await watch(system, token)
      assert.equal(refused.response.status, status)
    }
    const ada = await newPerson(system, 'ada')
    await using reader = await watch(system, ada.token)
    await hasBeat(reader)
    await system.send('POST', `${system.authUrl}/auth/logout`, { token: ada.token })
    await reader.ended
  })

  test('a stop of the service ends open streams at once', async () => {
    // The drain may last ten minutes: if the service ended streams only after it, the test would time out.
    await using system = await startSystem({ drainMs: 600_000 })
    const ada = await newPerson(system, 'ada')
    await using reader = await watch(system, ada.token)
    await hasBeat(reader)
    await Promise.all([system.stop(), reader.ended])
  })

  test('the metrics count streams and what was sent', async () => {
    await using system = await startSystem()
    const metrics = async () => (await system.send('GET', `${system.usersOpsUrl}/metrics`)).body as string
    const ada = await newPerson(system, 'ada')
    await using all = new AsyncDisposableStack()
    const readers: EventReader[] = []
    while (readers.length < 10) readers.push(all.use(await watch(system, ada.token)))
    await Promise.all(readers.map(hasBeat))
    await create(system, ada.id, randomUUID())
    await until('all have it', () => readers.every((reader) => sentIn(reader).length === 1))
    assert.match(await metrics(), /^latchkey_notification_streams\{what="open"\} 10$/m)
    assert.match(await metrics(), /^latchkey_notification_streams\{what="sent"\} 10$/m)
    await all.disposeAsync()
    await until('they have left', async () => /notification_streams\{what="open"\} 0$/m.test(await metrics()))
  })
})
