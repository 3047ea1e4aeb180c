import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import type { EventResource } from '#contract/events/events.ts'
import type { Database } from '#runtime/database/database.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type System, stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { userTransfer } from '#users/import/transfer.ts'

const day = 24 * 60 * 60_000

/** Calls the routes about one user as the first admin. */
async function asAdmin(system: System, id: string) {
  const { access_token: token, user } = await system.admin()
  const call = (method: string, path: string, body?: unknown, base = system.usersUrl) =>
    system.send(method, `${base}/api/v1/users/${id}${path}`, { token, body })
  return {
    call,
    token,
    adminId: user.id,
    byAdmin: { by: user.id, by_address: '127.0.0.1', by_user_agent: 'node' },
  }
}

const logIn = (system: System, username: string, password: string) =>
  system.send('POST', `${system.authUrl}/auth/login`, { body: { username, password } })

const reset = (system: System, token: string, password: string) =>
  system.send('POST', `${system.authUrl}/api/v1/auth/password/reset`, { body: { token, password } })

async function eventsOf(system: System, token: string, id: string, type: string): Promise<EventResource[]> {
  const url = `${system.usersUrl}/api/v1/events?user_id=${id}&type=${type}`
  let data: EventResource[] = []
  await until(`an event ${type}`, async () => {
    data = (await system.send('GET', url, { token })).body.data
    return data.length > 0
  })
  return data
}

