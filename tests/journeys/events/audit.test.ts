import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActResource } from '#contract/events/audit.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const day = 24 * 60 * 60_000

const list = async (system: System, token: string, query = '') =>
  (await system.send('GET', `${system.usersUrl}/api/v1/audit${query}`, { token })).body

/** Waits until the audit lists an action of the type `newest`, and returns the types of all actions, newest first. */
async function typesUpTo(system: System, token: string, newest: string): Promise<string[]> {
  let types: string[] = []
  await until(`an act ${newest}`, async () => {
    types = (await list(system, token)).data.map(({ type }: ActResource) => type)
    return types.includes(newest)
  })
  return types
}

onEachEngine((startSystem) => {
  test('the audit has what administrators did in both services, and not what users did to themselves', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    const { user, password } = await system.signUpAndLogIn('ada')
    const url = `${system.usersUrl}/api/v1/users/${user.id}`
    const patch = (body: object, by = token) => system.send('PATCH', url, { token: by, body })
    const { access_token: own } = await system.logIn('ada', password)
    assert.equal((await patch({ name: 'Ada Lovelace' }, own)).status, 200)
    const sessions = `${system.authUrl}/api/v1/users/${user.id}/sessions/revoke`
    assert.equal((await system.send('POST', sessions, { token, body: { scope: 'all' } })).status, 200)
    assert.equal((await patch({ status: 'suspended', suspension_reason: 'said Ada’s boss' })).status, 200)
    assert.equal((await patch({ status: 'active' })).status, 200)
    const keys = `${system.usersUrl}/api/v1/api-keys`
    const key = (
      await system.send('POST', keys, { token, body: { name: 'ci of Ada', scopes: ['users:write'] } })
    ).body
    assert.equal((await patch({ role: 'user', metadata: { plan: 'free' } }, key.key)).status, 200)
    await typesUpTo(system, token, 'session.ended')
    await typesUpTo(system, token, 'user.updated')

    const of = async (query: string) =>
      (await list(system, token, query)).data.map(({ type, by, details }: ActResource) => [type, by, details])
    assert.deepEqual((await of(`?user_id=${user.id}`)).toSorted(byType), [
      ['session.ended', admin.id, await endOf(system, token, user.id)],
      ['session.ended', admin.id, await endOf(system, token, user.id, 1)],
      ['user.restored', admin.id, {}],
      ['user.suspended', admin.id, {}],
      ['user.updated', key.id, { changed: ['metadata'] }],
    ])
    assert.deepEqual(await of(`?by=${key.id}`), [['user.updated', key.id, { changed: ['metadata'] }]])
    assert.deepEqual(await of(`?by=${admin.id}&type=api_key.created`), [
      ['api_key.created', admin.id, { api_key_id: key.id, scopes: ['users:write'] }],
    ])
    assert.deepEqual(await of(`?by=${admin.id}&user_id=${admin.id}`), [])
    const all = await list(system, token)
    const details = JSON.stringify(all.data.map((act: ActResource) => act.details))
    assert.equal(/Ada|boss|ada@/.test(details), false, 'nothing that somebody has entered')

    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 50; pages++) {
      const page = await list(system, token, `?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.data.map(({ id }: ActResource) => id))
      cursor = page.next_cursor
    }
    assert.deepEqual(
      seen,
      all.data.map(({ id }: ActResource) => id),
    )
    const [{ timestamp: last }] = all.data
    const later = new Date(Date.parse(last) + 1).toISOString()
    assert.deepEqual((await list(system, token, `?since=${later}`)).data, [])
    assert.deepEqual(await list(system, token, `?until=${later}`), all)
    assert.equal((await list(system, token, '?type=user.suspendet')).code, 'invalid_request')
    assert.equal((await list(system, own)).code, 'session_ended')
  })

  test('an act says who did it to whom, from where and why, as long as they are there', async () => {
    await using system = await startSystem()
    const { access_token: first } = await system.admin()
    const { user, password } = await system.signUpAndLogIn('ada')
    const { user: grace, password: graces } = await system.signUpAndLogIn('grace')
    const url = (id: string) => `${system.usersUrl}/api/v1/users/${id}`
    await system.send('PATCH', url(grace.id), { token: first, body: { role: 'admin' } })
    const { access_token: token } = await system.logIn('grace', graces)
    const headers = { 'user-agent': 'desk of grace' }
    const act = async (method: string, to: string, body?: object) => {
      const { status } = await system.send(method, to, { token, headers, ...(body && { body }) })
      assert.ok(status < 300, `${status}`)
    }
    const sessions = `${system.authUrl}/api/v1/users/${user.id}/sessions/revoke`
    await act('POST', sessions, { scope: 'all' })
    await act('PATCH', url(user.id), { status: 'suspended', suspension_reason: 'called names' })
    await act('PATCH', url(user.id), { status: 'active' })
    const { access_token: own } = await system.logIn('ada', password)
    await system.send('PATCH', url(user.id), { token: own, headers, body: { name: 'Ada' } })
    await typesUpTo(system, token, 'session.ended')
    await typesUpTo(system, token, 'user.restored')
    const told = async () =>
      (await list(system, first, `?user_id=${user.id}&by=${grace.id}`)).data
        .map((one: ActResource) => [
          one.type,
          one.by_name,
          one.user_name,
          one.address,
          one.user_agent,
          one.reason,
        ])
        .toSorted(byType)
    const from = ['grace', 'ada', '127.0.0.1', 'desk of grace']
    assert.deepEqual(await told(), [
      ['session.ended', ...from, null],
      ['user.restored', ...from, null],
      ['user.suspended', ...from, 'called names'],
    ])

    assert.equal((await system.send('DELETE', url(user.id), { token: first })).status, 204)
    assert.equal((await system.send('DELETE', url(grace.id), { token: first })).status, 204)
    const gone = [null, null, null, null, null]
    const left = [
      ['session.ended', ...gone],
      ['user.restored', ...gone],
      ['user.suspended', ...gone],
    ]
    assert.deepEqual(await told(), left, 'nobody reads it from the deletion on')
    const db = await system.database('users')
    const stored = async () =>
      (await db.query<Record<string, unknown>>`SELECT * FROM acts WHERE actor = ${grace.id}`).filter(
        (row) => row.address !== null || row.user_agent !== null || row.reason !== null,
      ).length
    assert.equal(await stored(), 3)
    for (let runs = 0; runs < 10; runs++)
      for (const { remove } of system.sweeps('users')) await remove(db, system.clock.now() + 61_000, 1)
    assert.deepEqual([await stored(), (await db.query`SELECT * FROM forgotten_in_acts`).length], [0, 0])
    assert.deepEqual(await told(), left)
  })

  test('an act outlives the user it was done to and the event that told of it, for 400 days', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    const { id } = await system.signUp('ada')
    const url = `${system.usersUrl}/api/v1/users/${id}`
    const body = { status: 'suspended' }
    assert.equal((await system.send('PATCH', url, { token, body })).status, 200)
    assert.equal((await system.send('DELETE', url, { token })).status, 204)
    await typesUpTo(system, token, 'user.deleted')
    const acts = async () =>
      (await list(system, token, `?user_id=${id}`)).data.map(({ type, by }: ActResource) => [type, by])
    const expected = [
      ['user.deleted', admin.id],
      ['user.suspended', admin.id],
    ]
    assert.deepEqual(await acts(), expected)
    const db = await system.database('users')
    const sweepAt = async (now: number) => {
      for (const { remove } of system.sweeps('users')) await remove(db, now, 1_000)
    }
    await sweepAt(system.clock.now() + 399 * day)
    // Events of the other service, such as the login of the admin, may arrive at any time.
    const events = await db.query`SELECT id FROM events WHERE subject = ${id}`
    assert.deepEqual([events.length, await storedActs(db, id)], [0, 2])
    await sweepAt(system.clock.now() + 401 * day)
    assert.equal(await storedActs(db, id), 0)
  })

  test('an admin who is demoted reads no audit with the next request', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { user, access_token: ada } = await system.signUpAndLogIn('ada')
    const setRole = (role: string) =>
      system.send('PATCH', `${system.usersUrl}/api/v1/users/${user.id}`, { token, body: { role } })
    assert.equal((await list(system, ada)).code, 'forbidden')
    await setRole('admin')
    assert.ok((await list(system, ada)).data)
    await setRole('user')
    assert.equal((await list(system, ada)).code, 'forbidden')
  })
})

const byType = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1)

/** Returns the details of a session end from the audit. The newest one has the number 0. */
async function endOf(system: System, token: string, userId: string, at = 0): Promise<object> {
  const url = `${system.usersUrl}/api/v1/audit?user_id=${userId}&type=session.ended`
  const { data } = (await system.send('GET', url, { token })).body
  assert.equal(data[at].details.reason, 'revoked')
  return data[at].details
}

const storedActs = async (db: Awaited<ReturnType<System['database']>>, userId: string): Promise<number> =>
  (await db.query`SELECT id FROM acts WHERE subject = ${userId}`).length
