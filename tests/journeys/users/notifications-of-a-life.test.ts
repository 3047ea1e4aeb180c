import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { storedEvents } from '#tests/support/stored.ts'
import type { SignedIn, System } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { removeUser } from '#users/core/user-store.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

async function logInFrom(
  system: System,
  user: { username: string; password: string },
  { agent = 'phone', device = undefined as string | undefined, address = '127.0.0.1' } = {},
) {
  const body = { username: user.username, password: user.password, ...(device && { device_name: device }) }
  const headers = { 'user-agent': agent, 'x-forwarded-for': address }
  const reply = await system.send('POST', `${system.authUrl}/auth/login`, { body, headers })
  assert.equal(reply.status, 200)
  return reply.body as { access_token: string; session_id: string }
}

async function listed(system: System, token: string) {
  const reply = await system.send('GET', `${system.usersUrl}/api/v1/notifications`, { token })
  assert.equal(reply.status, 200)
  return reply.body.data as {
    id: string
    type: string
    title: string
    body: string
    data: Record<string, unknown>
  }[]
}

/** Waits until the user service has received every event that the authentication service has recorded. */
async function told(system: System): Promise<void> {
  const db = await system.database('auth')
  await until('everything was told', async () => {
    const untold = await db.query`
      SELECT id FROM events
      WHERE position IS NULL OR position > COALESCE((SELECT position FROM event_readers WHERE name = 'users'), 0)`
    return untold.length === 0
  })
}

const signInsOf = async (system: System, token: string) => {
  await told(system)
  return (await listed(system, token)).filter(({ type }) => type === 'session.created')
}

