import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { mailIsSent, mailTo, tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import type { SendOptions, System } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { notify } from '#users/messages/notifications/notify.ts'
import { alwaysOn } from '#users/messages/notifications/preferences.ts'

const day = 24 * 60 * 60 * 1000
const at = (system: System, path = '') => `${system.usersUrl}/api/v1/notifications${path}`

/** Creates a notification with the service credential, unless the options give another one. */
const create = (system: System, body: object, options: SendOptions = {}) =>
  system.send('POST', at(system), {
    token: system.serviceToken(),
    body: { type: 'invoice.paid', title: 'Paid', ...body },
    ...options,
  })

async function list(system: System, token: string, query = '') {
  const reply = await system.send('GET', at(system, query), { token })
  assert.equal(reply.status, 200)
  return reply.body
}

const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)

/** Signs a user up, logs in, and deletes the notifications of this user, such as the welcome. */
async function newPerson(system: System, username: string) {
  const person = await system.signUpAndLogIn(username)
  const token = person.access_token
  for (const { id } of (await list(system, token)).data)
    assert.equal((await system.send('DELETE', at(system, `/${id}`), { token })).status, 204)
  return { ...person, id: person.user.id, token }
}

onEachEngine((startSystem) => {
  /** The system that is shared by all tests that use only users of their own. The other tests start their own system. */
  let system: System
  before(async () => {
    system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  })
  after(() => system.stop())

  test('what a service tells a user is in that user’s list, newest first, and in nobody else’s', async () => {
    const ada = await newPerson(system, 'ada')
    const bob = await newPerson(system, 'bob')
    const data = { invoice: 7, lines: ['a', null] }
    const made = await create(system, { user_id: ada.id, title: 'First', body: 'One\nTwo', data })
    assert.equal(made.status, 201)
    const { id, created_at: createdAt, ...rest } = made.body
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    assert.ok(Math.abs(Date.parse(createdAt) - system.clock.now()) < 60_000)
    const expected = {
      user_id: ada.id,
      type: 'invoice.paid',
      title: 'First',
      body: 'One\nTwo',
      data,
      read_at: null,
    }
    assert.deepEqual(rest, { ...expected, channels: ['in_app'] })
    await create(system, { user_id: ada.id.toUpperCase(), title: 'Second' })
    const page = await list(system, ada.token)
    assert.deepEqual(titles(page), ['Second', 'First'])
    assert.deepEqual(page.data[1], { id, ...expected, created_at: createdAt })
    assert.deepEqual([page.data[0].body, page.data[0].data], [null, {}])
    assert.deepEqual([page.next_cursor, page.unread_count], [null, 2])
    assert.deepEqual((await list(system, bob.token)).data, [])
  })

  test('an admin and a key with users:write may notify; users and other keys may not', async () => {
    const carol = await newPerson(system, 'carol')
    const { access_token: admin } = await system.admin()
    const keyWith = async (scope: string) =>
      (
        await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
          token: admin,
          body: { name: 'ci', scopes: [scope] },
        })
      ).body.key
    const writer = await keyWith('users:write')
    for (const [token, status] of [
      [admin, 201],
      [writer, 201],
      [await keyWith('users:read'), 403],
      [carol.token, 403],
      ['x', 401],
    ] as const) {
      assert.equal((await create(system, { user_id: carol.id }, { token })).status, status)
    }
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/read', undefined],
      ['PATCH', `/${randomUUID()}`, { read: true }],
      ['DELETE', `/${randomUUID()}`, undefined],
    ] as const) {
      const reply = await system.send(method, at(system, path), { token: writer, body })
      assert.deepEqual([reply.status, reply.body.code], [403, 'forbidden'], 'a machine has none of its own')
    }
  })

  test('what cannot be a notification is refused, and nobody is told who does not exist', async () => {
    const dave = await newPerson(system, 'dave')
    for (const [body, pointer] of [
      [{ type: 'Invoice' }, '/type'],
      [{ type: 'invoice..paid' }, '/type'],
      [{ type: `a${'b'.repeat(64)}` }, '/type'],
      [{ title: '' }, '/title'],
      [{ title: 'two\nlines' }, '/title'],
      [{ title: 'x'.repeat(201) }, '/title'],
      [{ body: 'x'.repeat(4_001) }, '/body'],
      [{ data: [] }, '/data'],
      [{ data: { text: 'é'.repeat(2_048) } }, '/data'],
      [{ read: true }, '/read'],
    ] as const) {
      const reply = await create(system, { user_id: dave.id, ...body })
      assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [400, pointer])
    }
    assert.equal((await create(system, { user_id: dave.id, data: { text: 'x'.repeat(4_085) } })).status, 201)
    for (const id of [randomUUID(), 'nobody', '\u001f']) {
      const reply = await create(system, { user_id: id })
      assert.deepEqual([reply.status, reply.body.code], [404, 'user_not_found'])
    }
  })

  test('I64 a creation that is repeated with its Idempotency-Key makes one notification', async () => {
    const erin = await newPerson(system, 'erin')
    const headers = { 'idempotency-key': 'one' }
    const token = system.serviceToken()
    const body = { user_id: erin.id, type: 'a.b', title: 'Once' }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => system.send('POST', at(system), { token, headers, body })),
    )
    assert.equal(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size, 1)
    assert.equal(replies[0]?.status, 201)
    assert.deepEqual(titles(await list(system, erin.token)), ['Once'])
    const other = await system.send('POST', at(system), { token, headers, body: { ...body, title: 'Twice' } })
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  })

  test('pages hold each notification once, also when others come and go meanwhile', async () => {
    const frank = await newPerson(system, 'frank')
    for (let number = 1; number <= 7; number++)
      await create(system, { user_id: frank.id, title: `${number}` })
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list(system, frank.token, `?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...titles(page))
      cursor = page.next_cursor ?? ''
      await create(system, { user_id: frank.id, title: 'late' })
      await system.send('DELETE', at(system, `/${page.data[0].id}`), { token: frank.token })
    } while (cursor)
    assert.deepEqual(seen, ['7', '6', '5', '4', '3', '2', '1'])
    for (const query of ['?cursor=x', '?cursor=', '?limit=0', '?limit=201', '?unread=1', '?since=1'])
      assert.equal((await system.send('GET', at(system, query), { token: frank.token })).status, 400, query)
  })

  test('reading one, unreading it and reading all change the count and the unread list', async () => {
    await using system = await startSystem()
    const ada = await newPerson(system, 'ada')
    const ids: string[] = []
    for (const title of ['1', '2', '3']) ids.push((await create(system, { user_id: ada.id, title })).body.id)
    const mark = (id = '', read = true) =>
      system.send('PATCH', at(system, `/${id}`), { token: ada.token, body: { read } })
    const first = await mark(ids[1])
    assert.deepEqual([first.status, first.body.title], [200, '2'])
    assert.ok(Math.abs(Date.parse(first.body.read_at) - system.clock.now()) < 60_000)
    system.clock.advance(1_000)
    assert.equal((await mark(ids[1])).body.read_at, first.body.read_at, 'the first time stays')
    const unread = await list(system, ada.token, '?unread=true&limit=1')
    assert.deepEqual([titles(unread), unread.unread_count], [['3'], 2])
    const rest = await list(system, ada.token, `?unread=true&cursor=${unread.next_cursor}`)
    assert.deepEqual([titles(rest), rest.next_cursor], [['1'], null])
    assert.equal((await mark(ids[1], false)).body.read_at, null)
    assert.equal((await list(system, ada.token)).unread_count, 3)
    for (const read of [3, 0]) {
      const all = await system.send('POST', at(system, '/read'), { token: ada.token })
      assert.deepEqual([all.status, all.body], [200, { read }])
    }
    assert.deepEqual((await list(system, ada.token, '?unread=true')).data, [])
  })

  test('somebody else’s notification is not there: neither to read nor to delete; what is deleted is gone', async () => {
    const grace = await newPerson(system, 'grace')
    const { access_token: admin } = await system.admin()
    const { id } = (await create(system, { user_id: grace.id })).body
    for (const [token, wanted] of [
      [admin, id],
      [grace.token, randomUUID()],
      [grace.token, 'x'],
      [grace.token, '%00'],
    ]) {
      const url = at(system, `/${wanted}`)
      for (const [method, body] of [
        ['PATCH', { read: true }],
        ['DELETE', undefined],
      ] as const) {
        const reply = await system.send(method, url, { token, body })
        assert.deepEqual([reply.status, reply.body.code], [404, 'notification_not_found'])
      }
    }
    assert.equal((await list(system, grace.token)).unread_count, 1)
    const remove = () => system.send('DELETE', at(system, `/${id}`), { token: grace.token })
    assert.deepEqual([(await remove()).status, (await remove()).status], [204, 404])
    assert.deepEqual((await list(system, grace.token)).data, [])
  })

  test('of one user the newest 1,000 are kept, and none for longer than 90 days', async () => {
    await using system = await startSystem()
    const ada = await newPerson(system, 'ada')
    const bob = await newPerson(system, 'bob')
    const db = await system.database('users')
    // Deletes the welcome of the first admin, because the test counts the stored notifications.
    await db.query`DELETE FROM notifications`
    const notice = { userId: ada.id, type: 'user.password_changed', title: 'Another password' }
    await db.transaction((tx) => notify(tx, notice, system.clock.now()))
    await create(system, { user_id: ada.id, title: 'oldest' })
    await create(system, { user_id: bob.id, title: 'of somebody else' })
    for (let made = 0; made < 1_000; made += 50)
      await Promise.all(Array.from({ length: 50 }, () => create(system, { user_id: ada.id })))
    const stored = async () =>
      (await db.query<{ title: string }>`SELECT title FROM notifications`).map(({ title }) => title)
    const after = await stored()
    assert.ok(after.includes('Another password'), 'what keeps an account safe is not counted with the rest')
    assert.equal(after.length, 1_002)
    assert.ok(!after.includes('oldest') && after.includes('of somebody else'))
    assert.equal((await list(system, ada.token)).unread_count, 1_001)
    const sweep = system.sweeps('users').find(({ name }) => name === 'notifications')
    assert.equal(await sweep?.countWaiting(db, system.clock.now() + 89 * day, 5_000), 0)
    assert.equal(await sweep?.remove(db, system.clock.now() + 90 * day + 1, 5_000), 1_002)
    assert.deepEqual(await stored(), [])
  })

  test('whoever has a session or a key pushes no notice about safety out, by however many of any type', async () => {
    await using system = await startSystem()
    const { id } = await system.signUp('ada')
    const db = await system.database('users')
    await db.query`DELETE FROM notifications`
    const tell = async (type: string, title: string, times = 1) => {
      for (let left = times; left > 0; left -= 50)
        await db.transaction(async (tx) => {
          for (let at = 0; at < Math.min(left, 50); at++)
            await notify(tx, { userId: id, type, title }, system.clock.now())
        })
    }
    const stored = async () => {
      const rows = await db.query<{ type: string; title: string }>`
        SELECT type, title FROM notifications WHERE user_id = ${id} ORDER BY position`
      return rows.map(({ type, title }) => `${type} ${title}`)
    }
    for (const type of alwaysOn) await tell(type, 'first')
    await tell('invoice.paid', 'first')
    const [flooded = '', ...others] = alwaysOn
    await tell(flooded, 'flood', 250)
    await tell(flooded, 'last')
    const afterFlood = await stored()
    for (const type of alwaysOn) assert.ok(afterFlood.includes(`${type} first`), type)
    assert.ok(afterFlood.includes('invoice.paid first'), 'nor is anything else pushed out by them')
    assert.ok(afterFlood.includes(`${flooded} last`), 'the newest are kept too')
    assert.equal(afterFlood.length, 200 + others.length + 1)
  })

  test('nobody writes a notice of a type that is for the safety of an account, in any way', async () => {
    const heidi = await newPerson(system, 'heidi')
    const { access_token: admin } = await system.admin()
    using rpc = rpcClient(system.usersGrpc, 'latchkey.notifications.v1.NotificationService')
    for (const type of alwaysOn) {
      for (const token of [system.serviceToken(), admin]) {
        const body = { user_id: heidi.id, type, title: 'New API key' }
        const reply = await system.send('POST', at(system), { token, body })
        assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [400, '/type'], type)
        await assert.rejects(rpc.call('CreateNotification', body, { token }), { reason: 'invalid_request' })
      }
    }
    assert.deepEqual((await list(system, heidi.token)).data, [])
  })

  test('what a user has switched off is not kept; a line for a type counts more than the one for all', async () => {
    const ivan = await newPerson(system, 'ivan')
    const url = at(system, '/preferences')
    const { token } = ivan
    const channel = 'in_app'
    const put = (...preferences: object[]) => system.send('PUT', url, { token, body: { preferences } })
    const isListed = async (type: string) =>
      (await list(system, token)).data.some((one: { type: string }) => one.type === type)
    const told = async (type: string) => {
      const made = await create(system, { user_id: ivan.id, type })
      assert.equal(made.status, 201)
      const isKept = await isListed(type)
      assert.deepEqual(made.body.channels, isKept ? ['in_app'] : [])
      return isKept
    }
    assert.deepEqual((await system.send('GET', url, { token })).body, { preferences: [] })
    const body = {
      preferences: [
        { channel, type: '*', enabled: false },
        { channel, type: 'invoice.paid', enabled: true },
      ],
    }
    const replaced = await system.send('PUT', url, { token, body })
    assert.deepEqual([replaced.status, replaced.body], [200, body])
    assert.deepEqual((await system.send('GET', url, { token })).body, body)
    assert.deepEqual([await told('invoice.late'), await told('invoice.paid')], [false, true])
    const login = { username: 'ivan', password: ivan.password, device_name: 'New' }
    await system.send('POST', `${system.authUrl}/auth/login`, { body: login })
    await until('what keeps an account safe', () => isListed('session.created'))
    await put({ channel, type: 'invoice.due', enabled: false })
    assert.deepEqual([await told('invoice.due'), await told('invoice.late')], [false, true])
    const hidden = await put({ channel, type: 'session.created', enabled: false })
    assert.deepEqual([hidden.status, hidden.body.errors[0].pointer], [400, '/preferences/0/enabled'])
    for (const preferences of [
      [{ channel: 'pigeon', type: '*', enabled: true }],
      [{ channel, type: 'A', enabled: true }],
      [{ channel, type: '**', enabled: true }],
      [{ channel, type: '*' }],
      [
        { channel, type: 'a.b', enabled: true },
        { channel, type: 'a.b', enabled: false },
      ],
      Array.from({ length: 101 }, (_, number) => ({ channel, type: `a.b${number}`, enabled: true })),
    ])
      assert.equal((await put(...preferences)).status, 400, JSON.stringify(preferences[0]))
    const { access_token: admin } = await system.admin()
    assert.deepEqual((await system.send('GET', url, { token: admin })).body, { preferences: [] })
  })

  test('who wants notifications by mail gets them there, once the address is confirmed', async () => {
    const judy = await newPerson(system, 'judy')
    const put = (preferences: object[]) =>
      system.send('PUT', at(system, '/preferences'), { token: judy.token, body: { preferences } })
    const told = async (title: string) =>
      (await create(system, { user_id: judy.id, type: 'invoice.paid', title })).body.channels
    assert.deepEqual(await told('unwanted'), ['in_app'], 'no mail unless they say so')
    await put([{ channel: 'email', type: 'invoice.paid', enabled: true }])
    assert.deepEqual(await told('too early'), ['in_app', 'email'])
    const token = await tokenFor(system, 'judy@example.com', 'verify-email')
    await system.send('POST', `${system.authUrl}/api/v1/auth/email/verify`, { body: { token } })
    await told('Invoice 7 is paid')
    await mailIsSent(system)
    const subjects = (await mailTo(system, 'judy@example.com')).map(({ subject }) => subject)
    assert.deepEqual(
      subjects.filter((subject) => /unwanted|early|Invoice/.test(subject)),
      ['Invoice 7 is paid'],
    )
    const off = await put([{ channel: 'email', type: 'user.password_changed', enabled: false }])
    assert.equal(off.status, 400, 'what keeps an account safe cannot be switched off')
  })

  test('a restart keeps notifications; the deletion of their user takes them along', async () => {
    const data = temporaryFolder()
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rmSync(data, { recursive: true, force: true }))
    let system = stack.use(await startSystem({ data }))
    const ada = await newPerson(system, 'ada')
    const headers = { 'idempotency-key': 'one' }
    const body = { user_id: ada.id, type: 'a.b', title: 'Secret' }
    await create(system, {}, { token: system.serviceToken(), headers, body })
    await system.stop()
    system = stack.use(await startSystem({ data }))
    assert.deepEqual(titles(await list(system, ada.token)), ['Secret'])
    const db = await system.database('users')
    const rows = async () => (await db.query`SELECT id FROM notifications WHERE user_id = ${ada.id}`).length
    assert.equal(await rows(), 1)
    const url = `${system.usersUrl}/api/v1/users/${ada.id}`
    assert.equal((await system.send('DELETE', url, { token: ada.token })).status, 204)
    assert.equal(await rows(), 0)
    assert.deepEqual(await db.query`SELECT key FROM idempotency_keys WHERE reply LIKE '%Secret%'`, [])
    assert.equal((await create(system, { user_id: ada.id })).status, 404)
  })
})
