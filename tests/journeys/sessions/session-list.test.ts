import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { readEvents } from '#tests/support/event-reader.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient, toRefusal } from '#tests/support/rpc-client.ts'
import type { HttpReply, System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const day = 86_400_000

async function logInWith(
  system: System,
  password: string,
  { userAgent, ...body }: { userAgent: string; device_name?: string },
): Promise<{ access_token: string; refresh_token: string; session_id: string }> {
  const reply = await system.send('POST', `${system.authUrl}/auth/login`, {
    body: { username: 'ada', password, ...body },
    headers: { 'user-agent': userAgent },
  })
  return reply.body
}

const own = (system: System, path = '') => `${system.authUrl}/api/v1/auth/sessions${path}`
const of = (system: System, id: string, path = '') => `${system.authUrl}/api/v1/users/${id}/sessions${path}`
const list = (system: System, token: string, query = '') => system.send('GET', own(system, query), { token })
const idsOf = (reply: HttpReply): string[] => reply.body.data.map(({ id }: { id: string }) => id)

async function whyRefused(system: System, token: string): Promise<[number, string, string]> {
  const { status, body } = await system.send('GET', `${system.authUrl}/auth/validate`, { token })
  return [status, body.code, body.reason]
}
const revoked = [401, 'session_ended', 'revoked']

async function isGood(system: System, token: string): Promise<boolean> {
  return (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).status === 200
}

async function keyWith(system: System, scopes: string[]): Promise<string> {
  const { access_token: token } = await system.admin()
  const body = { name: 'ci', scopes }
  return (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body.key
}

onEachEngine((startSystem) => {
  /** The system that is shared by all tests that use only users of their own. The other tests start their own system. */
  let system: System
  before(async () => {
    system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  })
  after(() => system.stop())

  test('people see where they are logged in: the device, the address, since when, and which one it is', async () => {
    const { password } = await system.signUp('ada')
    const laptop = await logInWith(system, password, { userAgent: firefox })
    const phone = await logInWith(system, password, { userAgent: safari })
    await logInWith(system, password, { userAgent: safari, device_name: "Ada's tablet" })
    await logInWith(system, password, { userAgent: 'backup-script' })
    const { status, body } = await list(system, phone.access_token)
    assert.equal(status, 200)
    const seen = body.data.map((one: Record<string, unknown>) => [
      one.device_name,
      one.user_agent,
      one.address,
      one.current,
    ])
    assert.deepEqual(seen, [
      ['Firefox on Linux', firefox, '127.0.0.1', false],
      ['Safari on iOS', safari, '127.0.0.1', true],
      ["Ada's tablet", safari, '127.0.0.1', false],
      [null, 'backup-script', '127.0.0.1', false],
    ])
    const [first] = body.data
    assert.equal(first.id, laptop.session_id)
    assert.equal(first.last_used_at, first.created_at)
    assert.equal(Date.parse(first.expires_at) - Date.parse(first.created_at), 30 * day)
    assert.equal(body.next_cursor, null)
  })

  test('the last use of a session is its last refresh, and one that is over is not listed', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const gone = await system.logIn('ada', ada.password)
    await system.logIn('ada', ada.password)
    await system.send('POST', `${system.authUrl}/auth/logout`, { token: gone.access_token })
    system.clock.advance(20 * day)
    const refreshed = await system.send('POST', `${system.authUrl}/auth/refresh`, {
      body: { refresh_token: ada.refresh_token },
    })
    const used = await list(system, refreshed.body.access_token)
    assert.equal(used.body.data.length, 2)
    const [{ created_at, last_used_at }] = used.body.data
    assert.ok(Date.parse(last_used_at) - Date.parse(created_at) >= 20 * day)
    system.clock.advance(11 * day)
    const again = await system.logIn('ada', ada.password)
    assert.deepEqual(
      idsOf(await list(system, again.access_token)),
      [ada.session_id, again.session_id],
      'the one that nobody used for 30 days is over, though no sweep has removed it',
    )
  })

  test('a list of sessions has pages', async () => {
    const bob = await system.signUpAndLogIn('bob')
    const ids = [bob.session_id]
    for (let more = 0; more < 4; more++) ids.push((await system.logIn('bob', bob.password)).session_id)
    const seen: string[] = []
    let query = '?limit=2'
    for (;;) {
      const page = await list(system, bob.access_token, query)
      seen.push(...idsOf(page))
      if (page.body.next_cursor === null) break
      query = `?limit=2&cursor=${page.body.next_cursor}`
    }
    assert.deepEqual(seen, ids)
    for (const wrong of ['?limit=0', '?limit=201', '?cursor=x', '?order=asc']) {
      const reply = await list(system, bob.access_token, wrong)
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request'], wrong)
    }
  })

  test('I19 I26 ending a session by its id counts from the reply on, and may be repeated', async () => {
    const carol = await system.signUpAndLogIn('carol')
    const lost = await system.logIn('carol', carol.password)
    for (let time = 1; time <= 2; time++) {
      const url = own(system, `/${lost.session_id.toUpperCase()}`)
      const reply = await system.send('DELETE', url, { token: carol.access_token })
      assert.deepEqual([reply.status, reply.body], [204, ''], `time ${time}`)
    }
    assert.deepEqual(await whyRefused(system, lost.access_token), revoked)
    assert.equal(await isGood(system, carol.access_token), true)
    const own_ = await system.send('DELETE', own(system, `/${carol.session_id}`), {
      token: carol.access_token,
    })
    assert.equal(own_.status, 204)
    assert.deepEqual(await whyRefused(system, carol.access_token), revoked)
  })

  test('I26 nobody lists or ends a session of somebody else without the right to it', async () => {
    const dave = await system.signUpAndLogIn('dave')
    const erin = await system.signUpAndLogIn('erin')
    const token = erin.access_token
    const readOnly = await keyWith(system, ['sessions:read', 'users:write', 'users:delete'])
    const body = { scope: 'all' }
    const refused: [string, string, { token: string; body?: object }, number, string][] = [
      ['GET', of(system, dave.user.id), { token }, 404, 'user_not_found'],
      ['GET', of(system, randomUUID()), { token }, 404, 'user_not_found'],
      ['DELETE', own(system, `/${dave.session_id}`), { token }, 404, 'session_not_found'],
      ['DELETE', own(system, `/${randomUUID()}`), { token }, 404, 'session_not_found'],
      ['DELETE', own(system, '/%00'), { token }, 404, 'session_not_found'],
      ['DELETE', of(system, erin.user.id, `/${dave.session_id}`), { token }, 404, 'session_not_found'],
      ['DELETE', of(system, dave.user.id, `/${dave.session_id}`), { token }, 403, 'forbidden'],
      ['DELETE', of(system, dave.user.id, `/${dave.session_id}`), { token: readOnly }, 403, 'forbidden'],
      ['POST', of(system, dave.user.id, '/revoke'), { token, body }, 403, 'forbidden'],
      ['POST', of(system, dave.user.id, '/revoke'), { token: readOnly, body }, 403, 'forbidden'],
    ]
    for (const [method, url, options, status, code] of refused) {
      const reply = await system.send(method, url, options)
      assert.deepEqual([reply.status, reply.body.code], [status, code], `${method} ${url}`)
    }
    assert.equal(await isGood(system, dave.access_token), true)
  })

  test('I19 I26 one can end all other sessions, or all of them', async () => {
    const frank = await system.signUpAndLogIn('frank')
    const others = [await system.logIn('frank', frank.password), await system.logIn('frank', frank.password)]
    const grace = await system.signUpAndLogIn('grace')
    const end = (scope: unknown) =>
      system.send('POST', own(system, '/revoke'), { token: frank.access_token, body: { scope } })
    assert.deepEqual((await end('others')).body, { ended: 2 })
    for (const other of others) assert.deepEqual(await whyRefused(system, other.access_token), revoked)
    assert.deepEqual(idsOf(await list(system, frank.access_token)), [frank.session_id])
    for (const wrong of ['mine', undefined, 1]) assert.equal((await end(wrong)).body.code, 'invalid_request')
    await system.logIn('frank', frank.password)
    assert.deepEqual((await end('all')).body, { ended: 2 })
    assert.deepEqual(await whyRefused(system, frank.access_token), revoked)
    assert.equal(await isGood(system, grace.access_token), true)
  })

  test('an admin, and an API key with the scope, see and end the sessions of anybody', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const phone = await system.logIn('ada', ada.password)
    const tablet = await system.logIn('ada', ada.password)
    const { access_token: admin } = await system.admin()
    const machine = await keyWith(system, ['sessions:read', 'sessions:revoke'])
    for (const token of [admin, machine]) {
      const listed = await system.send('GET', of(system, ada.user.id), { token })
      assert.deepEqual(idsOf(listed), [ada.session_id, phone.session_id, tablet.session_id])
      assert.ok(listed.body.data.every(({ current }: { current: boolean }) => !current))
    }
    const url = of(system, ada.user.id, `/${phone.session_id}`)
    assert.equal((await system.send('DELETE', url, { token: machine })).status, 204)
    assert.deepEqual(await whyRefused(system, phone.access_token), revoked)
    const body = { scope: 'others' }
    const ended = await system.send('POST', of(system, ada.user.id, '/revoke'), { token: admin, body })
    assert.deepEqual([ended.status, ended.body], [200, { ended: 2 }], 'none of them is the one that asks')
    const mine = await system.send('GET', of(system, 'me'), { token: admin })
    assert.deepEqual(mine.body.data.map(({ current }: { current: boolean }) => current).filter(Boolean), [
      true,
    ])
    const nobody = await system.send('GET', of(system, randomUUID()), { token: admin })
    assert.deepEqual([nobody.status, nobody.body], [200, { data: [], next_cursor: null }])
    const line = system.log.find(({ event, by }) => event === 'session.ended' && by !== undefined)
    assert.deepEqual([line?.user_id, line?.session_id], [ada.user.id, phone.session_id])
  })

  test('a machine has no sessions of its own', async () => {
    const token = await keyWith(system, ['sessions:read', 'sessions:revoke'])
    const body = { scope: 'all' }
    const refused: [string, string, object, number, string][] = [
      ['GET', own(system), {}, 403, 'forbidden'],
      ['DELETE', own(system, `/${randomUUID()}`), {}, 403, 'forbidden'],
      ['POST', own(system, '/revoke'), { body }, 403, 'forbidden'],
      ['GET', of(system, 'me'), {}, 404, 'user_not_found'],
      ['DELETE', of(system, 'me', `/${randomUUID()}`), {}, 404, 'user_not_found'],
      ['POST', of(system, 'me', '/revoke'), { body }, 404, 'user_not_found'],
    ]
    for (const [method, url, options, status, code] of refused) {
      const reply = await system.send(method, url, { token, ...options })
      assert.deepEqual([reply.status, reply.body.code], [status, code], `${method} ${url}`)
    }
  })

  test('a user has at most 100 living sessions: the oldest makes room', async () => {
    const { id, password } = await system.signUp('heidi')
    const oldest = await system.logIn('heidi', password)
    const second = await system.logIn('heidi', password)
    const idle = await system.logIn('heidi', password)
    const auth = await system.database('auth')
    await auth.query`UPDATE sessions SET idle_expires_at = 1 WHERE id = ${idle.session_id}`
    // Inserts sessions as 98 logins would, because each login would cost a password hash.
    const now = system.clock.now()
    for (let more = 1; more <= 98; more++) {
      await auth.query`
        INSERT INTO sessions (id, user_id, epoch, generation, rotated_at, created_at, idle_expires_at, expires_at, address)
        VALUES (${randomUUID()}, ${id}, 1, 1, ${now}, ${now}, ${now + day}, ${now + day}, '')`
    }
    assert.equal(await isGood(system, oldest.access_token), true)
    await system.logIn('heidi', password)
    assert.deepEqual(await whyRefused(system, oldest.access_token), revoked)
    assert.equal(await isGood(system, second.access_token), true, 'one that is over takes no place')
    const logins = [system.logIn('heidi', password), system.logIn('heidi', password)]
    const [last] = await Promise.all(logins)
    assert.deepEqual(await whyRefused(system, second.access_token), revoked)
    const listed = await list(system, last?.access_token ?? '', '?limit=200')
    assert.equal(listed.body.data.length, 100)
  })

  test('whoever is an admin no more sees and ends no session of others from the next request on, with the token from before too', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const bob = await system.signUp('bob')
    const { access_token: admin } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${bob.id}`
    const giveRole = async (role: string) =>
      assert.equal((await system.send('PATCH', url, { token: admin, body: { role } })).status, 200)
    await giveRole('admin')
    const { access_token: token } = await system.logIn('bob', bob.password)
    const ofAda = of(system, ada.user.id)
    using rpc = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
    const attempts = async () => [
      (await system.send('GET', ofAda, { token })).status,
      (await system.send('GET', ofAda.replace(system.authUrl, system.usersUrl), { token })).status,
      await rpc.call('ListSessions', { user_id: ada.user.id }, { token }).then(
        () => 'listed',
        ({ reason }) => reason,
      ),
      (
        await system.send('POST', `${system.authUrl}/api/v1/auth/introspect`, {
          token,
          body: { token: ada.access_token },
        })
      ).status,
      (await system.send('DELETE', of(system, ada.user.id, `/${randomUUID()}`), { token })).body.code,
    ]
    assert.deepEqual(await attempts(), [200, 200, 'listed', 200, 'session_not_found'])
    await giveRole('user')
    assert.deepEqual(await attempts(), [404, 404, 'user_not_found', 403, 'forbidden'])
    assert.equal((await list(system, token)).status, 200, 'and is not logged out')
    assert.ok(await isGood(system, ada.access_token))
  })

  test('a stream of ended sessions, by HTTP or gRPC, ends for whoever is an admin no more', async () => {
    await using system = await startSystem({ admissionMs: 100 })
    const bob = await system.signUp('bob')
    const { access_token: admin } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${bob.id}`
    await system.send('PATCH', url, { token: admin, body: { role: 'admin' } })
    const { access_token: token } = await system.logIn('bob', bob.password)
    const headers = { authorization: `Bearer ${token}` }
    await using reader = await readEvents(`${system.authUrl}/api/v1/auth/revocations`, headers)
    await until('a heartbeat', () => reader.events.length > 0)
    using rpc = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
    const stream = rpc.open('WatchRevocations', {}, { token })
    const refused = once(stream, 'error')
    await once(stream.resume(), 'data')
    await system.send('PATCH', url, { token: admin, body: { role: 'user' } })
    await reader.ended
    const [error] = await refused
    assert.equal(toRefusal(error).reason, 'forbidden')
  })
})
