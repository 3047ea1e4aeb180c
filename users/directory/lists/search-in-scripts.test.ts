import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#runtime/database/database.ts'
import { createLog } from '#runtime/log/log.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { inBatches } from '#tests/support/in-batches.ts'
import { namesInScripts } from '#tests/support/names-in-scripts.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { allRows } from '#tests/support/stored.ts'
import type { Users } from '../../core/users.ts'
import { createUser } from '../../sign-up/create-user.ts'
import { foldOnce } from './fold-names.ts'
import { listUsers } from './list-users.ts'

/** Opens the user service without its background work, so that a test decides when names are folded. */
const open = (engine: Engine) => openRecordedUsers(engine, { signup: 'open' })

async function searchPage(users: Users, text: string) {
  const { users: found, nextCursor, searchIsPartial } = await listUsers(users, { search: text })
  return { names: found.map(({ username }) => username), nextCursor, searchIsPartial }
}

const search = async (users: Users, text: string) => (await searchPage(users, text)).names

async function foldAll(users: Users): Promise<void> {
  while (await foldOnce(users, 'test')) {}
}

/** Writes users as any version writes them, without the code that lists users. */
const insert = (db: Database, first: number, last: number, name: string) =>
  db.query`
    INSERT INTO users (id, username, username_key, email, email_key, name, role, status, metadata, session_epoch, version,
      created_at, updated_at)
    WITH RECURSIVE numbers (n) AS (SELECT CAST(${first} AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})
    SELECT '01a1f4d2-0000-7000-8000-' || CAST(100000000000 + n AS TEXT),
      'user' || CAST(n AS TEXT), 'user' || CAST(n AS TEXT), 'user' || CAST(n AS TEXT) || '@example.com',
      'user' || CAST(n AS TEXT) || '@example.com', ${name}, 'user', 'active', '{}', 0, 1, 1000 + n, 1000 + n
    FROM numbers`

/** Makes the state that the migration leaves in a database with users: no user is in the index of folded names. */
async function forgetFolds(db: Database): Promise<void> {
  await db.query`DELETE FROM user_folds`
  await db.query`DELETE FROM unfolded_users`
  await db.query`INSERT INTO user_fold_scan (after_id) VALUES ('')`
}

/** Returns a database whose transactions fail at their third statement, as when the process is killed there. */
const failingDatabase = (db: Database): Database => ({
  ...db,
  transaction: (work, options) =>
    db.transaction((tx) => {
      let statements = 0
      return work({
        ...tx,
        query: async (text, ...parts) => {
          if (++statements === 3) throw new Error('killed')
          return tx.query(text, ...parts)
        },
      })
    }, options),
})

