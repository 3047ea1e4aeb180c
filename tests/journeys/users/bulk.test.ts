import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '#contract/declaration/endpoint.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'

const send = (system: System, token: string, body: object, key?: string) =>
  system.send('POST', `${system.usersUrl}/api/v1/users/bulk`, {
    token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const find = (system: System, token: string, path: string) =>
  system.send('GET', `${system.usersUrl}/api/v1/users/${path}`, { token })

async function keyWith(system: System, token: string, scopes: Scope[]): Promise<string> {
  const body = { name: 'bulk', scopes }
  return (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body.key
}

const countOf = async (system: System, type: string): Promise<number> =>
  (await (await system.database('users')).query`SELECT id FROM events WHERE type = ${type}`).length

onEachEngine((startSystem) => {
  test('many users are suspended and restored as one is, and who cannot be is named', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    const { user: ada, access_token: own } = await system.signUpAndLogIn('ada')
    const bob = await system.signUp('bob')
    const nobody = randomUUID()
    const ids = [ada.id, nobody, admin.id, 'x', bob.id.toUpperCase()]
    const suspended = await send(system, token, { action: 'suspend', ids, suspension_reason: 'fraud' })
    assert.equal(suspended.status, 200)
    assert.deepEqual(suspended.body.results, [
      { id: ada.id, failure: null },
      { id: nobody, failure: 'user_not_found' },
      { id: admin.id, failure: 'forbidden' },
      { id: 'x', failure: 'user_not_found' },
      { id: bob.id.toUpperCase(), failure: null },
    ])
    assert.equal((await find(system, own, 'me')).body.code, 'session_ended')
    const { suspension } = (await find(system, token, `${bob.id}/login-state`)).body
    assert.deepEqual([suspension.reason, suspension.by], ['fraud', admin.id])
    assert.equal(await countOf(system, 'user.suspended'), 2)

    const mailed = await send(system, token, { action: 'send_password_reset', ids: [ada.id] })
    assert.deepEqual(mailed.body.results, [{ id: ada.id, failure: 'user_suspended' }])
    const restored = await send(system, token, { action: 'restore', ids: [ada.id, bob.id] })
    assert.deepEqual(
      restored.body.results.map(({ failure }: { failure: string | null }) => failure),
      [null, null],
    )
    assert.equal((await find(system, token, ada.id)).body.status, 'active')
    assert.equal(await countOf(system, 'user.restored'), 2)
  })

  test('a request that is repeated with its key is answered again, and nothing is done twice', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { id } = await system.signUp('ada')
    const body = { action: 'send_password_reset', ids: [id, randomUUID()] }
    const first = await send(system, token, body, 'one')
    assert.equal(await countOf(system, 'user.password_reset_sent'), 1)
    assert.equal((await send(system, token, { action: 'delete', ids: [id] }, 'two')).status, 200)
    assert.equal((await find(system, token, id)).status, 404)
    assert.deepEqual((await send(system, token, body, 'one')).body, first.body)
    assert.equal(await countOf(system, 'user.password_reset_sent'), 1)
    const other = await send(system, token, { ...body, action: 'restore' }, 'one')
    assert.equal(other.body.code, 'idempotency_key_reused')
    const stored = await (await system.database('users')).query`SELECT reply FROM idempotency_keys`
    assert.equal(JSON.stringify(stored).includes(id), false, 'a stored reply has no id of a deleted user')
  })

  test('sessions are ended, roles and addresses changed, and invitations sent, for many users as for one', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { user: ada, access_token: own } = await system.signUpAndLogIn('ada')
    const body = { name: 'Eve', email: 'eve@example.com' }
    const eve = (await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })).body
    const ids = [ada.id, eve.id]
    const failures = async (action: string) =>
      (await send(system, token, { action, ids })).body.results.map(
        ({ failure }: { failure: string | null }) => failure,
      )
    assert.deepEqual(await failures('end_sessions'), [null, null])
    assert.equal((await find(system, own, 'me')).body.code, 'session_ended')
    assert.equal(await countOf(system, 'user.sessions_ended'), 2)
    assert.deepEqual(await failures('invite'), ['user_has_password', null])
    assert.deepEqual(await failures('confirm_email'), [null, null])
    assert.deepEqual(await failures('make_admin'), [null, null])
    const now = async () =>
      Promise.all(ids.map(async (id) => (await find(system, token, id)).body)).then((found) =>
        found.map(({ role, email_verified }) => [role, email_verified]),
      )
    assert.deepEqual(await now(), [
      ['admin', true],
      ['admin', true],
    ])
    assert.deepEqual(await failures('make_user'), [null, null])
    assert.deepEqual(await now(), [
      ['user', true],
      ['user', true],
    ])
    const revokes = await keyWith(system, token, ['sessions:revoke'])
    assert.equal((await send(system, revokes, { action: 'end_sessions', ids })).status, 200)
    assert.equal((await send(system, revokes, { action: 'invite', ids })).body.code, 'forbidden')
  })

  test('an address that changes at that moment stops nothing: what the user then has is confirmed', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { id } = await system.signUp('ada')
    const ids = [id, (await system.signUp('bob')).id]
    const db = await system.database('users')
    let reply: ReturnType<typeof send> | undefined
    await db.transaction(async (tx) => {
      const email = 'ada@example.org'
      await tx.query`UPDATE users SET email = ${email}, email_key = ${email} WHERE id = ${id}`
      reply = send(system, token, { action: 'confirm_email', ids })
      // The pause lets the request reach the row of the user. It waits there until this transaction commits the new
      // address.
      await sleep(300)
    })
    assert.deepEqual(
      (await reply)?.body.results,
      ids.map((id) => ({ id, failure: null })),
    )
    const ada = (await find(system, token, id)).body
    assert.deepEqual([ada.email, ada.email_verified], ['ada@example.org', true])
  })

  test('a request that broke off goes on where it was, also while the first one is under way', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const ids: string[] = []
    for (const username of ['ada', 'bob', 'carl']) ids.push((await system.signUp(username)).id)
    const body = { action: 'send_password_reset', ids }
    const both = await Promise.all([send(system, token, body, 'two'), send(system, token, body, 'two')])
    for (const reply of both)
      assert.deepEqual(
        reply.body.results,
        ids.map((id) => ({ id, failure: null })),
      )
    assert.equal(await countOf(system, 'user.password_reset_sent'), 3)
    const db = await system.database('users')
    // A service that is killed after the first two users has not stored these rows.
    await db.query`DELETE FROM idempotency_keys WHERE key = 'two' OR key LIKE '2 %'`
    const again = await send(system, token, body, 'two')
    assert.deepEqual(again.body, both[0]?.body)
    const sent = await db.query<{
      subject: string
    }>`SELECT subject FROM events WHERE type = 'user.password_reset_sent'`
    assert.deepEqual(sent.map(({ subject }) => subject).toSorted(), [...ids, ids[2]].toSorted())
    assert.equal((await send(system, token, { action: 'delete', ids }, 'three')).status, 200)
    await db.query`DELETE FROM idempotency_keys WHERE key = 'three' OR key LIKE '2 three'`
    const gone = await send(system, token, { action: 'delete', ids }, 'three')
    assert.deepEqual(
      gone.body.results,
      ids.map((id) => ({ id, failure: null })),
    )
    const other = await send(system, token, { action: 'restore', ids: ids.toReversed() }, 'three')
    assert.equal(other.body.code, 'idempotency_key_reused')
  })

  test('more than ten users need a login of the last five minutes, and so does an admin who comes back', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const body = { name: 'Eve', email: 'eve@example.com', password: 'a long password', role: 'admin' }
    const eve = (await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })).body
    assert.equal((await send(system, token, { action: 'suspend', ids: [eve.id] })).status, 200)
    const key = await keyWith(system, token, ['users:write'])
    system.clock.advance(5 * 60_000 + 1_000)
    const ids = Array.from({ length: 11 }, () => randomUUID())
    const many = await send(system, token, { action: 'restore', ids })
    assert.deepEqual([many.status, many.body.code], [401, 'reauthentication_required'])
    assert.equal((await send(system, token, { action: 'restore', ids: ids.slice(1) })).status, 200)
    assert.equal((await send(system, key, { action: 'restore', ids })).status, 200, 'a key cannot log in')
    const back = await send(system, token, { action: 'restore', ids: [eve.id] })
    assert.deepEqual(back.body.results, [{ id: eve.id, failure: 'reauthentication_required' }])
    for (const action of ['delete', 'make_admin', 'make_user']) {
      const one = await send(system, token, { action, ids: [eve.id] })
      assert.deepEqual([one.status, one.body.code], [401, 'reauthentication_required'], action)
    }
    const byKey = await send(system, key, { action: 'restore', ids: [eve.id] })
    assert.deepEqual(byKey.body.results, [{ id: eve.id, failure: 'forbidden' }])
  })

  test('each act needs its scope, and a list has 1 to 100 different ids', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { user, access_token: own } = await system.signUpAndLogIn('ada')
    const { id } = user
    const writes = await keyWith(system, token, ['users:write'])
    const deletes = await keyWith(system, token, ['users:delete'])
    for (const [credential, action] of [
      [own, 'delete'],
      [own, 'restore'],
      [writes, 'delete'],
      [deletes, 'suspend'],
      [deletes, 'send_password_reset'],
    ] as const) {
      const { status, body } = await send(system, credential, { action, ids: [id] })
      assert.deepEqual([status, body.code], [403, 'forbidden'], action)
    }
    const hundred = Array.from({ length: 100 }, () => randomUUID())
    for (const wrong of [
      { action: 'restore', ids: [] },
      { action: 'restore', ids: [id, id] },
      { action: 'restore', ids: [...hundred, id] },
      { action: 'restore', ids: [id], suspension_reason: 'fraud' },
      { action: 'promote', ids: [id] },
    ])
      assert.equal((await send(system, token, wrong)).body.code, 'invalid_request', JSON.stringify(wrong))
    assert.equal((await find(system, token, id)).body.status, 'active')
    const gone = await send(system, deletes, { action: 'delete', ids: [id, ...hundred.slice(1)] })
    assert.deepEqual([gone.body.results.length, gone.body.results[0]], [100, { id, failure: null }])
    assert.equal((await find(system, own, 'me')).body.code, 'session_ended')
    assert.equal(await countOf(system, 'user.deleted'), 1)
  })
})
