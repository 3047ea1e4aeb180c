import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Sql } from '#runtime/database/database.ts'
import { inBatches } from '#tests/support/in-batches.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { allRows } from '#tests/support/stored.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { countUsers } from '#users/directory/lists/count-users.ts'
import { findUsers } from '#users/directory/lists/find-users.ts'
import { filterOf } from '#users/directory/lists/list-users.ts'

const api = (system: System, path = '') => `${system.usersUrl}/api/v1/users${path}`

/** Inserts 17,000 users. The usernames of the last 6,000 begin with `late`, those of the others with `early`. */
const addEarlyAndLate = (db: Sql, now: number) =>
  inBatches(
    17_000,
    (first, last) => db.query`
      INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
        created_at, updated_at)
      WITH RECURSIVE counted (n) AS (SELECT CAST(${first} AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < ${last})
      SELECT '00000000-0000-7000-8000-' || (100000000000 + n), name || n, name || n, name || n || '@example.com',
        name || n || '@example.com', 'user', 'active', '{}', 0, 1, CAST(${now} AS BIGINT) + n, ${now}
      FROM (SELECT n, CASE WHEN n > 11000 THEN 'late' ELSE 'early' END AS name FROM counted) AS named`,
  )

/** Counts the turns of the event loop during some work, in each of which other requests could be served. */
async function countTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let next = setImmediate(count)
  function count() {
    turns++
    next = setImmediate(count)
  }
  try {
    const result = await work()
    return { result, turns }
  } finally {
    clearImmediate(next)
  }
}