onEachEngine((startSystem, engine) => {
  test('a temporary password starts no session, and leads to setting another one', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { call, token, byAdmin } = await asAdmin(system, ada.user.id)
    const { status, body } = await call('POST', '/temporary-password')
    assert.equal(status, 200)
    const temporary: string = body.temporary_password
    assert.match(temporary, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    const validated = await system.send('GET', `${system.authUrl}/auth/validate`, { token: ada.access_token })
    assert.deepEqual([validated.status, validated.body.reason], [401, 'password_changed'])
    assert.equal((await logIn(system, 'ada', ada.password)).status, 401)

    const refused = await logIn(system, 'ada', temporary)
    assert.deepEqual([refused.status, refused.body.code], [403, 'password_change_required'])
    assert.equal(refused.body.expires_in, 600)
    assert.equal(JSON.stringify(refused.body).includes('access_token'), false)
    const first: string = refused.body.reset_token
    const again: string = (await logIn(system, 'ada@example.com', temporary)).body.reset_token
    assert.equal((await reset(system, first, 'a new long password')).body.code, 'link_invalid', 'I53')
    const page = await fetch(`${system.authUrl}/account/reset-password?token=${again}`)
    assert.equal(page.status, 400, 'no page opens the token')
    const same = await reset(system, again, temporary)
    assert.deepEqual([same.status, same.body.errors[0].code], [400, 'is_temporary'])
    assert.equal((await reset(system, again, 'a new long password')).status, 200)
    assert.equal((await reset(system, again, 'another long password')).status, 400, 'I51 it works once')
    assert.equal((await logIn(system, 'ada', temporary)).status, 401)
    const pair = await logIn(system, 'ada', 'a new long password')
    assert.deepEqual([pair.status, pair.body.user.email_verified], [200, false], 'I58 no address was proved')

    const [set] = await eventsOf(system, token, ada.user.id, 'user.password_changed')
    assert.deepEqual(set?.data, { how: 'temporary', ...byAdmin })
    assert.equal(system.logText().includes(again), false, 'I77')
    assert.equal(system.logText().includes(temporary), false, 'I77')
  })

  test('a temporary password expires, and support sees of which kind a password is', async () => {
    const clock = stillClock()
    await using system = await startSystem({ clock })
    const ada = await system.signUp('ada')
    const { call } = await asAdmin(system, ada.id)
    const kind = async () => (await call('GET', '/login-state')).body.password
    assert.equal(await kind(), 'set')
    const { temporary_password, expires_at } = (await call('POST', '/temporary-password')).body
    assert.equal(expires_at, new Date(clock.now() + day).toISOString())
    assert.equal(await kind(), 'temporary')
    clock.advance(day)
    // The access token of the admin has expired by now, so the admin logs in again.
    const later = await asAdmin(system, ada.id)
    assert.equal((await later.call('GET', '/login-state')).body.password, 'temporary_expired')
    const refused = await logIn(system, 'ada', temporary_password)
    assert.deepEqual([refused.status, refused.body.code], [401, 'invalid_credentials'])
    const [failed] = await eventsOf(system, later.token, ada.id, 'login.failed')
    assert.equal(failed?.data.reason, 'temporary_password_expired')
  })

  test('a login with a temporary password is told of and bounded, and does not keep its owner out', async () => {
    const clock = stillClock()
    await using system = await startSystem({ clock })
    const ada = await system.signUp('ada')
    const { call, token } = await asAdmin(system, ada.id)
    for (let guess = 0; guess < 4; guess++) await logIn(system, 'ada', 'a wrong password')
    const { temporary_password: temporary } = (await call('POST', '/temporary-password')).body
    const codes: string[] = []
    let resetToken = ''
    for (let attempt = 0; attempt < 17; attempt++) {
      const { body } = await logIn(system, 'ada', temporary)
      codes.push(body.code)
      resetToken = body.reset_token ?? resetToken
    }
    const required = Array(16).fill('password_change_required')
    assert.deepEqual(codes, [...required, 'login_address_limited'])
    await until('an event for each login', async () => {
      const failed = await eventsOf(system, token, ada.id, 'login.failed')
      return failed.filter(({ data }) => data.reason === 'temporary_password').length === 16
    })
    assert.equal((await reset(system, resetToken, 'a new long password')).status, 200)
    clock.advance(3_000)
    assert.equal((await logIn(system, 'ada', 'a new long password')).status, 200)
  })

  test('a temporary password cannot be had for a stale login, a suspended user, or more rights than one has', async () => {
    const clock = stillClock()
    await using system = await startSystem({ clock })
    const ada = await system.signUpAndLogIn('ada')
    const { call, token, adminId } = await asAdmin(system, ada.user.id)
    const body = { name: 'writer', scopes: ['users:write'] }
    const { key } = (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body
    const withKey = (id: string, path: string, sent?: unknown) =>
      system.send(
        'POST',
        `${path === '/unlock' ? system.authUrl : system.usersUrl}/api/v1/users/${id}${path}`,
        {
          token: key,
          body: sent,
        },
      )
    for (const [path, sent] of [
      ['/temporary-password', undefined],
      ['/password-reset', undefined],
      ['/unlock', undefined],
      ['/verify-email', { email: 'admin@latchkey.invalid' }],
    ] as const)
      assert.equal((await withKey(adminId, path, sent)).body.code, 'forbidden', `${path} I09`)
    assert.equal((await withKey(ada.user.id, '/temporary-password')).status, 200)
    assert.equal((await call('PATCH', '', { status: 'suspended' })).status, 200)
    for (const path of ['/temporary-password', '/password-reset'])
      assert.equal((await call('POST', path)).body.code, 'user_suspended')
    clock.advance(6 * 60_000)
    assert.equal((await call('POST', '/temporary-password')).body.code, 'reauthentication_required')
    assert.equal((await call('POST', '/password-reset')).body.code, 'user_suspended')
  })

  test('gRPC tells of a temporary password too', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const { call } = await asAdmin(system, ada.id)
    const { temporary_password: password } = (await call('POST', '/temporary-password')).body
    using rpc = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
    await assert.rejects(rpc.call('Login', { username: 'ada', password }), {
      reason: 'password_change_required',
    })
  })

  test('an address is confirmed by hand only while it is the one that was named', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const { call, token, byAdmin } = await asAdmin(system, ada.id)
    const link = await tokenFor(system, ada.email, 'verify-email')
    await call('PATCH', '', { email: 'ada@example.org' })
    const stale = await call('POST', '/verify-email', { email: ada.email })
    assert.deepEqual([stale.status, stale.body.code], [409, 'email_differs'])
    assert.equal((await call('GET', '')).body.email_verified, false)
    for (let time = 1; time <= 2; time++) {
      const { status, body } = await call('POST', '/verify-email', { email: 'ADA@example.org' })
      assert.deepEqual([status, body.email_verified], [200, true])
    }
    const events = await eventsOf(system, token, ada.id, 'user.email_verified')
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ email: 'ada@example.org', ...byAdmin }],
    )
    const used = await system.send('POST', `${system.authUrl}/api/v1/auth/email/verify`, {
      body: { token: link },
    })
    assert.equal(used.body.code, 'link_invalid')
  })

  test('the reason of a suspension is for support only, and goes with the suspension', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { call, token, adminId, byAdmin } = await asAdmin(system, ada.user.id)
    const reason = 'Card reported as stolen'
    const early = await call('PATCH', '', { suspension_reason: reason })
    assert.deepEqual([early.status, early.body.errors[0].pointer], [400, '/suspension_reason'])
    const suspended = await call('PATCH', '', { status: 'suspended', suspension_reason: reason })
    assert.equal(JSON.stringify(suspended.body).includes(reason), false)
    const { suspension } = (await call('GET', '/login-state')).body
    assert.deepEqual([suspension.reason, suspension.by], [reason, adminId])
    for (const reply of [
      await logIn(system, 'ada', ada.password),
      await system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token: ada.access_token }),
      await system.send('GET', `${system.authUrl}/auth/validate`, { token: ada.access_token }),
    ])
      assert.deepEqual([reply.status, JSON.stringify(reply.body).includes(reason)], [401, false])
    assert.equal(system.logText().includes(reason), false, 'a log has no words of people')
    const [event] = await eventsOf(system, token, ada.user.id, 'user.suspended')
    assert.deepEqual(event?.data, { ...byAdmin, suspension_reason: reason })

    await call('PATCH', '', { suspension_reason: 'Confirmed by the bank' })
    assert.equal((await call('GET', '/login-state')).body.suspension.reason, 'Confirmed by the bank')
    const key = { name: 'support', scopes: ['users:write'] }
    const made = (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body: key })).body
    const later = { token: made.key, body: { suspension_reason: 'Asked by the bank' } }
    await system.send('PATCH', `${system.usersUrl}/api/v1/users/${ada.user.id}`, later)
    const { by, reason: present } = (await call('GET', '/login-state')).body.suspension
    assert.deepEqual([by, present], [made.id, 'Asked by the bank'], 'a reason is of who gave it')
    await call('PATCH', '', { status: 'active' })
    assert.equal((await call('GET', '/login-state')).body.suspension, null)
    const db = await system.database('users')
    const kept =
      await db.query`SELECT id FROM users WHERE suspension_reason IS NOT NULL OR suspended_by IS NOT NULL`
    assert.deepEqual(kept, [], 'nothing of it is kept')
    await call('PATCH', '', { status: 'suspended' })
    assert.equal((await call('GET', '/login-state')).body.suspension.reason, null)
    const own = await system.signUpAndLogIn('bob')
    const url = `${system.usersUrl}/api/v1/users/${own.user.id}`
    assert.equal((await system.send('GET', `${url}/login-state`, { token: own.access_token })).status, 403)
  })

  test('a lock says how many wrong passwords there were, and an unlock forgets them with an event', async () => {
    const clock = stillClock()
    await using system = await startSystem({ clock })
    const ada = await system.signUpAndLogIn('ada')
    const { call, token, adminId, byAdmin } = await asAdmin(system, ada.user.id)
    const lock = async () => (await call('GET', '/lock', undefined, system.authUrl)).body
    assert.deepEqual(await lock(), { locked: false, locked_until: null, wrong_passwords: [] })
    // Ada has logged in from the network of this machine before, so wrong passwords from it have a counter of their own.
    for (let guess = 1; guess <= 6; guess++) {
      const { status } = await logIn(system, 'ada', 'wrong')
      if (status === 429) break
    }
    const at = new Date(clock.now()).toISOString()
    const until1s = new Date(clock.now() + 1_000).toISOString()
    const { locked, locked_until, wrong_passwords } = await lock()
    assert.deepEqual([locked, locked_until], [true, until1s])
    const [only, ...others] = wrong_passwords
    assert.deepEqual(others, [])
    assert.deepEqual([only.what, only.count, only.last_at, only.paused_until], ['logins', 5, at, until1s])
    const ownUser = `${system.authUrl}/api/v1/users/${adminId}/unlock`
    const forbidden = await system.send('POST', ownUser, { token })
    assert.deepEqual(
      [forbidden.status, forbidden.body.code],
      [403, 'forbidden'],
      'nobody unlocks their own user',
    )
    for (const unlocked of [true, false])
      assert.deepEqual((await call('POST', '/unlock', undefined, system.authUrl)).body, { unlocked })
    assert.equal((await logIn(system, 'ada', ada.password)).status, 200)
    const events = await eventsOf(system, token, ada.user.id, 'user.unlocked')
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ ...byAdmin }],
    )
    const nobody = await asAdmin(system, 'nobody')
    for (const [method, path] of [
      ['GET', '/lock'],
      ['POST', '/unlock'],
    ] as const)
      assert.equal((await nobody.call(method, path, undefined, system.authUrl)).body.code, 'user_not_found')
  })

  test('an export keeps a temporary password temporary, and why a user is suspended', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const { call } = await asAdmin(system, ada.id)
    await call('POST', '/temporary-password')
    await call('PATCH', '', { status: 'suspended', suspension_reason: 'Card reported as stolen' })
    const columns = (db: Database) => db.query`
      SELECT password_expires_at, suspended_at, suspended_by, suspension_reason FROM users WHERE id = ${ada.id}`
    const db = await system.database('users')
    const now = system.clock.now()
    const lines = await userTransfer.page(db, { after: '', limit: 10, now })
    await using made = await migratedDatabase(engine, 'users')
    const other = await openDatabase(made.url, commandDatabaseOptions)
    try {
      const users = lines.map((line) => userTransfer.read({ type: 'user', ...line }))
      await userTransfer.write(other, users, { now })
      assert.deepEqual(await columns(other), await columns(db))
    } finally {
      await other.close()
    }
  })

  test('support sends a mail to set a password, and does not see its link', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const { call, token, byAdmin } = await asAdmin(system, ada.id)
    const sent = await call('POST', '/password-reset')
    assert.deepEqual([sent.status, sent.body], [202, ''])
    const link = await tokenFor(system, ada.email, 'reset-password')
    assert.equal((await reset(system, link, 'a new long password')).status, 200)
    const [event] = await eventsOf(system, token, ada.id, 'user.password_reset_sent')
    assert.deepEqual(event?.data, { ...byAdmin })
  })
})