onEachEngine((startSystem, engine) => {
  test('each new user gets one welcome, and a refused sign-up causes none', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const [welcome, ...others] = await listed(system, ada.access_token)
    assert.deepEqual(others, [])
    const { type, title, data } = welcome ?? {}
    assert.deepEqual(
      { type, title, data },
      { type: 'user.created', title: 'Welcome', data: { username: 'ada' } },
    )
    const body = { username: 'ada', email: 'other@example.com', password: 'a long password' }
    assert.equal((await system.send('POST', `${system.usersUrl}/users/create`, { body })).status, 400)
    const db = await system.database('users')
    const users = await db.query`SELECT id FROM users ORDER BY id`
    assert.deepEqual(await db.query`SELECT user_id AS id FROM notifications ORDER BY user_id`, users)
  })

  test('a login from a new device tells its owner; the first login and known devices tell nothing', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const { access_token: token } = await logInFrom(system, ada)
    assert.deepEqual(await signInsOf(system, token), [])
    const again = await logInFrom(system, ada)
    assert.deepEqual(await signInsOf(system, token), [], 'the same device')
    const logOut = (one: string) => system.send('POST', `${system.authUrl}/auth/logout`, { token: one })
    for (const one of [token, again.access_token]) await logOut(one)
    const third = await logInFrom(system, ada)
    assert.deepEqual(await signInsOf(system, third.access_token), [], 'after a logout')

    const laptop = await logInFrom(system, ada, { agent: firefox })
    const [notice, ...others] = await signInsOf(system, third.access_token)
    assert.deepEqual(others, [])
    assert.equal(notice?.title, 'New sign-in')
    assert.match(notice?.body ?? '', /^Firefox on Linux, from 127\.0\.0\.1\./)
    const { created_at: createdAt, ...data } = notice?.data ?? {}
    const { session_id } = laptop
    assert.deepEqual(data, {
      session_id,
      device_name: 'Firefox on Linux',
      user_agent: firefox,
      address: '127.0.0.1',
    })
    assert.ok(Math.abs(Date.parse(`${createdAt}`) - system.clock.now()) < 60_000)

    await logInFrom(system, ada, { agent: firefox, device: 'Work' })
    const named = await signInsOf(system, third.access_token)
    assert.deepEqual([named.length, named[0]?.data.device_name], [2, 'Work'])
    await logInFrom(system, ada, { agent: firefox, device: 'Work' })
    await logOut(laptop.access_token)
    await logInFrom(system, ada, { agent: firefox })
    assert.equal((await signInsOf(system, third.access_token)).length, 2, 'known from a session that ended')

    const { access_token: admin } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${ada.id}/sessions/revoke`
    await system.send('POST', url, { token: admin, body: { scope: 'all' } })
    const stranger = await logInFrom(system, ada, { agent: 'stranger' })
    assert.equal((await signInsOf(system, stranger.access_token)).length, 3, 'also when nobody is logged in')
  })

  test('a common browser is a new device in another network, and the same one in its own', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const ada = await system.signUp('ada')
    const from = (address: string) => logInFrom(system, ada, { agent: firefox, address })
    const { access_token: token } = await from('192.0.2.7')
    await from('192.0.2.200')
    assert.deepEqual(await signInsOf(system, token), [])
    await from('203.0.113.7')
    const [notice, ...others] = await signInsOf(system, token)
    assert.deepEqual([notice?.data.address, others], ['203.0.113.7', []])
    await from('203.0.113.8')
    await from('2001:db8:1:2::3')
    await from('2001:db8:1:3::3')
    assert.equal((await signInsOf(system, token)).length, 2)
  })

  test('what tells of the safety of an account cannot be deleted by whoever got into it, and other notices can', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const { access_token: token } = await logInFrom(system, ada)
    const thief = await logInFrom(system, ada, { agent: 'thief' })
    assert.equal((await signInsOf(system, token)).length, 1)
    using rpc = rpcClient(system.usersGrpc, 'latchkey.notifications.v1.NotificationService')
    for (const { id, type } of await listed(system, token)) {
      const isKept = type === 'session.created'
      const url = `${system.usersUrl}/api/v1/notifications/${id}`
      if (isKept)
        await assert.rejects(rpc.call('DeleteNotification', { id }, { token: thief.access_token }), {
          reason: 'notification_kept',
        })
      const reply = await system.send('DELETE', url, { token: thief.access_token })
      assert.deepEqual(
        [reply.status, reply.body.code],
        isKept ? [403, 'notification_kept'] : [204, undefined],
      )
    }
    assert.equal((await signInsOf(system, token)).length, 1)
  })

  test('many logins at once from one new device cause one notification', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const { access_token: token } = await logInFrom(system, ada)
    await Promise.all(Array.from({ length: 12 }, () => logInFrom(system, ada, { agent: firefox })))
    assert.equal((await signInsOf(system, token)).length, 1)
  })

  test('a login does not wait for the user service to take notice, and what it tells survives a restart', async () => {
    const data = temporaryFolder()
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rmSync(data, { recursive: true, force: true }))
    let system = stack.use(await startSystem({ data, expectUnlisted: true }))
    const ada = await system.signUp('ada')
    const { access_token: token } = await logInFrom(system, ada)
    const db = await system.database('users')
    await db.execute('ALTER TABLE notifications RENAME TO gone')
    await logInFrom(system, ada, { agent: firefox })
    const late = () => system.log.some((line) => line.loop === 'deliver events to users')
    await until('a try', late)
    await db.execute('ALTER TABLE gone RENAME TO notifications')
    await system.stop()
    system = stack.use(await startSystem({ data, clock: system.clock }))
    system.clock.advance(60_000)
    assert.equal((await signInsOf(system, token)).length, 1)
  })

  test('an event that is delivered twice causes one notification; one of a deleted user is accepted and causes none', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const event = {
      id: ada.session_id,
      type: 'session.created',
      user_id: ada.user.id,
      timestamp: new Date().toISOString(),
      data: {
        session_id: ada.session_id,
        device_name: null,
        user_agent: null,
        address: '127.0.0.1',
        is_new_device: true,
      },
    }
    const tell = (id: string) =>
      system.send('POST', `${system.usersUrl}/internal/events`, {
        token: system.serviceToken(),
        body: { events: [{ ...event, id }] },
      })
    for (let time = 1; time <= 3; time++) assert.equal((await tell(event.id)).status, 204)
    assert.equal((await signInsOf(system, ada.access_token)).length, 1)
    const url = `${system.usersUrl}/api/v1/users/${ada.user.id}`
    await system.send('DELETE', url, { token: ada.access_token })
    assert.equal((await tell(ada.user.id)).status, 204)
    const db = await system.database('users')
    assert.deepEqual(await db.query`SELECT id FROM notifications WHERE user_id = ${ada.user.id}`, [])
    const personal = await db.query`
      SELECT id FROM events WHERE id = ${ada.user.id} AND data <> '{}'
      UNION ALL SELECT id FROM told_events
      WHERE subject = ${ada.user.id} AND type <> 'user.deleted' AND data <> '{}'`
    assert.deepEqual(personal, [], 'nothing of the device or the address is kept')
    const refused = await system.send('POST', `${system.usersUrl}/internal/events`, {
      body: { events: [event] },
    })
    assert.deepEqual([refused.status, refused.body.code], [401, 'service_token_invalid'])
  })

  test('an event of a type that this version does not know is recorded all the same', async () => {
    await using system = await startSystem()
    const { user } = await system.signUpAndLogIn('ada')
    const { session_id: id } = await system.admin()
    const event = { id, type: 'later.added', user_id: user.id, timestamp: new Date().toISOString(), data: {} }
    const body = { events: [event] }
    const url = `${system.usersUrl}/internal/events`
    const reply = await system.send('POST', url, { token: system.serviceToken(), body })
    assert.equal(reply.status, 204)
    const found = await storedEvents(await system.database('users'), 'later.added')
    assert.deepEqual(found, [{ subject: user.id, data: {} }])
  })

  if (engine === 'postgres')
    test('what is told while its user is being deleted leaves nothing personal behind', async () => {
      await using system = await startSystem()
      const [ada, bob] = [await system.signUpAndLogIn('ada'), await system.signUpAndLogIn('bob')]
      await told(system)
      const db = await system.database('users')
      const held = Promise.withResolvers<void>()
      const deleting = Promise.withResolvers<void>()
      const deletion = db.transaction(async (tx) => {
        await removeUser(tx, ada.user.id, system.clock.now())
        deleting.resolve()
        await held.promise
      })
      await deleting.promise
      const event = (user: SignedIn) => ({
        id: user.user.id,
        type: 'session.created',
        user_id: user.user.id,
        timestamp: new Date().toISOString(),
        data: {
          session_id: user.session_id,
          device_name: 'Phone',
          user_agent: 'phone',
          address: '127.0.0.1',
          is_new_device: true,
        },
      })
      const telling = system.send('POST', `${system.usersUrl}/internal/events`, {
        token: system.serviceToken(),
        body: { events: [event(bob), event(ada)] },
      })
      try {
        const waits = () => db.query`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
        await until('it waits for the deletion', async () => (await waits()).length > 0)
      } finally {
        held.resolve()
      }
      await deletion
      assert.equal((await telling).status, 204)
      const dataOf = async ({ user }: SignedIn) =>
        (await db.query<{ data: string }>`SELECT data FROM events WHERE id = ${user.id}`)[0]?.data
      assert.equal(await dataOf(ada), '{}')
      assert.match((await dataOf(bob)) ?? '', /127\.0\.0\.1/)
    })
})
