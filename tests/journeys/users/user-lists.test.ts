import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserResource } from '#contract/users/user.ts'
import type { Database } from '#runtime/database/database.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'

const namesOf = ({ data }: { data: UserResource[] }) => data.map(({ username }) => username)

async function lister(system: System) {
  const { access_token: token } = await system.admin()
  return async (query: string) => {
    const { status, body } = await system.send('GET', `${system.usersUrl}/api/v1/users?${query}`, { token })
    assert.equal(status, 200, `${query} ${JSON.stringify(body)}`)
    return body
  }
}

/** Inserts five users, each created later than the one before, except for two with the same creation time. */
const addFew = (db: Database) => db.query`
  INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
    created_at, updated_at, email_verified_at, last_login_at)
  SELECT '01a1f4d2-0000-7000-8000-00000000000' || number, name, LOWER(name), name || '@a.example', LOWER(name) || '@a.example',
    'user', state, '{}', 0, 1, at, at, verified, login
  FROM (SELECT 1 AS number, 'Dora' AS name, 'active' AS state, 1000 AS at, 1 AS verified, NULL AS login
    UNION ALL SELECT 2, 'bert', 'active', 2000, NULL, 5 UNION ALL SELECT 3, 'Anna', 'suspended', 2000, 1, 5
    UNION ALL SELECT 4, 'carl', 'suspended', 3000, NULL, NULL UNION ALL SELECT 5, 'emil', 'active', 4000, NULL, NULL) AS given`

/**
 * Inserts 60,000 users in batches, because one long statement reaches its time limit on a slow machine. The newest of them
 * has the first username in the alphabet, and every 20,000th user has never logged in.
 */
async function addMany(db: Database): Promise<void> {
  for (let first = 1; first < 60_000; first += 1_000)
    await db.query`
      INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
        created_at, updated_at, last_login_at)
      WITH RECURSIVE numbers (n) AS (SELECT CAST(${first} AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${first + 999})
      SELECT '01a1f4d2-0000-7000-8000-' || CAST(100000000000 + n AS TEXT), name, name, name || '@example.com',
        name || '@example.com', 'user', 'active', '{}', 0, 1, 1000 + n, 1000 + n, CASE WHEN n % 20000 > 0 THEN 1 END
      FROM (SELECT n, 'user' || CAST(200000 - n AS TEXT) AS name FROM numbers) AS named`
}

