import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserResource } from '#contract/users/user.ts'
import type { Database } from '#runtime/database/database.ts'
import { inBatches } from '#tests/support/in-batches.ts'
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
      ['ar', []],
      ['sh', ['carol']],
      ['G', ['grace']],
      ['10', ['percent']],
      ['a_o', []],
      ["' OR 1=1 --", []],
    ] as const) {
      const { status, body } = await search(`search=${encodeURIComponent(text)}`)
      assert.deepEqual([status, namesOf(body), body.next_cursor], [200, names, null], text)
    }
    assert.deepEqual(namesOf((await search('search=mail.example&status=suspended')).body), [])
    for (const [query, pointer] of [
      ['search=arol&q=ca', '/q'],
      ['search=arol&total=true', '/total'],
    ])
      assert.equal((await search(query ?? '')).body.errors[0].pointer, pointer)
  })

  test('a user is found by the whole id, and by no part of it', async () => {
    await using system = await startSystem()
    const search = await searcher(system)
    await addUser(system, 'carol', 'Carol Shaw')
    const { id } = (await search('search=carol')).body.data[0]
    assert.deepEqual(namesOf((await search(`search=${id.toUpperCase()}`)).body), ['carol'])
    assert.deepEqual(namesOf((await search(`search=${id}&status=suspended`)).body), [])
    assert.deepEqual(namesOf((await search(`search=${id.slice(0, -1)}`)).body), [])
  })

  test('the user with exactly this username or address is first, in every order and on no page twice', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '100' } })
    const search = await searcher(system)
    for (const name of ['carola', 'carol-ann', 'carol', 'carol2', 'xcarol'])
      await addUser(system, name, `Known as carol and carol@mail.example: ${name}`)
    const first = async (query: string) => namesOf((await search(query)).body)[0]
    for (const sort of ['created_at', '-created_at', 'username', '-username']) {
      for (const query of ['search=carol', 'search=CAROL@mail.example', 'q=carol', 'q=carol@mail.example'])
        assert.equal(await first(`${query}&sort=${sort}`), 'carol', `${query} ${sort}`)
      const rest = sort.endsWith('username')
        ? ['carol-ann', 'carol2', 'carola', 'xcarol']
        : ['carola', 'carol-ann', 'carol2', 'xcarol']
      const expected = ['carol', ...(sort.startsWith('-') ? rest.toReversed() : rest)]
      for (const limit of [1, 2, 3, 4, 5, 6]) {
        const pages: string[][] = []
        let url = `search=carol&sort=${sort}&limit=${limit}`
        const backwards: string[][] = []
        for (;;) {
          const { body } = await search(url)
          pages.push(namesOf(body))
          if (!body.next_cursor) break
          url = `search=carol&sort=${sort}&limit=${limit}&cursor=${body.next_cursor}`
        }
        assert.deepEqual(pages.flat(), expected, `${sort} by ${limit}`)
        assert.ok(pages.every(({ length }) => length <= limit))
        let { previous_cursor } = (await search(url)).body
        while (previous_cursor) {
          const { body } = await search(`search=carol&sort=${sort}&limit=${limit}&cursor=${previous_cursor}`)
          backwards.unshift(namesOf(body))
          previous_cursor = body.previous_cursor
        }
        assert.deepEqual(backwards, pages.slice(0, -1), `${sort} by ${limit}, backwards`)
      }
    }
    assert.equal(
      await first('search=carol&status=suspended'),
      undefined,
      'the filters hold for this user too',
    )
  })

  test('among many users a rare text is found in one request, and a common one in pages', async () => {
    await using system = await startSystem()
    const search = await searcher(system)
    const db = await system.database('users')
    await addMany(db)
    for (const text of ['Are biR', 'r11998@', '!ü"*%_', '^NOT(', 'o\\{n"}']) {
      const { body } = await search(`search=${encodeURIComponent(text)}`)
      const found = text.startsWith('r1') ? 'user11998' : 'user11999'
      assert.deepEqual([namesOf(body), body.next_cursor], [[found], null], text)
    }
    assert.deepEqual((await search('search=nobody%27s')).body, {
      data: [],
      next_cursor: null,
      previous_cursor: null,
    })
    const page = (await search('search=ommon&limit=2')).body
    assert.deepEqual(namesOf(page), ['user1', 'user2'])
    assert.deepEqual(namesOf((await search(`search=ommon&limit=2&cursor=${page.next_cursor}`)).body), [
      'user3',
      'user4',
    ])
    // The search text is in 1,111 usernames. Too few of the first users have it to fill a page.
    const names: string[] = []
    let cursor: string | null = ''
    do {
      const { body } = await search(`search=user11&limit=200${cursor && `&cursor=${cursor}`}`)
      names.push(...namesOf(body))
      cursor = body.next_cursor
    } while (cursor)
    assert.deepEqual([names.length, names[0], names.at(-1)], [1_111, 'user11', 'user11999'])
  })

  test('the index follows a change and forgets a deleted user', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const search = await searcher(system)
    const db = await system.database('users')
    await addMany(db)
    const found = async (text: string) => namesOf((await search(`search=${encodeURIComponent(text)}`)).body)
    const id = (await search('search=are%20bir')).body.data[0].id
    const url = `${system.usersUrl}/api/v1/users/${id}`
    const body = { name: 'Zoë Wolkenstein', username: 'wolke', email: 'zoe@cloud.example' }
    assert.equal((await system.send('PATCH', url, { token, body })).status, 200)
    assert.deepEqual(await found('are bir'), [])
    for (const text of ['oë wo', 'olkenst', 'OLK', 'cloud.ex'])
      assert.deepEqual(await found(text), ['wolke'], text)
    assert.equal((await system.send('PATCH', url, { token, body: { name: null } })).status, 200)
    assert.deepEqual(await found('olkenst'), [])
    assert.equal((await system.send('DELETE', url, { token })).status, 204)
    for (const text of ['wolke', 'cloud.ex', id]) assert.deepEqual(await found(text), [], text)
    if (db.engine !== 'sqlite') return
    const kept = await db.query`SELECT document FROM user_documents WHERE user_id = ${id}`
    const indexed = await db.query`SELECT rowid FROM user_search WHERE user_search MATCH '"wol"'`
    assert.deepEqual([kept, indexed], [[], []])
  })
})

/** Writes 12,000 users, of whom the last has a rare name. */
async function addMany(db: Database): Promise<void> {
  const many = 11_999
  const rareName = 'Rare Bird !ü"*%_ ^NOT( o\\{n"}'
  await inBatches(
    many,
    (first, last) => db.query`
      INSERT INTO users (id, username, username_key, email, email_key, name, role, status, metadata, session_epoch, version,
        created_at, updated_at)
      WITH RECURSIVE numbers (n) AS (SELECT CAST(${first} AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})
      SELECT '01a1f4d2-0000-7000-8000-' || CAST(100000000000 + n AS TEXT),
        'user' || CAST(n AS TEXT), 'user' || CAST(n AS TEXT), 'user' || CAST(n AS TEXT) || '@example.com',
        'user' || CAST(n AS TEXT) || '@example.com', CASE WHEN n = ${many} THEN ${rareName} ELSE 'Common' END, 'user', 'active',
        '{}', 0, 1, 1000 + n, 1000 + n
      FROM numbers`,
  )
}
