import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { apiKeyOf } from '#contract/rules/api-key-form.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { engines } from '#tests/support/engines.ts'
import {
  apiKeyRow,
  type Row,
  rowId,
  sessionRow,
  summaryOf,
  userRow,
  writeExport,
} from '#tests/support/export-file.ts'
import { newInstallation, type Served } from '#tests/support/installation.ts'
import { latchkey } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { removeUser } from '#users/core/user-store.ts'
import { userTransfer } from '#users/import/transfer.ts'
import { createPasswordHasher } from '#users/passwords/password-hash.ts'

const password = 'a long password'
const logIn = (started: Served, username: string, secret = password) =>
  send('POST', `${started.auth}/auth/login`, { body: { username, password: secret } })

for (const engine of engines) {
  describe(`an import on ${engine}`, () => {
    test('does not revive a user who was deleted, and removes none who is there', async () => {
      await using installation = await newInstallation(engine)
      const file = writeExport(installation.newPath(), [userRow(1), userRow(2), userRow(3)])
      assert.equal((await installation.run('import', file)).code, 0)
      const started = await installation.start()
      const admin = [
        'users',
        'create',
        '--username',
        'root',
        '--email',
        'root@example.com',
        '--role',
        'admin',
      ]
      const secret = /^password {2}(\S+)/m.exec((await installation.run(...admin)).out)?.[1]
      const token = (await logIn(started, 'root', secret)).body.access_token
      const url = (number: number) => `${started.users}/api/v1/users/${rowId(number)}`
      assert.equal((await send('DELETE', url(1), { token })).status, 204)
      // A new user takes the username of the deleted user.
      const body = { username: 'user-1', email: 'new@example.com', password }
      assert.equal((await send('POST', `${started.users}/users/create`, { body })).status, 201)

      const again = await installation.run('import', file)
      assert.deepEqual([again.code, again.err], [0, ''])
      assert.deepEqual(summaryOf(again.out, 'user'), [3, 0, 2, 1, 0])
      assert.equal((await send('GET', url(1), { token })).status, 404)
      const gone = { type: 'deleted_user', id: rowId(2), deleted_at: 1 }
      const other = await installation.run(
        'import',
        writeExport(installation.newPath(), [
          gone,
          { ...gone, id: rowId(1) },
          { ...gone, id: rowId(9) },
          userRow(9),
        ]),
      )
      assert.equal(other.code, 1)
      assert.match(other.err, /:2: \/id: Deleted where the file is from, and a user here\./)
      assert.deepEqual(summaryOf(other.out, 'deleted_user'), [3, 1, 1, 0, 1])
      assert.deepEqual(summaryOf(other.out, 'user'), [1, 0, 0, 1, 0])
      assert.equal((await send('GET', url(2), { token })).status, 200)
      assert.equal((await send('GET', url(9), { token })).status, 404)
    })

    test('leaves what is there as it is, and tells whose name or address is taken', async () => {
      await using installation = await newInstallation(engine)
      assert.equal(
        (await installation.run('import', writeExport(installation.newPath(), [userRow(1), userRow(2)])))
          .code,
        0,
      )
      const before = await installation.rows('users')
      const file = writeExport(installation.newPath(), [
        userRow(1, { username: 'renamed', name: 'Another', metadata: { a: 1 } }),
        userRow(3, { username: 'USER-2' }),
        userRow(4, { email: 'User-2@EXAMPLE.com' }),
        userRow(5),
        userRow(6, { username: 'User-5' }),
        userRow(5, { name: 'twice' }),
      ])
      const { code, out, err } = await installation.run('import', file)
      assert.equal(code, 1)
      assert.deepEqual(err.trim().split('\n'), [
        `${file}:3: /username: Another user has this username.`,
        `${file}:4: /email: Another user has this email address.`,
        `${file}:6: /username: Another user has this username.`,
        'latchkey: 3 rows were not imported. Correct them and import the file again: existing rows are not changed.',
      ])
      assert.deepEqual(summaryOf(out, 'user'), [6, 1, 2, 0, 3])
      const rows = await installation.rows('users')
      assert.deepEqual(
        before.filter((row) => !rows.includes(row)),
        [],
      )
      assert.equal(rows.length, 3)
    })

    test('takes sessions only when it is told to, and only those that would live here', async () => {
      await using installation = await newInstallation(engine)
      const over = Date.now() - 1
      const living = sessionRow(1)
      const ended = sessionRow(1)
      const sessions = [
        living,
        ended,
        sessionRow(1, { idle_expires_at: over }),
        sessionRow(1, { expires_at: over }),
        // One session began before the epoch of its user and one after it, because the epoch rose while the export was made.
        // Neither is imported.
        sessionRow(2, { epoch: 1 }),
        sessionRow(2, { epoch: 3 }),
        sessionRow(3),
        sessionRow(4),
      ]
      const deleted = { type: 'deleted_user', id: rowId(3), deleted_at: 1 }
      const file = writeExport(installation.newPath(), [
        userRow(1),
        userRow(2, { session_epoch: 2 }),
        deleted,
        ...sessions,
      ])
      const without = await installation.run('import', file)
      assert.deepEqual([without.code, summaryOf(without.out, 'session')], [0, [8, 0, 0, 8, 0]], without.err)
      assert.deepEqual(await installation.rows('sessions'), [])
      const only = writeExport(installation.newPath(), [ended])
      assert.deepEqual(
        summaryOf((await installation.run('import', '--with-sessions', only)).out, 'session'),
        [1, 1, 0, 0, 0],
      )
      assert.equal((await installation.run('sessions', 'end-all')).code, 0)

      const taken = await installation.run('import', file, '--with-sessions')
      assert.deepEqual([taken.code, summaryOf(taken.out, 'session')], [0, [8, 1, 1, 6, 0]], taken.err)
      const rows = (await installation.rows('sessions')).map((row) => JSON.parse(row) as Row)
      assert.deepEqual(
        rows.filter((row) => row.ended_at === null).map((row) => row.id),
        [living.id],
      )

      // Raises the epoch, as if all sessions of the user had been ended after the export was made.
      const auth = await openDatabase(installation.urls.auth, commandDatabaseOptions)
      await auth.query`UPDATE session_epochs SET epoch = 1 WHERE user_id = ${rowId(1)}`
      await auth.close()
      const late = await installation.run(
        'import',
        writeExport(installation.newPath(), [sessionRow(1)]),
        '--with-sessions',
      )
      assert.deepEqual(summaryOf(late.out, 'session'), [1, 0, 0, 1, 0])
    })

    test('revives no API key that was revoked or has expired, and changes none that is there', async () => {
      await using installation = await newInstallation(engine)
      const [kept, revoked] = [apiKeyOf(randomBytes(32)), apiKeyOf(randomBytes(32))]
      const rows = [apiKeyRow(1, { key: kept }), apiKeyRow(2, { key: revoked })]
      const file = writeExport(installation.newPath(), [
        ...rows,
        apiKeyRow(3, { expires_at: Date.now() - 1 }),
      ])
      const first = await installation.run('import', file)
      assert.deepEqual([first.code, summaryOf(first.out, 'api_key')], [0, [3, 2, 0, 1, 0]], first.err)
      assert.equal((await installation.run('api-keys', 'revoke', rowId(2))).code, 0)
      const before = await installation.rows('api_keys')

      const again = writeExport(installation.newPath(), [
        ...rows,
        apiKeyRow(1, { key: kept, name: 'renamed', scopes: ['users:read', 'users:delete'] }),
        apiKeyRow(1),
        apiKeyRow(4, { key: revoked }),
      ])
      const { code, out, err } = await installation.run('import', again)
      assert.equal(code, 1)
      assert.deepEqual(err.trim().split('\n'), [
        `${again}:6: /digest: This key is here under another id.`,
        'latchkey: 1 row was not imported. Correct it and import the file again: existing rows are not changed.',
      ])
      assert.deepEqual(summaryOf(out, 'api_key'), [5, 0, 4, 0, 1])
      assert.deepEqual(await installation.rows('api_keys'), before)
      const started = await installation.start()
      const status = async (key: string) =>
        (await send('GET', `${started.users}/api/v1/users`, { token: key })).status
      assert.deepEqual([await status(kept), await status(revoked)], [200, 401])
    })

    test('is rehearsed by a dry run, which says the same and changes nothing', async () => {
      await using installation = await newInstallation(engine)
      assert.equal(
        (await installation.run('import', writeExport(installation.newPath(), [userRow(1), userRow(8)])))
          .code,
        0,
      )
      const epoch = { type: 'session_epoch', user_id: rowId(2), epoch: 1 }
      const deleted = { type: 'deleted_user', id: rowId(4), deleted_at: 1 }
      // A row of another kind ends a batch. So each row that repeats an earlier row is written in a later batch than that
      // row.
      const file = writeExport(installation.newPath(), [
        userRow(1),
        userRow(2, { session_epoch: 1 }),
        userRow(3, { username: 'USER-1' }),
        deleted,
        { ...deleted, id: rowId(8) },
        { ...deleted, id: rowId(2) },
        userRow(2),
        userRow(4),
        userRow(5, { username: 'User-2' }),
        userRow(6, { email: 'USER-2@example.com' }),
        apiKeyRow(1),
        epoch,
        { ...epoch, user_id: rowId(9) },
        sessionRow(2, { epoch: 1 }),
        sessionRow(1),
        sessionRow(7),
        userRow(2),
      ])
      const tables = ['users', 'deleted_users', 'api_keys', 'session_epochs', 'sessions']
      const contents = () => Promise.all(tables.map((name) => installation.rows(name)))
      const before = await contents()
      const dry = await installation.run('import', file, '--dry-run', '--with-sessions')
      assert.deepEqual(await contents(), before)
      assert.match(dry.out, /\n\nThis was a dry run: nothing was changed\.\n$/)
      const piped = latchkey(
        ['import', '-', '--dry-run', '--with-sessions'],
        installation.environment,
        readFileSync(file, 'utf8'),
      )
      assert.deepEqual([piped.code, piped.out], [1, dry.out])
      const real = await installation.run('import', file, '--with-sessions')
      assert.deepEqual([dry.code, real.code], [1, 1])
      assert.equal(dry.err.replace('would not be', 'were not'), real.err)
      assert.equal(dry.out.slice(0, dry.out.indexOf('\nThis was')), real.out)
      assert.deepEqual(summaryOf(real.out, 'session'), [3, 2, 0, 1, 0])
    })

    test('locks nobody out by an epoch that the user service does not know', async () => {
      await using installation = await newInstallation(engine)
      const epoch = (number: number, value: number) => ({
        type: 'session_epoch',
        user_id: rowId(number),
        epoch: value,
      })
      const file = writeExport(installation.newPath(), [
        userRow(1, { session_epoch: 2, password_hash: await createPasswordHasher().hash(password) }),
        epoch(1, 5),
        epoch(9, 3),
      ])
      const { code, out } = await installation.run('import', file)
      assert.deepEqual([code, summaryOf(out, 'session_epoch')], [0, [2, 1, 0, 1, 0]])
      const lower = await installation.run('import', writeExport(installation.newPath(), [epoch(1, 1)]))
      assert.deepEqual(summaryOf(lower.out, 'session_epoch'), [1, 0, 1, 0, 0])
      const [row = ''] = await installation.rows('session_epochs')
      assert.equal(JSON.parse(row).epoch, 2)
      const started = await installation.start()
      assert.equal((await logIn(started, 'user-1')).status, 200)
    })
  })
}