onEachEngine((startSystem) => {
  test('a list is sorted in each way, and read to its end and back again page by page', async () => {
    await using system = await startSystem()
    const list = await lister(system)
    await addFew(await system.database('users'))
    const byAge = ['Dora', 'bert', 'Anna', 'carl', 'emil', 'admin']
    const byName = ['admin', 'Anna', 'bert', 'carl', 'Dora', 'emil']
    for (const [sort, names] of [
      ['created_at', byAge],
      ['-created_at', byAge.toReversed()],
      ['username', byName],
      ['-username', byName.toReversed()],
    ] as const) {
      const first = await list(`sort=${sort}&limit=2`)
      const second = await list(`sort=${sort}&limit=2&cursor=${first.next_cursor}`)
      const third = await list(`sort=${sort}&limit=2&cursor=${second.next_cursor}`)
      assert.deepEqual([first, second, third].flatMap(namesOf), names, sort)
      assert.deepEqual([first.previous_cursor, third.next_cursor], [null, null], sort)
      const back = await list(`sort=${sort}&limit=2&cursor=${third.previous_cursor}`)
      const begin = await list(`sort=${sort}&limit=2&cursor=${back.previous_cursor}`)
      assert.deepEqual([begin, back].flatMap(namesOf), names.slice(0, 4), sort)
      assert.equal(begin.previous_cursor, null, sort)
      const again = await list(`sort=${sort}&limit=2&cursor=${begin.next_cursor}`)
      assert.deepEqual(namesOf(again), names.slice(2, 4), sort)
    }
    assert.deepEqual(namesOf(await list('')), byAge, 'oldest first, when nobody asks for an order')
  })

  test('a page is found again when users come and go meanwhile', async () => {
    await using system = await startSystem()
    const list = await lister(system)
    const db = await system.database('users')
    await addFew(db)
    const first = await list('sort=username&limit=2')
    await db.query`DELETE FROM users WHERE username_key IN ('anna', 'bert')`
    const second = await list(`sort=username&limit=2&cursor=${first.next_cursor}`)
    assert.deepEqual(namesOf(second), ['carl', 'Dora'])
    const before = await list(`sort=username&limit=2&cursor=${second.previous_cursor}`)
    assert.deepEqual([namesOf(before), before.previous_cursor], [['admin'], null])
    await db.query`DELETE FROM users WHERE username_key = 'carl'`
    const { next_cursor: ofDora } = await list('limit=1')
    await db.query`DELETE FROM users WHERE username_key = 'dora'`
    const youngest = await list(`limit=2&cursor=${ofDora}`)
    assert.deepEqual(namesOf(youngest), ['emil', 'admin'])
    const nobody = await list(`limit=2&cursor=${youngest.previous_cursor}`)
    assert.deepEqual(namesOf(nobody), ['emil', 'admin'], 'the beginning, where nobody is left before')
  })

  test('filters go together with each other, with a search and with every order', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '100' } })
    const list = await lister(system)
    const db = await system.database('users')
    await addFew(db)
    await db.query`UPDATE users SET factors_version = 1 WHERE username_key IN ('dora', 'carl')`
    await db.query`
      INSERT INTO totp_factors (user_id, secret, last_step, added_at) SELECT id, 'sealed', 0, 0 FROM users WHERE username_key = 'carl'`
    for (const [query, names] of [
      ['email_verified=true', ['Dora', 'Anna']],
      ['email_verified=false&status=active', ['bert', 'emil', 'admin']],
      ['has_second_factor=true', ['carl']],
      ['has_second_factor=true&email_verified=true', []],
      ['has_second_factor=false&status=suspended', ['Anna']],
      ['has_logged_in=false&role=user', ['Dora', 'carl', 'emil']],
      ['has_logged_in=true&status=suspended', ['Anna']],
      ['q=a&email_verified=true', ['Anna']],
      ['search=a.example&has_logged_in=false', ['Dora', 'carl', 'emil']],
      ['search=01a1f4d2-0000-7000-8000-000000000004&has_second_factor=false', []],
      [
        'created_after=1970-01-01T00:00:01.000Z&created_before=1970-01-01T00:00:04.000Z',
        ['bert', 'Anna', 'carl'],
      ],
    ] as const) {
      const sorted = [...names].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
      for (const [sort, expected] of [
        ['created_at', names],
        ['-created_at', names.toReversed()],
        ['username', sorted],
        ['-username', sorted.toReversed()],
      ] as const)
        assert.deepEqual(namesOf(await list(`${query}&sort=${sort}`)), expected, `${query} ${sort}`)
      if (!query.startsWith('search'))
        assert.deepEqual([(await list(`${query}&total=true`)).total], [names.length], query)
    }
  })

  test('among very many users a request looks at a part of them, and says that there may be more', async () => {
    await using system = await startSystem()
    const list = await lister(system)
    await addMany(await system.database('users'))
    const first = await list('has_logged_in=false&role=user&total=true')
    assert.deepEqual(
      [namesOf(first), first.total, first.total_is_capped],
      [['user180000', 'user160000'], 2, true],
    )
    const second = await list(`has_logged_in=false&role=user&cursor=${first.next_cursor}`)
    assert.deepEqual([namesOf(second), second.next_cursor], [['user140000'], null])
    const back = await list(`has_logged_in=false&role=user&cursor=${second.previous_cursor}`)
    assert.deepEqual(namesOf(back), ['user180000', 'user160000'])
    assert.deepEqual(namesOf(await list('role=admin&sort=username&has_logged_in=true')), ['admin'])
    assert.deepEqual(namesOf(await list('sort=-username&limit=1&created_after=1970-01-01T00:01:00.999Z')), [
      'user140000',
    ])
    const { total, total_is_capped } = await list('total=true&limit=1')
    assert.deepEqual([total, total_is_capped], [10_000, true])
    const rare = await list('q=user14000&sort=username&total=true')
    assert.deepEqual([namesOf(rare)[0], rare.total], ['user140000', 10])
    assert.deepEqual(namesOf(await list('search=ser14000&sort=-username&limit=1')), ['user140009'])
    assert.deepEqual(namesOf(await list('search=ser14000&sort=-created_at&limit=1')), ['user140000'])
  })

  test('a cursor is refused in another order, and so is one that nobody was given', async () => {
    await using system = await startSystem()
    const list = await lister(system)
    const { access_token: token } = await system.admin()
    await addFew(await system.database('users'))
    const { next_cursor: byName } = await list('sort=username&limit=1')
    const made = (text: string) => Buffer.from(text).toString('base64url')
    for (const query of [
      `cursor=${byName}`,
      `sort=-username&cursor=${byName}`,
      `cursor=${made('created_at before x 01a1f4d2-0000-7000-8000-000000000004')}`,
      `sort=username&cursor=${made('2000 01a1f4d2-0000-7000-8000-000000000004')}`,
      `sort=username&cursor=${made('username after anna')}`,
    ]) {
      const { status, body } = await system.send('GET', `${system.usersUrl}/api/v1/users?${query}`, { token })
      assert.deepEqual([status, body.errors?.[0]?.pointer], [400, '/cursor'], query)
    }
  })
})
