import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toRfc3339 } from '#runtime/clock.ts'
import { newId } from '#runtime/ids.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { storedEvents } from '#tests/support/stored.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const at = (system: System, path = '') => `${system.usersUrl}/api/v1/events/dead-letters${path}`

/**
 * Signs a user up, and stores a dead letter: an order to end the sessions of this user, which the authentication service
 * refused permanently. It is a few seconds old, because the sweep removes those of more than 30 days.
 */
async function deadOrder(system: System, username: string, { ageMs }: { ageMs: number }) {
  const ada = await system.signUpAndLogIn(username)
  const payload = { user_id: ada.user.id, epoch: 1, reason: 'user_suspended' }
  const givenUpAt = system.clock.now() - ageMs
  const id = newId(system.clock.now())
  const db = await system.database('users')
  await db.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
    VALUES (${id}, 'auth', 'sessions.end', ${ada.user.id}, 1, ${JSON.stringify(payload)}, ${givenUpAt - 1_000}, 0, 7,
      'refused', ${givenUpAt})`
  return { ...ada, id, givenUpAt }
}

async function isOver(system: System, token: string): Promise<boolean> {
  return (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).status === 401
}

async function listed(system: System, token: string, query = '') {
  const { status, body } = await system.send('GET', at(system, query), { token })
  assert.equal(status, 200)
  return body
}

/** The address and the user agent of the admin in these tests, in the fields that events have for them. */
const from = { by_address: '127.0.0.1', by_user_agent: 'node' }

onEachEngine((startSystem) => {
  test('dead letters are listed without what is in them, and one that is replayed arrives', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    const one = await deadOrder(system, 'ada', { ageMs: 10_000 })
    const two = await deadOrder(system, 'bob', { ageMs: 20_000 })
    const first = await listed(system, token, '?limit=1')
    assert.deepEqual(first.data, [
      {
        id: two.id,
        sink: 'auth',
        type: 'sessions.end',
        subject: two.user.id,
        attempts: 7,
        last_error: 'refused',
        queued_at: toRfc3339(two.givenUpAt - 1_000),
        given_up_at: toRfc3339(two.givenUpAt),
      },
    ])
    const second = await listed(system, token, `?limit=1&cursor=${first.next_cursor}`)
    assert.deepEqual([second.data[0].id, second.next_cursor], [one.id, null])
    const replay = () => system.send('POST', at(system, `/${two.id}/replay`), { token })
    assert.equal((await replay()).status, 204)
    await until('its sessions are over', () => isOver(system, two.access_token))
    assert.equal(await isOver(system, one.access_token), false)
    const again = await replay()
    assert.deepEqual([again.status, again.body.code], [404, 'dead_letter_not_found'])
    assert.deepEqual(
      (await listed(system, token)).data.map(({ id }: { id: string }) => id),
      [one.id],
    )
    for (const id of ['x', '%00', one.user.id])
      assert.equal((await system.send('POST', at(system, `/${id}/replay`), { token })).status, 404)
    assert.equal((await system.send('GET', at(system, '?cursor=x'), { token })).status, 400)
    const data = { sink: 'auth', delivery_id: two.id, replayed: 1, by: admin.id, ...from }
    const recorded = await storedEvents(await system.database('users'), 'delivery.replayed')
    assert.deepEqual(recorded, [{ subject: null, data }], 'what was not there is no event')
    const line = system.log.find(({ event }) => event === 'delivery.replayed')
    assert.partialDeepStrictEqual(line, { level: 'info', sink: 'auth', delivery_id: two.id, by: admin.id })
  })

  test('all dead letters of a sink are replayed at once; what is given up again has had its days anew', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    const people = [
      await deadOrder(system, 'ada', { ageMs: 60_000 }),
      await deadOrder(system, 'bob', { ageMs: 60_000 }),
    ]
    const replay = async (body: object) =>
      (await system.send('POST', at(system, '/replay'), { token, body })).body
    assert.deepEqual(await replay({ sink: 'elsewhere' }), { replayed: 0 })
    const db = await system.database('users')
    // No loop delivers to this sink, so that the delivery stays in the outbox after its replay and can be checked.
    await db.query`UPDATE outbox SET sink = 'elsewhere' WHERE id = ${people[1]?.id ?? ''}`
    assert.deepEqual(await replay({}), { replayed: 2 })
    assert.deepEqual(await replay({}), { replayed: 0 })
    await until('the sessions of one are over', () => isOver(system, people[0]?.access_token ?? ''))
    const [left] = await db.query<{ created_at: number; attempts: number; dead_at: number | null }>`
      SELECT created_at, attempts, dead_at FROM outbox WHERE id = ${people[1]?.id ?? ''}`
    assert.ok(left && system.clock.now() - left.created_at < 30_000)
    assert.deepEqual([left.attempts, left.dead_at], [0, null])
    const data = { sink: null, delivery_id: null, replayed: 2, by: admin.id, ...from }
    assert.deepEqual(await storedEvents(db, 'delivery.replayed'), [{ subject: null, data }])
  })

  test('a dead letter that is dropped is gone for good, and the audit says who did it', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    const { id, access_token: session } = await deadOrder(system, 'ada', { ageMs: 10_000 })
    const drop = (which: string) => system.send('DELETE', at(system, `/${which}`), { token })
    assert.equal((await drop(id)).status, 204)
    for (const which of [id, 'x', '%00']) {
      const { status, body } = await drop(which)
      assert.deepEqual([status, body.code], [404, 'dead_letter_not_found'], which)
    }
    assert.deepEqual((await listed(system, token)).data, [])
    assert.equal((await system.send('POST', at(system, `/${id}/replay`), { token })).status, 404)
    assert.equal(await isOver(system, session), false, 'it was not delivered')
    await until('the act', async () => {
      const url = `${system.usersUrl}/api/v1/audit?type=delivery.dropped`
      const { data } = (await system.send('GET', url, { token })).body
      return data.length === 1 && data[0].by === admin.id && data[0].details.delivery_id === id
    })
  })

  test('what is still tried cannot be dropped', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { id } = await deadOrder(system, 'ada', { ageMs: 10_000 })
    const db = await system.database('users')
    await db.query`UPDATE outbox SET dead_at = NULL, sink = 'elsewhere' WHERE id = ${id}`
    assert.equal((await system.send('DELETE', at(system, `/${id}`), { token })).status, 404)
    assert.equal((await db.query`SELECT id FROM outbox WHERE id = ${id}`).length, 1)
  })
})