onEachEngine((startSystem) => {
  /** The system that is shared by all tests that use only users of their own. The other tests start their own system. */
  let system: System
  before(async () => {
    system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  })
  after(() => system.stop())

  test('a NUL in what is looked for finds nobody, and breaks nothing', async () => {
    const { access_token: token } = await system.admin()
    for (const [path, code] of [
      ['/users/username/a%00', 'user_not_found'],
      ['/users/email/a%00@example.com', 'user_not_found'],
      ['/api/v1/users/%00', 'user_not_found'],
      ['/api/v1/users?q=a%00', 'invalid_request'],
    ])
      assert.equal((await system.send('GET', `${system.usersUrl}${path}`, { token })).body.code, code, path)
  })

  test('a user looks as the contract says, and never shows its password', async () => {
    const body = {
      username: 'Ada.L',
      email: 'Ada@Example.COM',
      password: 'a long password',
      name: 'Ada Lovelace',
    }
    const reply = await system.send('POST', `${system.usersUrl}/users/create`, { body })
    const { id, created_at: createdAt, updated_at: updatedAt, ...rest } = reply.body
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(updatedAt, createdAt)
    assert.deepEqual(rest, {
      username: 'Ada.L',
      email: 'Ada@Example.COM',
      name: 'Ada Lovelace',
      locale: null,
      role: 'user',
      status: 'active',
      is_active: true,
      email_verified: false,
      has_password: true,
      metadata: {},
      last_login_at: null,
    })
    assert.equal(reply.headers.get('location'), `/api/v1/users/${id}`)
    assert.ok(reply.headers.get('etag'))
  })

  test('I02 a password is nowhere: not in a reply, not in the log, and in the database only as argon2id', async () => {
    await using system = await startSystem({ passwordCost: 'real' })
    const secret = 'canary-4f1c-password'
    const body = { username: 'ada', email: 'ada@example.com', password: secret }
    const headers = { 'idempotency-key': 'canary' }
    const replies = [
      await system.send('POST', `${system.usersUrl}/users/create`, { body, headers }),
      await system.send('POST', `${system.authUrl}/auth/login`, {
        body: { username: 'ada', password: secret },
      }),
      await system.send('POST', `${system.authUrl}/auth/login`, {
        body: { username: secret, password: secret },
      }),
      await system.send('POST', `${system.authUrl}/auth/login`, {
        body: { username: 'ada', password: secret, [secret]: 1 },
      }),
    ]
    assert.deepEqual(
      replies.map((reply) => reply.status),
      [201, 200, 401, 400],
    )
    for (const reply of replies.slice(0, 3)) assert.ok(!JSON.stringify(reply.body).includes(secret))
    // The credentials that clients send are not logged either, whether a request succeeds or fails.
    const token = replies[1]?.body.access_token
    for (const path of ['/api/v1/users/me', '/api/v1/users', '/api/v1/users/none']) {
      await system.send('GET', `${system.usersUrl}${path}`, { token })
      await system.send('GET', `${system.usersUrl}${path}`, { token: secret })
    }
    const rows = [
      ...(await allRows(await system.database('users'))).values(),
      ...(await allRows(await system.database('auth'))).values(),
    ]
    const files = ['users.db', 'users.db-wal', 'auth.db', 'auth.db-wal'].filter((file) =>
      existsSync(`${system.data}/${file}`),
    )
    const stored = [
      JSON.stringify(rows),
      ...files.map((file) => readFileSync(`${system.data}/${file}`, 'latin1')),
    ].join('')
    assert.ok(!stored.includes(secret))
    assert.ok(stored.includes('$argon2id$v=19$m=19456,t=2,p=1$'))
    assert.ok(!system.logText().includes(secret))
    for (const token of [replies[1]?.body.access_token, replies[1]?.body.refresh_token]) {
      assert.ok(!system.logText().includes(token) && !stored.includes(token), 'no token is logged or stored')
    }
  })

  test('I01 64 sign-ups at once with one name in many spellings make exactly one user', async () => {
    const sent = await Promise.all(
      Array.from({ length: 64 }, (_, at) => {
        const spell = (text: string) =>
          [...text].map((c, i) => ((at >> (i % 6)) & 1 ? c.toUpperCase() : c)).join('')
        const body = {
          username: spell('mia-lovelace'),
          email: `${spell('mia')}@${spell('example')}.com`,
          password: 'a long password',
        }
        return system.send('POST', `${system.usersUrl}/users/create`, { body })
      }),
    )
    assert.equal(sent.filter((reply) => reply.status === 201).length, 1)
    const others = new Set(sent.filter((reply) => reply.status !== 201).map((reply) => reply.body.code))
    assert.deepEqual([...others], ['username_taken'])
  })

  test('I09 who may see whom: oneself, or anybody as an admin; everybody else is not there', async () => {
    const { access_token: admin } = await system.admin()
    const carol = await system.signUpAndLogIn('carol')
    const dave = await system.signUpAndLogIn('dave')
    const paths = [
      '/users/email/carol@example.com',
      '/users/username/carol',
      `/api/v1/users/${carol.user.id}`,
    ]
    for (const path of paths) {
      const url = `${system.usersUrl}${path}`
      assert.equal((await system.send('GET', url, { token: carol.access_token })).body.id, carol.user.id)
      assert.equal((await system.send('GET', url, { token: admin })).body.id, carol.user.id)
      const unknown = await system.send('GET', url.replace(/carol|[0-9a-f-]{36}/, randomUUID()), {
        token: dave.access_token,
      })
      const foreign = await system.send('GET', url, { token: dave.access_token })
      assert.deepEqual([foreign.status, foreign.body.code], [404, 'user_not_found'])
      assert.deepEqual(
        { ...foreign.body, request_id: '' },
        { ...unknown.body, request_id: '' },
        'as if not there',
      )
      const stranger = await system.send('GET', url)
      assert.deepEqual([stranger.status, stranger.body.code], [401, 'token_missing'])
      assert.match(stranger.headers.get('www-authenticate') ?? '', /^Bearer /)
    }
    assert.equal(
      (await system.send('GET', api(system, '/me'), { token: dave.access_token })).body.id,
      dave.user.id,
    )
    for (const url of [
      `${system.usersUrl}/users/${carol.user.id}`,
      `${system.usersUrl}/users/${randomUUID()}`,
    ]) {
      const reply = await system.send('DELETE', url, { token: dave.access_token })
      assert.deepEqual([reply.status, reply.body.code], [403, 'forbidden'], 'whether it exists or not')
    }
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', { name: 'Eve', email: 'eve@example.com' }],
    ] as const) {
      const reply = await system.send(method, api(system), { token: dave.access_token, body })
      assert.deepEqual([reply.status, reply.body.code], [403, 'forbidden'])
    }
  })

  test('I33 a right that is taken away is gone with the next request, whatever the token says', async () => {
    const { access_token: admin } = await system.admin()
    const erin = await system.signUpAndLogIn('erin')
    const setRole = (role: string) =>
      system.send('PATCH', api(system, `/${erin.user.id}`), { token: admin, body: { role } })
    assert.equal((await setRole('admin')).body.role, 'admin')
    assert.equal((await system.send('GET', api(system), { token: erin.access_token })).status, 200)
    assert.equal((await setRole('user')).body.role, 'user')
    assert.equal((await system.send('GET', api(system), { token: erin.access_token })).status, 403)
  })

  test('an admin makes a user with no more than a name and an address; it cannot log in yet', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const make = (body: unknown) => system.send('POST', api(system), { token, body })
    const first = await make({ name: 'Ada', email: 'ada@example.com', metadata: { team: 'engines' } })
    assert.deepEqual([first.status, first.body.username, first.body.has_password], [201, 'ada', false])
    assert.deepEqual(first.body.metadata, { team: 'engines' })
    assert.equal((await make({ name: 'Ada', email: 'ada@example.org' })).body.username, 'ada-2')
    assert.equal((await make({ name: 'X', email: '_@example.org' })).body.username, 'user')
    const taken = await make({ name: 'Ada', email: 'ADA@example.com' })
    assert.deepEqual([taken.status, taken.body.code], [409, 'email_taken'])
    const named = await make({ name: 'Ada', email: 'ada@example.net', username: 'ADA' })
    assert.deepEqual([named.status, named.body.code], [409, 'username_taken'])
    await assert.rejects(system.logIn('ada', ''), { code: 'invalid_request' })
    await assert.rejects(system.logIn('ada', 'anything at all'), { code: 'invalid_credentials' })
  })

  test('a list is read page by page to its end, without loss or repetition, while users come and go', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const made: string[] = []
    const make = async (number: number) => {
      const body = { name: `User ${number}`, email: `u${number}@example.com`, username: `user-${number}` }
      made.push((await system.send('POST', api(system), { token, body })).body.id)
    }
    for (let number = 0; number < 25; number++) await make(number)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page++) {
      const reply = await system.send('GET', api(system, `?limit=7${cursor ? `&cursor=${cursor}` : ''}`), {
        token,
      })
      assert.equal(reply.status, 200)
      seen.push(...reply.body.data.map((user: { id: string }) => user.id))
      cursor = reply.body.next_cursor
      if (page === 1) {
        await system.send('DELETE', api(system, `/${made[2]}`), { token })
        await make(25)
      }
    }
    assert.deepEqual(seen.slice(1), made, 'all in the order in which they were made, after the first admin')
  })

  test('a list can be narrowed, and counted on request', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    for (const name of ['ada', 'alan', 'grace']) {
      const body = { name, email: `${name}@${name === 'grace' ? 'navy' : 'math'}.example`, username: name }
      await system.send('POST', api(system), { token, body })
      system.clock.advance(1000)
    }
    const list = async (query: string) => (await system.send('GET', api(system, query), { token })).body
    const names = async (query: string) =>
      (await list(query)).data.map((user: { username: string }) => user.username)
    assert.deepEqual(await names('?q=A'), ['admin', 'ada', 'alan'])
    assert.deepEqual(await names('?q=al'), ['alan'])
    assert.deepEqual(await names('?q=grace@NAVY'), ['grace'])
    assert.deepEqual(await names('?q=%25'), [])
    assert.deepEqual(await names('?role=admin'), ['admin'])
    assert.deepEqual(await names('?status=suspended'), [])
    const { data } = await list('')
    assert.deepEqual(await names(`?created_after=${data[2].created_at}`), ['grace'])
    const { next_cursor: behindAdmin } = await list('?limit=1')
    assert.deepEqual(await names(`?created_after=${data[2].created_at}&cursor=${behindAdmin}`), ['grace'])
    const { next_cursor: behindAda } = await list('?limit=2')
    assert.deepEqual(await names(`?created_after=${data[0].created_at}&cursor=${behindAda}`), [
      'alan',
      'grace',
    ])
    const suspend = { token, body: { status: 'suspended' } }
    for (const { id } of [data[1], data[3]]) await system.send('PATCH', `${api(system)}/${id}`, suspend)
    assert.deepEqual(await names('?status=suspended'), ['ada', 'grace'])
    assert.deepEqual(await names('?status=suspended&role=user&limit=1'), ['ada'])
    assert.deepEqual(await names('?status=suspended&role=admin'), [])
    assert.deepEqual(await names('?status=active&role=user'), ['alan'])
    assert.deepEqual(await names('?status=active&role=admin'), ['admin'])
    assert.equal((await list('?status=suspended&total=true')).total, 2)
    assert.equal((await list('?role=admin&status=suspended&total=true')).total, 0)
    assert.deepEqual(await names(`?status=suspended&created_after=${data[2].created_at}`), ['grace'])
    assert.deepEqual(await names(`?created_before=${data[1].created_at}`), ['admin'])
    const counted = await list('?total=true&limit=1')
    assert.deepEqual([counted.data.length, counted.total, counted.total_is_capped], [1, 4, false])
    assert.equal((await list('?q=a&total=true')).total, 3)
    assert.equal('total' in (await list('')), false)
    for (const query of [
      '?limit=0',
      '?limit=201',
      '?limit=x',
      '?cursor=x',
      '?status=gone',
      '?created_after=today',
      '?page=2',
      '?limit=1&limit=2',
    ]) {
      const reply = await system.send('GET', api(system, query), { token })
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request'], query)
    }
  })

  test('a prefix of thousands of users lists them as one of a few does', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const db = await system.database('users')
    const now = system.clock.now()
    // Every third of these 8,000 users has the prefix in the address only, or not at all. Every 1,000th is suspended. The
    // only other user, the admin, is older.
    await inBatches(
      8_000,
      (first, last) => db.query`
        INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
          created_at, updated_at)
        WITH RECURSIVE counted (n) AS (SELECT CAST(${first} AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < ${last})
        SELECT '00000000-0000-7000-8000-' || (100000000000 + n), name || n, name || n, address || n || '@example.com',
          address || n || '@example.com', 'user',
          CASE WHEN n % 1000 = 0 THEN 'suspended' ELSE 'active' END, '{}', 0, 1, CAST(${now} AS BIGINT) + n, ${now}
        FROM (SELECT n, CASE WHEN n % 3 = 0 THEN 'other' ELSE 'many' END AS name,
          CASE WHEN n % 4 = 1 THEN 'other' ELSE 'many' END AS address FROM counted) AS named`,
    )
    const fits = (n: number) => n % 3 > 0 || n % 4 !== 1
    const expected = Array.from({ length: 8_000 }, (_, at) => at + 1).filter(fits)
    const seen: number[] = []
    let cursor = ''
    do {
      const { body } = await system.send('GET', api(system, `?q=many&limit=200${cursor}`), { token })
      seen.push(...body.data.map(({ id }: { id: string }) => Number(id.slice(-5))))
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`
    } while (cursor)
    assert.deepEqual(seen, expected)
    const count = async (query: string) =>
      (await system.send('GET', api(system, `?q=many&total=true&limit=1${query}`), { token })).body.total
    assert.equal(await count(''), expected.length)
    assert.equal(await count('&role=user'), expected.length)
    assert.equal(await count('&role=admin'), 0)
    assert.equal(await count('&status=suspended'), 8)
    const suspended = await system.send('GET', api(system, '?q=many&status=suspended'), { token })
    assert.equal(suspended.body.data.length, 8)
    const admins = await system.send('GET', api(system, '?q=many&role=admin'), { token })
    assert.deepEqual(admins.body.data, [])
  })

  test('a prefix of thousands of users who all came last is listed, page by page', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const now = system.clock.now()
    await addEarlyAndLate(await system.database('users'), now)
    const page = async (query: string) => {
      const { body } = await system.send('GET', api(system, `?q=late&limit=200${query}`), { token })
      const numbers = body.data.map(({ username }: { username: string }) => Number(username.slice(4)))
      return { numbers, cursor: body.next_cursor, total: body.total }
    }
    const from = (first: number) => Array.from({ length: 200 }, (_, at) => first + at)
    const first = await page('&total=true')
    assert.deepEqual([first.numbers, first.total], [from(11_001), 6_000])
    assert.deepEqual((await page(`&cursor=${first.cursor}`)).numbers, from(11_201))
    const { numbers } = await page(`&created_after=${new Date(now + 16_900).toISOString()}`)
    assert.deepEqual(numbers, from(16_901).slice(0, 100))
    const { numbers: none } = await page(`&created_before=${new Date(now + 11_001).toISOString()}`)
    assert.deepEqual(none, [])
  })

  test('while a page is looked for among thousands of users, and while they are counted, others are served', async () => {
    await using system = await startSystem()
    const db = await system.database('users')
    await addEarlyAndLate(db, system.clock.now())
    const late = { filter: filterOf({ q: 'late' }), sort: 'created_at', after: undefined } as const
    const looking = await countTurns(() => findUsers(db, late, 200))
    assert.equal(looking.result.found[0]?.username, 'late11001')
    // The event loop gets a turn after each chunk of 5,000 users, and 11,000 users come before the page.
    assert.ok(looking.turns >= 2, `${looking.turns} turns`)
    const counting = await countTurns(() => countUsers(db, filterOf({ q: 'early' }), 20_000))
    assert.deepEqual(counting.result, { total: 11_000, totalIsCapped: false })
    assert.ok(counting.turns >= 4, `${counting.turns} turns`)
  })

  test('a merge patch changes what it names, removes what it nulls, and leaves the rest', async () => {
    const { access_token: token } = await system.admin()
    const frank = await system.signUp('frank')
    const patch = (body: unknown, headers = {}) =>
      system.send('PATCH', api(system, `/${frank.id}`), { token, body, headers })
    const changed = await patch({ name: 'Ada', metadata: { a: 1, b: { c: 2, d: 3 } } })
    assert.deepEqual([changed.status, changed.body.name, changed.body.username], [200, 'Ada', 'frank'])
    const merged = await patch(
      { name: null, metadata: { a: null, b: { c: null, e: [4] } } },
      { 'content-type': 'application/merge-patch+json' },
    )
    assert.deepEqual([merged.body.name, merged.body.metadata], [null, { b: { d: 3, e: [4] } }])
    const renamed = await patch({ username: 'countess', email: 'countess@example.com' })
    assert.deepEqual(
      [renamed.body.username, renamed.body.email, renamed.body.email_verified],
      ['countess', 'countess@example.com', false],
    )
    await system.signUp('bob')
    assert.equal((await patch({ username: 'BOB' })).body.code, 'username_taken')
    assert.equal((await patch({ email: 'Bob@example.com' })).body.code, 'email_taken')
    const wrong = [
      { role: 'root' },
      { status: null },
      { username: null },
      { password: 'a long password' },
      { id: frank.id },
      [],
      { metadata: { x: 'y'.repeat(9000) } },
    ]
    for (const body of wrong) assert.equal((await patch(body)).status, 400, JSON.stringify(body).slice(0, 80))
  })

  test('people change their own name, username and language, and nothing that would raise their rights', async () => {
    const heidi = await system.signUpAndLogIn('heidi')
    const ivan = await system.signUp('ivan')
    const patch = (id: string, body: unknown) =>
      system.send('PATCH', api(system, `/${id}`), { token: heidi.access_token, body })
    const own = await patch('me', { name: 'Ada', username: 'Duchess' })
    assert.deepEqual([own.status, own.body.name, own.body.username], [200, 'Ada', 'Duchess'])
    const spoken = await patch('me', { locale: 'de-CH' })
    assert.deepEqual([spoken.status, spoken.body.locale], [200, 'de-CH'])
    for (const body of [{ role: 'admin' }, { status: 'suspended' }, { metadata: {} }]) {
      const reply = await patch('me', body)
      assert.deepEqual([reply.status, reply.body.errors[0].pointer], [403, `/${Object.keys(body)[0]}`])
    }
    for (const id of [ivan.id, randomUUID()]) assert.equal((await patch(id, { name: 'X' })).status, 403)
  })

  test('If-Match guards a change and a deletion against what somebody else did meanwhile', async () => {
    const { access_token: token } = await system.admin()
    const judy = await system.signUp('judy')
    const url = api(system, `/${judy.id}`)
    const { headers } = await system.send('GET', url, { token })
    const etag = headers.get('etag') ?? ''
    const first = await system.send('PATCH', url, {
      token,
      body: { name: 'One' },
      headers: { 'if-match': etag },
    })
    assert.equal(first.status, 200)
    assert.notEqual(first.headers.get('etag'), etag)
    for (const [method, body] of [
      ['PATCH', { name: 'Two' }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await system.send(method, url, { token, body, headers: { 'if-match': etag } })
      assert.deepEqual([reply.status, reply.body.code], [412, 'precondition_failed'])
    }
    const current = first.headers.get('etag') ?? ''
    assert.equal((await system.send('GET', url, { token })).headers.get('etag'), current)
    await system.logIn('judy', judy.password)
    assert.equal(
      (await system.send('GET', url, { token })).headers.get('etag'),
      current,
      'a login is no change',
    )
    assert.equal(
      (await system.send('DELETE', url, { token, headers: { 'if-match': `"x", ${current}` } })).status,
      204,
    )
  })

  test('I64 a creation that is sent again with its Idempotency-Key happens once', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const url = `${system.usersUrl}/users/create`
    const body = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
    const create = (key: string, changes = {}) =>
      system.send('POST', url, { body: { ...body, ...changes }, headers: { 'idempotency-key': key } })
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => create('one')))
    assert.equal(first?.status, 201)
    for (const reply of others) assert.deepEqual([reply.status, reply.body], [201, first?.body])
    const again = await create('one')
    assert.deepEqual(
      [again.status, again.body, again.headers.get('etag')],
      [201, first?.body, first?.headers.get('etag')],
    )
    for (const changes of [{ password: 'another password' }, { email: 'b@example.com' }]) {
      const reply = await create('one', changes)
      assert.deepEqual([reply.status, reply.body.code], [422, 'idempotency_key_reused'])
    }
    assert.equal((await create('two')).body.code, 'username_taken')
    assert.equal((await create('')).status, 400)
    const invited = { name: 'Bob', email: 'bob@example.com' }
    const headers = { 'idempotency-key': 'one' }
    const made = await system.send('POST', api(system), { token, body: invited, headers })
    assert.equal(made.status, 201, 'the same key of another caller and route is another key')
    assert.equal(
      (await system.send('POST', api(system), { token, body: invited, headers })).body.id,
      made.body.id,
    )
    system.clock.advance(25 * 60 * 60 * 1000)
    assert.equal((await create('one')).body.code, 'username_taken', 'after a day it is forgotten')
  })

  test('I64 of several bodies at once with one Idempotency-Key one is created, the others are refused', async () => {
    const headers = { 'idempotency-key': 'one' }
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, at) => {
        const body = { username: `kim${at}`, email: `kim${at}@example.com`, password: 'a long password' }
        return system.send('POST', `${system.usersUrl}/users/create`, { body, headers })
      }),
    )
    assert.deepEqual(replies.map((reply) => reply.status).sort(), [201, 422, 422, 422])
  })

  test('nothing of a deleted user stays but its id and that something happened', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const body = { username: 'canary-7c', email: 'canary-7c@example.com', password: 'a long password' }
    const headers = { 'idempotency-key': 'one' }
    const create = () => system.send('POST', `${system.usersUrl}/users/create`, { body, headers })
    const { body: user } = await create()
    assert.equal((await system.send('DELETE', api(system, `/${user.id}`), { token })).status, 204)
    const db = await system.database('users')
    const acts = () => db.query`SELECT id FROM acts WHERE subject = ${user.id}`
    await until('the deletion is in the audit', async () => (await acts()).length > 0)
    // The events of a deleted user are listed without personal data at once. This sweep blanks their rows later.
    for (const { remove } of system.sweeps('users')) await remove(db, system.clock.now() + 61_000, 1_000)
    for (const [table, stored] of await allRows(db)) {
      const rows = JSON.stringify(stored)
      assert.ok(!rows.includes('canary'), table)
      const tells = ['acts', 'deleted_users', 'events', 'forgotten_subjects'].includes(table)
      assert.equal(rows.includes(user.id), tells, table)
    }
    const again = await create()
    assert.equal(again.status, 201)
    assert.notEqual(again.body.id, user.id)
  })

  test('proof of an address proves nothing about the next one', async () => {
    const { access_token: token } = await system.admin()
    const lena = await system.signUp('lena')
    await (await system.database('users')).execute(
      `UPDATE users SET email_verified_at = 1 WHERE id = '${lena.id}'`,
    )
    const patch = async (body: unknown) =>
      (await system.send('PATCH', api(system, `/${lena.id}`), { token, body })).body
    assert.equal((await patch({ name: 'Ada' })).email_verified, true)
    assert.equal((await patch({ email: 'lena@example.org' })).email_verified, false)
  })

  test('a username made from an address is held to the same rules as one that was chosen', async () => {
    const { access_token: token } = await system.admin()
    const make = (body: object) => system.send('POST', api(system), { token, body: { name: 'X', ...body } })
    const uuid = '01890000-0000-7000-8000-000000000000'
    assert.equal((await make({ email: `${uuid}@example.com` })).body.username, `${uuid}-user`)
    const reply = await make({ email: 'lovelace@example.com', password: 'Lovelace' })
    assert.deepEqual([reply.status, reply.body.errors[0].code], [400, 'is_username'])
  })

  test('sign-up can be closed; admins still make users', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUP: 'closed' } })
    const body = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
    const reply = await system.send('POST', `${system.usersUrl}/users/create`, { body })
    assert.deepEqual([reply.status, reply.body.code], [403, 'signup_closed'])
    const { access_token: token } = await system.admin()
    const made = await system.send('POST', api(system), { token, body: { ...body, name: 'Ada' } })
    assert.equal(made.status, 201)
    await system.logIn('ada', body.password)
  })
})
