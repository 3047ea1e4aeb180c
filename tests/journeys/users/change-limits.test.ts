import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type HttpReply, type System, startSystem, stillClock } from '#tests/support/system.ts'

const day = 24 * 60 * 60 * 1000

const patchMe = (system: System, token: string, body: object): Promise<HttpReply> =>
  system.send('PATCH', `${system.usersUrl}/api/v1/users/me`, { token, body })

onEachEngine((startSystem) => {
  describe('what one user may change', () => {
    test('is sixty things a minute, by whichever route and transport', async () => {
      await using system = await startSystem({ clock: stillClock() })
      const { access_token: token, user } = await system.signUpAndLogIn('ada')
      const other = await system.signUpAndLogIn('bob')
      const ways: ((at: number) => Promise<HttpReply>)[] = [
        (at) => patchMe(system, token, { name: `Ada ${at}` }),
        () => system.send('POST', `${system.usersUrl}/api/v1/notifications/read`, { token }),
        () =>
          system.send('PUT', `${system.usersUrl}/api/v1/notifications/preferences`, {
            token,
            body: { preferences: [] },
          }),
      ]
      const codes: string[] = []
      for (let at = 0; at < 60; at++) {
        const way = ways[at % ways.length]
        codes.push((await way?.(at))?.body?.code)
      }
      assert.ok(!codes.includes('changes_limited'), `${codes}`)
      const refused = await Promise.all(ways.map((way) => way(60)))
      for (const { status, body, headers } of refused) {
        assert.deepEqual([status, body.code], [429, 'changes_limited'])
        assert.equal(headers.get('retry-after'), '1')
        assert.equal(headers.get('ratelimit-policy'), '"changes";q=60;w=60')
      }
      using rpc = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
      const change = { id: user.id, changes: { name: 'A' }, update_mask: { paths: ['name'] } }
      await assert.rejects(rpc.call('UpdateUser', change, { token }), { reason: 'changes_limited' })
      assert.equal((await patchMe(system, other.access_token, { name: 'Bob' })).status, 200)
      const read = await system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token })
      assert.deepEqual([read.status, read.body.name], [200, 'Ada 57'])
      system.clock.advance(1_000)
      assert.equal((await patchMe(system, token, { name: 'Ada' })).status, 200)
    })

    test('I16 never keeps an owner from ending the sessions of a thief, or from another password', async () => {
      await using system = await startSystem({ clock: stillClock() })
      const { password, user, ...own } = await system.signUpAndLogIn('ada')
      const token = own.access_token
      const logInElsewhere = async () => (await system.logIn('ada', password)).session_id
      const thief = await system.logIn('ada', password)
      const change = (by: string, current: string, next: string) =>
        system.send('POST', `${system.authUrl}/api/v1/auth/password/change`, {
          token: by,
          body: { current_password: current, new_password: next },
        })
      // Somebody who has stolen an access token uses up every limit that can be used up with this token alone.
      for (let at = 0; at < 6; at++) await change(thief.access_token, 'a wrong guess', 'another password')
      const guessed = await change(thief.access_token, password, 'another password')
      assert.equal(guessed.body.code, 'login_name_limited')
      for (let at = 0; at < 61; at++) await patchMe(system, thief.access_token, { nonsense: at })
      assert.equal((await patchMe(system, token, { name: 'Ada' })).body.code, 'changes_limited')

      const { usersUrl, authUrl } = system
      const end = (method: string, url: string, body?: object) => system.send(method, url, { token, body })
      for (const url of [usersUrl, authUrl]) {
        const own = await end('DELETE', `${url}/api/v1/auth/sessions/${await logInElsewhere()}`)
        assert.equal(own.status, 204, own.body?.code)
        const one = await end('DELETE', `${url}/api/v1/users/me/sessions/${await logInElsewhere()}`)
        assert.equal(one.status, 204, one.body?.code)
        for (const path of ['auth/sessions/revoke', 'users/me/sessions/revoke']) {
          await logInElsewhere()
          const others = await end('POST', `${url}/api/v1/${path}`, { scope: 'others' })
          assert.equal(others.status, 200, others.body.code)
          assert.ok(others.body.ended >= 1)
        }
      }
      using rpc = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
      const session = { user_id: user.id, session_id: await logInElsewhere() }
      await rpc.call('RevokeSession', session, { token })
      const changed = await change(token, password, 'a password that no thief has')
      assert.equal(changed.status, 200, changed.body.code)
      const token2 = changed.body.access_token
      assert.equal((await patchMe(system, token2, { name: 'Ada' })).body.code, 'changes_limited')
      assert.equal(
        (await system.send('DELETE', `${usersUrl}/users/${user.id}`, { token: token2 })).status,
        200,
      )
    })

    test('does not count the end of sessions that have ended before, which leaves no row and no log line', async () => {
      await using system = await startSystem({ clock: stillClock() })
      const { access_token: token, password } = await system.signUpAndLogIn('ada')
      const { session_id: id } = await system.logIn('ada', password)
      const sessionsUrl = `${system.authUrl}/api/v1/auth/sessions`
      const endAll = async () => {
        const others = { token, body: { scope: 'others' } }
        assert.equal((await system.send('POST', `${sessionsUrl}/revoke`, others)).status, 200)
        assert.equal((await system.send('DELETE', `${sessionsUrl}/${id}`, { token })).status, 204)
      }
      const db = await system.database('auth')
      const left = async () => ({
        events: await db.query`SELECT id FROM events ORDER BY id`,
        sessions: await db.query`SELECT id, ended_at FROM sessions ORDER BY id`,
        attempts: await db.query`SELECT bucket FROM login_attempts`,
        lines: system.log.filter(({ event }) => event === 'session.ended').length,
      })
      await endAll()
      const before = await left()
      for (let at = 0; at < 10; at++) await endAll()
      assert.deepEqual(await left(), before)
    })

    test('has no limit for admins and keys, who change others', async () => {
      await using system = await startSystem({ clock: stillClock() })
      const { id } = await system.signUp('ada')
      const { access_token: token } = await system.admin()
      for (let at = 0; at < 70; at++) {
        const url = `${system.usersUrl}/api/v1/users/${id}`
        const body = { name: `Ada ${at}` }
        assert.equal((await system.send('PATCH', url, { token, body })).status, 200)
      }
    })

    test('is its name twice, then once a day; an admin changes it as often as need be', async () => {
      await using system = await startSystem({ clock: stillClock() })
      const { password, id } = await system.signUp('ada')
      await system.signUp('bob')
      const rename = async (username: string) => {
        const { access_token: token } = await system.logIn(await nameOf(), password)
        return patchMe(system, token, { username })
      }
      const db = await system.database('users')
      const nameOf = async () => {
        const [row] = await db.query<{ username: string }>`SELECT username FROM users WHERE id = ${id}`
        return row?.username ?? ''
      }
      assert.equal((await rename('bob')).body.code, 'username_taken')
      assert.equal((await rename('countes')).status, 200)
      assert.equal((await rename('countess')).status, 200, 'a slip can be mended')
      const refused = await rename('lovelace')
      assert.deepEqual([refused.status, refused.body.code], [429, 'rename_limited'])
      assert.equal(refused.headers.get('retry-after'), String(day / 1000))
      assert.equal((await rename('Countess')).status, 200, 'another spelling is no other name')
      const { access_token: admin } = await system.admin()
      for (const username of ['one', 'two', 'three']) {
        const url = `${system.usersUrl}/api/v1/users/${id}`
        assert.equal((await system.send('PATCH', url, { token: admin, body: { username } })).status, 200)
      }
      system.clock.advance(day)
      assert.equal((await rename('lovelace')).status, 200)
      assert.equal((await rename('byron')).status, 429)
    })
  })
})

