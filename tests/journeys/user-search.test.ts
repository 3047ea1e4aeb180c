import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserResource } from '#contract/user.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'

async function searcher(system: System) {
  const { access_token: token } = await system.admin()
  return (query: string) => system.send('GET', `${system.usersUrl}/api/v1/users?${query}`, { token })
}

const namesOf = ({ data }: { data: UserResource[] }) => data.map(({ username }) => username)

async function addUser(system: System, username: string, name: string): Promise<void> {
  const body = { username, name, email: `${username}@mail.example`, password: 'a long password' }
  const reply = await system.send('POST', `${system.usersUrl}/users/create`, { body })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
}

onEachEngine((startSystem) => {
  test('a user is found by any part of the username, the address or the name', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '100' } })
    const search = await searcher(system)
    await addUser(system, 'carol', 'Carol Shaw')
    await addUser(system, 'grace', 'Grace Ḧopper')
    await addUser(system, 'percent', '100%_sure!')
    for (const [text, names] of [
      ['arol', ['carol']],
      ['AROL', ['carol']],
      ['l sha', ['carol']],
      ['race@mail', ['grace']],
      ['Ḧopp', ['grace']],
      ['mail.example', ['carol', 'grace', 'percent']],
      ['0%_s', ['percent']],
      ['sure!', ['percent']],
      ['%%%', []],
      ['a_o', []],
      ["' OR 1=1 --", []],
    ] as const) {
      const { status, body } = await search(`search=${encodeURIComponent(text)}`)
      assert.deepEqual([status, namesOf(body), body.next_cursor], [200, names, null], text)
    }
    assert.deepEqual(namesOf((await search('search=mail.example&status=suspended')).body), [])
    assert.equal((await search('search=ar')).status, 400)
    for (const [query, pointer] of [
      ['search=arol&q=ca', '/q'],
      ['search=arol&total=true', '/total'],
    ])
      assert.equal((await search(query ?? '')).body.errors[0].pointer, pointer)
  })

  test('a search is paged, and a request looks through a bounded number of users', async () => {
    await using system = await startSystem()
    const search = await searcher(system)
    const db = await system.database('users')
    const many = 52_000
    await db.transaction(async (tx) => {
      await tx.query`
        INSERT INTO users (id, username, username_key, email, email_key, name, role, status, metadata, session_epoch, version,
          created_at, updated_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${many})
        SELECT '01a1f4d2-0000-7000-8000-' || CAST(100000000000 + n AS TEXT),
          'user' || CAST(n AS TEXT), 'user' || CAST(n AS TEXT), 'user' || CAST(n AS TEXT) || '@example.com',
          'user' || CAST(n AS TEXT) || '@example.com', CASE WHEN n = ${many} THEN 'Rare Bird' ELSE 'Common' END, 'user', 'active', '{}', 0,
          1, 1000 + n, 1000 + n
        FROM numbers`
    })
    const first = (await search('search=are%20bir')).body
    assert.deepEqual(first.data, [])
    assert.notEqual(first.next_cursor, null)
    const second = (await search(`search=are%20bir&cursor=${first.next_cursor}`)).body
    assert.deepEqual([namesOf(second), second.next_cursor], [[`user${many}`], null])
    const page = (await search('search=ommon&limit=2')).body
    assert.deepEqual(namesOf(page), ['user1', 'user2'])
    assert.deepEqual(namesOf((await search(`search=ommon&limit=2&cursor=${page.next_cursor}`)).body), [
      'user3',
      'user4',
    ])
  })
})
