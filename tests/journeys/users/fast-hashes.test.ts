import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import pg from 'pg'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { openDatabase, sqlitePath } from '#runtime/database/open-database.ts'
import { lockSqlite } from '#runtime/database/sqlite/lock.ts'
import { engines } from '#tests/support/engines.ts'
import { userRow, writeExport } from '#tests/support/export-file.ts'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { type Installation, newInstallation, type Served } from '#tests/support/installation.ts'
import { startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { readForeignHash } from '#users/foreign-hashes/formats.ts'

const vectorOf = (start: string) => {
  const found = foreignHashVectors.find(({ hash }) => hash.startsWith(start))
  assert.ok(found, start)
  return found
}
const [ssha, apr1, phpass] = [vectorOf('{SSHA}'), vectorOf('$apr1$8'), vectorOf('$P$')]
const { password } = ssha
const costly = `$2b$15$${'a'.repeat(53)}`

function write(installation: Installation, rows: readonly object[]): string {
  const file = installation.newPath()
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return file
}

const rowOf = (name: string, hash: string) => ({
  email: `${name}@example.com`,
  username: name,
  password_hash: hash,
})
const rows = [rowOf('ssha', ssha.hash), rowOf('apr1', apr1.hash), rowOf('phpass', phpass.hash)]

const logIn = async (started: Served, username: string, secret = password) =>
  (await send('POST', `${started.auth}/auth/login`, { body: { username, password: secret } })).status

/** Requires that no table says any of the hashes. */
async function assertStoredNowhere(installation: Installation): Promise<void> {
  for (const table of ['users', 'events', 'acts', 'idempotency_keys', 'outbox'])
    for (const row of await installation.rows(table))
      for (const { hash } of [ssha, apr1, phpass])
        assert.ok(!row.includes(hash.slice(-22)), `${table}: ${row}`)
}

async function formsIn(installation: Installation): Promise<unknown[]> {
  const stored = (await installation.rows('users')).map((row) => JSON.parse(row))
  return stored.flatMap(({ password_form: form }) => form ?? []).sort()
}
const wrappedForms = ['wrapped-md5-crypt 1000', 'wrapped-phpass 2^7', 'wrapped-salted-sha sha1']

for (const engine of engines)
  describe(`hashes that are fast to guess on ${engine}`, () => {
    test('are refused by an import without the flag, and with it stand inside argon2id before a row is written', async () => {
      await using installation = await newInstallation(engine)
      const file = write(installation, rows)
      const refused = await installation.run('import', file)
      assert.equal(refused.code, 1)
      assert.match(refused.err, /This salted-sha hash is fast to guess. Import it with --fast-hashes/)
      assert.match(refused.err, /This md5-crypt hash is fast to guess/)
      for (const { hash } of [ssha, apr1, phpass]) assert.ok(!refused.err.includes(hash))
      assert.match(
        refused.err,
        /^latchkey: 3 users were not imported\. The password hashes are fast to guess: import the file again with --fast-hashes, which stores them inside argon2id\. Existing users/m,
      )
      const mixed = await installation.run(
        'import',
        write(installation, [...rows, { email: 'no' }]),
        '--dry-run',
      )
      assert.match(
        mixed.err,
        /4 users would not be imported\. 3 of them only because the password hashes are .* --fast-hashes.* Correct the row and import/,
      )
      assert.deepEqual(await formsIn(installation), [])

      const rehearsed = await installation.run('import', file, '--fast-hashes', '--dry-run')
      assert.deepEqual([rehearsed.code, await formsIn(installation)], [0, []], rehearsed.err)
      const imported = await installation.run('import', file, '--fast-hashes')
      assert.equal(imported.code, 0, imported.err)
      assert.match(imported.out, /^3 +password hashes that are fast to guess, stored inside argon2id$/m)
      assert.match(imported.out, /^3 +password hashes that nodes of an earlier version cannot check/m)
      assert.deepEqual(await formsIn(installation), wrappedForms)
      await assertStoredNowhere(installation)

      const started = await installation.start()
      for (const { username } of rows) {
        assert.equal(await logIn(started, username, `${password}!`), 401)
        assert.equal(await logIn(started, username), 200)
      }
      assert.deepEqual(await formsIn(installation), [])
      await assertStoredNowhere(installation)
    })

    test('are wrapped by the API too, and for new users only', async () => {
      await using installation = await newInstallation(engine)
      const started = await installation.start()
      const made = await installation.run('api-keys', 'create', '--name', 'import', '--scopes', 'users:write')
      const key = /^key +(lk_\S+)/m.exec(made.out)?.[1]
      assert.ok(key, made.out + made.err)
      const send3 = async (body: object) => {
        const url = `${started.users}/api/v1/users/import`
        const { status, body: answer } = await send('POST', url, {
          token: key,
          body: { users: rows, ...body },
        })
        assert.equal(status, 200, JSON.stringify(answer))
        return answer.results.map(
          ({ outcome, errors }: { outcome: string; errors: { detail: string }[] }) => [
            outcome,
            ...errors.map(({ detail }) => detail),
          ],
        )
      }
      for (const [outcome, detail] of await send3({})) {
        assert.equal(outcome, 'refused')
        assert.match(detail, /is fast to guess/)
      }
      assert.deepEqual(await send3({ fast_hashes: true, dry_run: true }), [['made'], ['made'], ['made']])
      assert.deepEqual(await send3({ fast_hashes: true }), [['made'], ['made'], ['made']])
      assert.deepEqual(await formsIn(installation), wrappedForms)
      await assertStoredNowhere(installation)
      assert.deepEqual(await send3({ fast_hashes: true }), [['exists'], ['exists'], ['exists']])
      for (const { username } of rows) assert.equal(await logIn(started, username), 200)
    })

    test('and those that cost too much can stay behind, so that their owners set a password', async () => {
      await using installation = await newInstallation(engine)
      const file = write(installation, [...rows, rowOf('costly', costly), rowOf('odd', 'secret words')])
      const refused = await installation.run('import', file, '--fast-hashes')
      assert.equal(refused.code, 1)
      assert.match(refused.err, /This bcrypt hash takes a cost above 14/)
      const imported = await installation.run('import', file, '--fast-hashes', '--without-unusable-hashes')
      assert.equal(imported.code, 0, imported.err)
      assert.match(imported.out, /^2 +password hashes that are not accepted do not come along$/m)
      const hashes = (await installation.rows('users')).map((row) => JSON.parse(row).password_hash)
      assert.deepEqual([hashes.length, hashes.filter((hash) => hash === null).length], [5, 2])
    })

    test('come with an export of Latchkey as they were stored, and raw ones that no version stored are refused', async () => {
      await using installation = await newInstallation(engine)
      const file = writeExport(installation.newPath(), [
        userRow(1, { password_hash: ssha.hash }),
        userRow(2, { password_hash: apr1.hash }),
      ])
      const imported = await installation.run('import', file)
      assert.equal(imported.code, 1)
      assert.match(imported.err, /This md5-crypt hash is fast to guess\. An export of Latchkey has such/)
      assert.ok(!imported.err.includes('--fast-hashes'), 'which is for other systems')
      assert.deepEqual(await formsIn(installation), ['salted-sha sha1'])
    })

    test('of an earlier version are wrapped once an operator has been told that there is no way back', async () => {
      await using installation = await newInstallation(engine)
      const wrap = (...flags: string[]) => installation.run('users', 'wrap-passwords', ...flags)
      assert.deepEqual(JSON.parse((await wrap('--json')).out), { waiting: 0, since: null })
      const file = writeExport(installation.newPath(), [userRow(1, { password_hash: ssha.hash })])
      assert.equal((await installation.run('import', file)).code, 0)

      const unsure = await wrap()
      assert.deepEqual([unsure.code, unsure.out], [2, ''])
      assert.match(unsure.err, /^1 password hash .* cannot be undone.*\n.*, or --yes/)
      assert.equal(await since(installation), undefined)
      const begun = await wrap('--yes', '--json')
      assert.equal(begun.code, 0)
      assert.ok(!/[Ss]top the service/.test(unsure.err + begun.err), 'none runs')
      assert.match(begun.err, /cannot be undone/)
      const { waiting, since: when } = JSON.parse(begun.out)
      assert.deepEqual([waiting, typeof when], [1, 'string'])
      assert.equal(await since(installation), when)

      const started = await installation.start()
      const done = await wrap('--wait')
      assert.deepEqual(done, { code: 0, out: 'No fast password hashes.\n', err: '' })
      assert.deepEqual(await formsIn(installation), ['wrapped-salted-sha sha1'])
      await assertStoredNowhere(installation)
      assert.equal(await logIn(started, 'user-1'), 200)
    })

    test('are not wrapped while an earlier version may run', async () => {
      await using installation = await newInstallation(engine)
      const file = writeExport(installation.newPath(), [userRow(1, { password_hash: ssha.hash })])
      assert.equal((await installation.run('import', file)).code, 0)
      await using older = await olderNode(installation)
      const refused = await installation.run('users', 'wrap-passwords', '--yes')
      assert.deepEqual([refused.code, refused.out], [1, ''])
      assert.match(refused.err, older.refusal)
      assert.equal(await since(installation), undefined)
    })

    test('are all there after the service was killed in the middle of it, and the next start goes on', async () => {
      await using installation = await newInstallation(engine)
      const rows = Array.from({ length: 30 }, (_, at) => userRow(at, { password_hash: ssha.hash }))
      const file = writeExport(installation.newPath(), rows)
      assert.equal((await installation.run('import', file)).code, 0)
      assert.equal((await installation.run('users', 'wrap-passwords', '--yes')).code, 0)
      const wrappedNow = async () =>
        (await formsIn(installation)).filter((form) => form === 'wrapped-salted-sha sha1').length
      const node = await startProcess([], installation.environment)
      await until('some hashes are wrapped', async () => (await wrappedNow()) > 0)
      await node.end('SIGKILL')

      const left = rows.length - (await wrappedNow())
      assert.ok(left > 0)
      for (const row of await installation.rows('users')) {
        const hash = JSON.parse(row).password_hash
        if (hash !== ssha.hash) assert.ok(await readForeignHash(hash)?.verify(password), hash)
      }
      await endLeases(installation)
      const started = await installation.start()
      await until('all hashes are wrapped', async () => (await wrappedNow()) === rows.length)
      for (const name of ['user-0', 'user-29']) assert.equal(await logIn(started, name), 200)
    })
  })

/** Ends the leases of a node that was killed, which would hold for a minute. */
async function endLeases({ urls }: Installation): Promise<void> {
  const db = await openDatabase(urls.users, commandDatabaseOptions)
  await db.query`DELETE FROM leases`
  await db.close()
}

/** Returns when the wrapping began, as the database says it; undefined when it did not. */
async function since(installation: Installation): Promise<string | undefined> {
  const rows = (await installation.rows('migrations')).map((row) => JSON.parse(row))
  const found = rows.find(({ name }) => name === '0031-wrapped-passwords.contract.sql')
  return found && toRfc3339(found.applied_at)
}

/** Holds the databases as a node of an earlier version would: on SQLite their lock, and on PostgreSQL a connection with its name. */
async function olderNode({ urls }: Installation): Promise<AsyncDisposable & { refusal: RegExp }> {
  const path = sqlitePath(urls.users)
  if (path !== undefined) {
    const unlock = lockSqlite(path)
    return {
      refusal:
        /in use by another Latchkey.*\n.*Stop the service first, run this command again, and then start/,
      [Symbol.asyncDispose]: async () => unlock(),
    }
  }
  const client = new pg.Client({ connectionString: urls.users, application_name: 'latchkey' })
  await client.connect()
  return {
    refusal: /Nodes of an earlier version are connected to this database \(1 /,
    [Symbol.asyncDispose]: () => client.end(),
  }
}