/** The following tests run on one database engine only, because their limits are counted in memory. */
test('a user begins a thousand sessions at once, then one a second', async () => {
  await using system = await startSystem({ clock: stillClock() })
  const { password } = await system.signUp('ada')
  const logIn = () =>
    system.send('POST', `${system.authUrl}/auth/login`, { body: { username: 'ada', password } })
  for (let at = 0; at < 50; at++) {
    const replies = await Promise.all(Array.from({ length: 20 }, logIn))
    assert.ok(replies.every(({ status }) => status === 200))
  }
  const refused = await logIn()
  assert.deepEqual([refused.status, refused.body.code], [429, 'sessions_limited'])
  assert.equal(refused.headers.get('retry-after'), '1')
  system.clock.advance(1_000)
  assert.equal((await logIn()).status, 200)
  assert.equal((await logIn()).status, 429)
})

test('a user changes its password sixty times at once, then once a second', async () => {
  await using system = await startSystem({ clock: stillClock() })
  const ada = await system.signUpAndLogIn('ada')
  let { access_token: token, password } = ada
  const change = async (next: string) => {
    const body = { current_password: password, new_password: next }
    const reply = await system.send('POST', `${system.authUrl}/api/v1/auth/password/change`, { token, body })
    if (reply.status === 200) {
      token = reply.body.access_token
      password = next
    }
    return reply
  }
  for (let at = 0; at < 60; at++) {
    const { status, body } = await change(`the password number ${at}`)
    assert.equal(status, 200, body.code)
  }
  const refused = await change('one too many of them')
  assert.deepEqual([refused.status, refused.body.code], [429, 'changes_limited'])
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal((await system.logIn('ada', password)).user.id, ada.user.id, 'the password is as it was')
  system.clock.advance(1_000)
  assert.equal((await change('one after a while')).status, 200)
})