test('a dry run of an export before the first start makes nothing', async () => {
  await using installation = await newInstallation('sqlite')
  const data = installation.newPath()
  const file = writeExport(installation.newPath(), [userRow(1), userRow(1)])
  const { code, out, err } = latchkey(['import', '--dry-run', file], { LATCHKEY_DATA: data })
  assert.deepEqual([code, summaryOf(out, 'user')], [0, [2, 1, 1, 0, 0]], err)
  assert.ok(!existsSync(data))
})

test('a deletion that is under way on PostgreSQL wins over an import of the same user', async () => {
  await using installation = await newInstallation('postgres')
  const db = await openDatabase(installation.urls.users, commandDatabaseOptions)
  const row = userTransfer.read(userRow(1))
  assert.deepEqual(await userTransfer.write(db, [row], { now: 0 }), ['imported'])
  let removed = () => {}
  const isRemoved = new Promise<void>((resolve) => {
    removed = resolve
  })
  const deletion = db.transaction(async (tx) => {
    await removeUser(tx, row.id, 0)
    removed()
    await sleep(300)
  })
  await isRemoved
  assert.deepEqual(await userTransfer.write(db, [row], { now: 0 }), ['left_out'])
  await deletion
  await db.close()
  assert.deepEqual(await installation.rows('users'), [])
})