for (const engine of engines)
  describe(`on ${engine}`, () => {
    test('a search finds a name in every script, however people write it', async () => {
      await using recorded = await open(engine)
      const { users } = recorded
      for (const { script, name } of namesInScripts)
        await createUser(users, { username: script, name, email: `${script}@mail.example`, by: null })
      for (const when of ['at once', 'by the index']) {
        const missing: string[] = []
        for (const { script, name, spellings, beginnings } of namesInScripts)
          for (const text of [name, name.normalize('NFD'), ...spellings, ...beginnings])
            if (!(await search(users, text)).includes(script)) missing.push(`${script}: ${text}`)
        assert.deepEqual(missing, [], when)
        for (const text of ['еиванов', '伟王', 'ü', 'ва', 'в', 'ra', ' ', '\u200b', '***', '?[', '\\('])
          assert.deepEqual(await search(users, text), [], `${JSON.stringify(text)}, ${when}`)
        await foldAll(users)
      }
    })

    test('a domain in any script is found as it is shown and as it is compared', async () => {
      await using recorded = await open(engine)
      const { users } = recorded
      await createUser(users, { username: 'ursel', email: 'ursel@BÜCHER.example', by: null })
      for (const text of ['bücher', '@bu\u0308cher.ex', 'xn--bcher-kva', 'ursel@bücher.example', 'BÜ'])
        assert.deepEqual(await search(users, text), ['ursel'], text)
    })

    test('a text that folding makes many times as long is searched like any other', async () => {
      await using recorded = await open(engine)
      const { users } = recorded
      // Each of these characters is a word of four to six letters for people.
      const name = Array.from({ length: 80 }, (_, at) => String.fromCharCode(0x3300 + at)).join('')
      await createUser(users, { username: 'long', email: 'long@mail.example', name, by: null })
      for (const fold of [async () => {}, () => foldAll(users)]) {
        await fold()
        assert.deepEqual(await search(users, name), ['long'])
        assert.deepEqual(await search(users, '\ufdfa'.repeat(100)), [])
      }
    })

    if (engine === 'postgres')
      test('rows that a restore copies with an empty search path are folded too', async () => {
        await using recorded = await open(engine)
        const { users, url } = recorded
        const restore = new pg.Client({ connectionString: url })
        await restore.connect()
        try {
          await insert(users.db, 1, 1, 'Common')
          await restore.query("SET search_path = ''")
          await restore.query("UPDATE public.users SET name = 'ИВАНОВ'")
        } finally {
          await restore.end()
        }
        assert.deepEqual(await search(users, 'иванов'), ['user1'])
      })

    test('among many users a rare name is found in one request, however short it is typed', async () => {
      await using recorded = await open(engine)
      const { users } = recorded
      await inBatches(11_998, (first, last) => insert(users.db, first, last, 'Common'))
      await insert(users.db, 20_001, 20_001, '王伟')
      await insert(users.db, 20_002, 20_002, 'Anna Li')
      for (const when of ['at once', 'by the index']) {
        for (const [text, name] of [
          ['王伟', 'user20001'],
          ['王', 'user20001'],
          ['li', 'user20002'],
        ] as const)
          assert.deepEqual(
            await searchPage(users, text),
            { names: [name], nextCursor: null, searchIsPartial: false },
            `${text}, ${when}`,
          )
        await foldAll(users)
      }
      const { names, nextCursor } = await searchPage(users, 'Ж')
      assert.deepEqual([names, nextCursor], [[], null], 'nobody has it, and one request knows that')
    })

    test('the users of before an upgrade are folded in batches, and a search says until when', async () => {
      await using recorded = await open(engine)
      const { users } = recorded
      const { db } = users
      await inBatches(5_100, (first, last) => insert(db, first, last, 'Юлия'))
      await insert(db, 20_001, 20_001, 'Пётр ИВАНОВ')
      await forgetFolds(db)
      assert.equal((await searchPage(users, 'иванов')).searchIsPartial, true)
      assert.deepEqual(
        await search(users, 'ИВАНОВ'),
        ['user20001'],
        'as it is written, it is found meanwhile',
      )
      await insert(db, 20_002, 20_002, 'ИВАНОВА')
      assert.deepEqual(await search(users, 'иванова'), ['user20002'])
      const lines: string[] = []
      await foldAll({ ...users, log: createLog('info', { write: (line) => void lines.push(line) }) })
      assert.deepEqual(await searchPage(users, 'иванов'), {
        names: ['user20001', 'user20002'],
        nextCursor: null,
        searchIsPartial: false,
      })
      assert.match(lines.at(-1) ?? '', /names indexed for search/)
      const [folded] = await db.query<{ total: number }>`SELECT COUNT(*) AS total FROM user_folds`
      assert.equal(folded?.total, 5_102)
    })

    test('what an older version renames or deletes is found or forgotten', async () => {
      await using recorded = await open(engine)
      const { users } = recorded
      const { db } = users
      await insert(db, 1, 1, 'ИВАНОВ')
      for (const fold of [async () => {}, () => foldAll(users)])
        for (const [name, text, before] of [
          ['ПЕТРОВ', 'петров', 'иванов'],
          ['Smith', 'smith', 'петров'],
          ['王伟', '王', 'smith'],
          ['ИВАНОВ', 'иванов', '王'],
        ] as const) {
          await fold()
          await db.query`UPDATE users SET name = ${name} WHERE username_key = 'user1'`
          await fold()
          assert.deepEqual([await search(users, text), await search(users, before)], [['user1'], []], name)
        }
      await db.query`DELETE FROM users WHERE username_key = 'user1'`
      assert.deepEqual(await search(users, 'иванов'), [])
      for (const table of ['user_folds', 'unfolded_users'])
        assert.deepEqual((await allRows(db)).get(table), [], table)
      if (engine === 'sqlite')
        assert.deepEqual(
          await db.query`SELECT rowid FROM user_fold_search WHERE user_fold_search MATCH '"ван"'`,
          [],
        )
    })

    test('folding that was cut short goes on where it was, on another node too', async () => {
      await using recorded = await open(engine)
      const { users } = recorded
      const { db } = users
      await inBatches(6_000, (first, last) => insert(db, first, last, 'Юлия'))
      await forgetFolds(db)
      // The first turn ends after one batch, as it does when the service stops.
      while (await foldOnce(users, 'first', AbortSignal.abort())) {
        const page = await searchPage(users, 'ЮЛИЯ')
        assert.equal(page.searchIsPartial, true)
        await db.query`DELETE FROM leases`
        await assert.rejects(foldOnce({ ...users, db: failingDatabase(db) }, 'second'), /killed/)
        await db.query`DELETE FROM leases`
      }
      const [folded] = await db.query<{ total: number }>`SELECT COUNT(*) AS total FROM user_folds`
      assert.equal(folded?.total, 6_000)
      assert.equal((await searchPage(users, 'юлия')).searchIsPartial, false)
    })

    if (engine === 'postgres')
      test('a rename wins over folding, whichever of them commits first', async () => {
        await using recorded = await open(engine)
        const { users, url } = recorded
        await insert(users.db, 1, 1, 'ИВАНОВ')
        const other = new pg.Client({ connectionString: url })
        await other.connect()
        try {
          await other.query('BEGIN')
          await other.query("UPDATE users SET name = 'ПЕТРОВ' WHERE username_key = 'user1'")
          await foldAll(users)
          await other.query('COMMIT')
          await foldAll(users)
          assert.deepEqual([await search(users, 'петров'), await search(users, 'иванов')], [['user1'], []])
          await users.db.query`UPDATE users SET name = 'ИВАНОВ' WHERE username_key = 'user1'`
          // The other transaction has folded the name of before and not yet committed.
          await other.query('BEGIN')
          await other.query('DELETE FROM unfolded_users')
          await other.query("INSERT INTO user_folds (user_id, folded) SELECT id, 'иванов' FROM users")
          const renaming = users.db.query`UPDATE users SET name = 'СИДОРОВ' WHERE username_key = 'user1'`
          await sleep(50)
          await other.query('COMMIT')
          await renaming
          assert.deepEqual([await search(users, 'сидоров'), await search(users, 'иванов')], [['user1'], []])
        } finally {
          await other.end()
        }
      })
  })
