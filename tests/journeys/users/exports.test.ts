import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { operator } from '#contract/declaration/endpoint.ts'
import type { Database } from '#runtime/database/database.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { exportRows } from '#users/directory/exports/export-rows.ts'
import { userPages } from '#users/directory/exports/user-pages.ts'

const hostile = '=HYPERLINK("http://evil.example","click, please")'

/** Requests an export, and returns the response. Its body is not read here: each test decides how much of it is read. */
async function open(system: System, path: string, token: string): Promise<IncomingMessage> {
  const sent = request(`${system.usersUrl}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
  sent.end()
  const [response]: IncomingMessage[] = await once(sent, 'response')
  assert.ok(response)
  return response
}

const readRows = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, relax_column_count: false })

const readLines = (jsonl: string) =>
  jsonl
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** Inserts `count` users with increasing creation times. The metadata of each has at least `bytes` bytes. */
async function addMany(db: Database, { count, bytes }: { count: number; bytes: number }): Promise<void> {
  const metadata = JSON.stringify({ note: 'x'.repeat(bytes) })
  for (let first = 1; first < count; first += 500)
    await db.query`
      INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
        created_at, updated_at)
      WITH RECURSIVE numbers (n) AS (SELECT CAST(${first} AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${first + 499})
      SELECT '01a1f4d2-0000-7000-8000-' || CAST(100000000000 + n AS TEXT), name, name, name || '@example.com',
        name || '@example.com', 'user', 'active', CAST(${metadata} AS TEXT), 0, 1, 1000 + n, 1000 + n
      FROM (SELECT n, 'user' || CAST(200000 - n AS TEXT) AS name FROM numbers) AS named`
}

const usernames = (rows: { username?: string }[]) => rows.map(({ username }) => username)

async function actsOf(system: System, token: string, type: string) {
  const { body } = await system.send('GET', `${system.usersUrl}/api/v1/audit?type=${type}`, { token })
  return body.data
}

onEachEngine((startSystem) => {
  test('an export has what the list has, in both forms, and a spreadsheet runs nothing of it', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { id } = await system.signUp('ada')
    await system.signUp('bob')
    const patch = { name: hostile, metadata: { note: 'a "quote",\r\nand a line' }, status: 'suspended' }
    const url = `${system.usersUrl}/api/v1/users`
    assert.equal((await system.send('PATCH', `${url}/${id}`, { token, body: patch })).status, 200)
    for (const query of ['sort=username', 'sort=-username&status=active', 'search=ada', 'role=admin&q=adm']) {
      const { data } = (await system.send('GET', `${url}?${query}`, { token })).body
      assert.ok(data.length > 0, query)
      const lines = await text(await open(system, `users/export?format=jsonl&${query}`, token))
      assert.deepEqual(readLines(lines), data, query)
      const rows = readRows(await text(await open(system, `users/export?format=csv&${query}`, token)))
      assert.deepEqual(usernames(rows), usernames(data), query)
      assert.deepEqual(Object.keys(rows[0] ?? {}), Object.keys(data[0]), query)
    }
    const response = await open(system, 'users/export?format=csv&status=suspended', token)
    assert.match(
      response.headers['content-disposition'] ?? '',
      /^attachment; filename="users-[\d-]{10}\.csv"$/,
    )
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
    const csv = await text(response)
    assert.match(csv, /^id,username,email,.*\r\n/)
    const [ada] = readRows(csv)
    assert.equal(ada?.name, `'${hostile}`)
    assert.deepEqual(JSON.parse(ada?.metadata ?? ''), patch.metadata)
    assert.deepEqual([ada?.is_active, ada?.last_login_at, ada?.status], ['false', '', 'suspended'])
    assert.match(ada?.created_at ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  test('acts and events are exported as they are listed, and each export is an act of who did it', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    const { id } = await system.signUp('ada')
    const body = { status: 'suspended', suspension_reason: '@SUM(1)' }
    await system.send('PATCH', `${system.usersUrl}/api/v1/users/${id}`, { token, body })
    await until('the act is listed', async () => (await actsOf(system, token, 'user.suspended')).length > 0)
    const listed = await actsOf(system, token, 'user.suspended')
    assert.deepEqual(
      readLines(await text(await open(system, 'audit/export?format=jsonl&type=user.suspended', token))),
      listed,
    )
    const [act] = readRows(
      await text(await open(system, 'audit/export?format=csv&type=user.suspended', token)),
    )
    assert.deepEqual([act?.reason, act?.by_name, act?.user_name], ["'@SUM(1)", 'admin', 'ada'])
    const events = (await system.send('GET', `${system.usersUrl}/api/v1/events?user_id=${id}`, { token }))
      .body.data
    assert.deepEqual(
      readLines(await text(await open(system, `events/export?format=jsonl&user_id=${id}`, token))),
      events,
    )
    await until(
      'the exports are listed',
      async () => (await actsOf(system, token, 'export.ended')).length === 3,
    )
    const [last] = await actsOf(system, token, 'export.ended')
    const { export_id: exportId, ...details } = last.details
    assert.deepEqual(details, { list: 'events', format: 'jsonl', rows: events.length, complete: true })
    assert.deepEqual([last.by, last.by_name, last.address], [admin.id, 'admin', '127.0.0.1'])
    const began = await actsOf(system, token, 'export.began')
    assert.deepEqual([began.length, began[0].details.export_id, began[0].address], [3, exportId, '127.0.0.1'])
  })

  test('an export needs the scope of the list and a login of the last five minutes, and a wrong filter is no export', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { access_token: own } = await system.signUpAndLogIn('ada')
    const key = (
      await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
        token,
        body: { name: 'nightly', scopes: ['users:read'] },
      })
    ).body.key
    const get = (path: string, credential: string, method = 'GET') =>
      fetch(`${system.usersUrl}/api/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${credential}` },
      })
    for (const list of ['users', 'audit', 'events'])
      assert.equal((await get(`${list}/export?format=csv`, own)).status, 403, list)
    for (const wrong of [
      'users/export',
      'users/export?format=xml',
      'users/export?format=csv&search=ada&q=a',
      'audit/export?format=csv&type=no',
      'events/export?format=csv&type=no',
    ])
      assert.equal((await get(wrong, token)).status, 400, wrong)
    assert.equal((await get('users/export?format=csv', token, 'HEAD')).status, 200)
    const db = await system.database('users')
    assert.deepEqual(await db.query`SELECT id FROM events WHERE type = 'export.began'`, [])
    system.clock.advance(5 * 60_000 + 1_000)
    const late = await get('users/export?format=csv', token)
    assert.deepEqual([late.status, JSON.parse(await late.text()).code], [401, 'reauthentication_required'])
    const byKey = await get('users/export?format=csv', key)
    assert.equal(readRows(await byKey.text()).length, 2)
  })

  test('ten thousand users pass without being held, however slow the reader is', async () => {
    await using system = await startSystem()
    const db = await system.database('users')
    await addMany(db, { count: 10_000, bytes: 10 })
    let read = 0
    const counting: Database = {
      ...db,
      query: async (...given: Parameters<Database['query']>) => {
        const rows = await db.query(...given)
        read += rows.length
        return rows as never
      },
    }
    const users = { db: counting, clock: system.clock }
    const pages = userPages(users, { created_before: '2001-01-01T00:00:00Z' })
    const { parts } = exportRows(users, {
      list: 'users',
      format: 'jsonl',
      caller: operator,
      columns: [],
      pages,
    })
    let given = 0
    let held = 0
    for await (const part of parts) {
      held = Math.max(held, read - given)
      given += readLines(part).length
    }
    assert.equal(given, 10_000)
    assert.ok(held <= 400, `${held} rows were read and not given out`)
  })

  test('users who signed up, and acts that happened, while the clock was ahead are exported', async () => {
    await using system = await startSystem()
    const ahead = 2 * 60 * 60_000
    system.clock.advance(ahead)
    const { access_token: then } = await system.admin()
    for (const name of ['ada', 'bob']) {
      const { id } = await system.signUp(name)
      const body = { name: `Another ${name}` }
      await system.send('PATCH', `${system.usersUrl}/api/v1/users/${id}`, { token: then, body })
    }
    await until('the acts', async () => (await actsOf(system, then, 'user.updated')).length === 2)
    system.clock.advance(-ahead)
    const { access_token: token } = await system.admin()
    await system.signUp('carl')
    for (const sort of ['created_at', '-created_at', 'username']) {
      const rows = readLines(await text(await open(system, `users/export?format=jsonl&sort=${sort}`, token)))
      assert.deepEqual(usernames(rows).toSorted(), ['ada', 'admin', 'bob', 'carl'], sort)
    }
    const acts = await text(await open(system, 'audit/export?format=jsonl&type=user.updated', token))
    assert.equal(readLines(acts).length, 2)
  })

  test('whoever did not change is there once, whatever happens while the file is read', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const db = await system.database('users')
    await addMany(db, { count: 2_000, bytes: 4_000 })
    const unchanged = Array.from({ length: 1_980 }, (_, at) => `user${199_989 - at}`)
    for (const sort of ['created_at', 'username']) {
      const response = await open(system, `users/export?format=csv&sort=${sort}`, token)
      await db.query`DELETE FROM users WHERE username_key = ${sort === 'username' ? 'user199999' : 'user199998'}`
      await db.query`UPDATE users SET name = 'Changed', version = version + 1 WHERE username_key = 'user198001'`
      await system.signUp(sort === 'username' ? 'aaa' : 'zzz')
      const seen = usernames(readRows(await text(response)))
      const among = new Set(unchanged)
      assert.deepEqual(seen.filter((name) => among.has(name ?? '')).toSorted(), unchanged.toSorted(), sort)
      assert.equal(new Set(seen).size, seen.length, sort)
    }
  })

  test('a fault in the middle cuts the file, and a reader who leaves ends the export', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const db = await system.database('users')
    await addMany(db, { count: 2_000, bytes: 8_000 })
    const left = await open(system, 'users/export?format=csv', token)
    left.destroy()
    const ended = async (count: number) => {
      await until(
        `${count} exports have ended`,
        async () => (await actsOf(system, token, 'export.ended')).length === count,
      )
      return (await actsOf(system, token, 'export.ended'))[0].details
    }
    const { rows, complete } = await ended(1)
    assert.equal(complete, false)
    assert.ok(rows < 2_000, `${rows} rows were made for nobody`)
    const cut = await open(system, 'users/export?format=csv', token)
    await db.query`ALTER TABLE users RENAME COLUMN metadata TO gone`
    await assert.rejects(text(cut), { code: 'ECONNRESET' })
    await db.query`ALTER TABLE users RENAME COLUMN gone TO metadata`
    assert.equal((await ended(2)).complete, false)
  })
})
