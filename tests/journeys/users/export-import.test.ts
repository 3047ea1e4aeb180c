import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { firstLine, sessionRow, summaryOf, userRow, writeExport } from '#tests/support/export-file.ts'
import { newInstallation, type Served } from '#tests/support/installation.ts'
import { latchkey } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const password = 'a long password'
const logIn = (started: Served, username: string, secret = password) =>
  send('POST', `${started.auth}/auth/login`, { body: { username, password: secret } })

test('everything of everybody comes over, from either engine to the other and back', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('postgres')
  await using third = await newInstallation('sqlite')
  const started = await first.start()
  const secret = readFileSync(join(first.data, 'admin-password'), 'utf8').trim()
  const token = (await logIn(started, 'admin', secret)).body.access_token
  const made: string[] = []
  for (const username of ['Ada', 'bob', 'eve']) {
    const body = { username, email: `${username}@Exämple.com`, name: `${username} "\u{1F600}" ü`, password }
    const reply = await send('POST', `${started.users}/users/create`, { body })
    made.push(reply.body.id)
  }
  const at = (number: number) => `${started.users}/api/v1/users/${made[number]}`
  const metadata = { plan: { seats: 3, notes: ['a\nb', null, 1.5, 1e22] } }
  assert.equal((await send('PATCH', at(0), { token, body: { metadata } })).status, 200)
  assert.equal((await logIn(started, 'bob')).status, 200)
  assert.equal((await send('PATCH', at(1), { token, body: { status: 'suspended' } })).status, 200)
  assert.equal((await send('DELETE', at(2), { token })).status, 204)
  const [one, two] = [first.newPath(), first.newPath()]
  const exported = await first.run('export', one)
  assert.equal(exported.code, 0, exported.err)
  await started.stop()

  for (const { data } of [second, third]) cpSync(join(first.data, 'master-key'), join(data, 'master-key'))
  const rehearsed = await second.run('import', one, '--dry-run')
  const imported = await second.run('import', one)
  assert.equal(rehearsed.out, `${imported.out}\nThis was a dry run: nothing was changed.\n`, rehearsed.err)
  assert.deepEqual([imported.code, summaryOf(imported.out, 'user')], [0, [3, 3, 0, 0, 0]], imported.err)
  assert.equal((await second.run('export', two)).code, 0)
  assert.equal((await third.run('import', two)).code, 0)
  for (const table of ['users', 'deleted_users', 'deleted_addresses', 'address_keys', 'session_epochs']) {
    // The session epoch of a deleted user in the authentication service is not exported, because this user has no session
    // left that must be refused.
    const rows = (await first.rows(table)).filter(
      (row) => table !== 'session_epochs' || !row.includes(`${made[2]}`),
    )
    assert.ok(rows.length > 0)
    assert.deepEqual(await second.rows(table), rows)
    assert.deepEqual(await third.rows(table), rows)
  }
  const moved = await second.start()
  assert.equal((await logIn(moved, 'ada@exämple.com')).status, 200)
  assert.equal((await logIn(moved, 'BOB')).status, 401)
})

test('an imported API key works at once; revoked and expired ones are not exported', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('postgres')
  await using third = await newInstallation('sqlite')
  const started = await first.start()
  const secret = readFileSync(join(first.data, 'admin-password'), 'utf8').trim()
  const token = (await logIn(started, 'admin', secret)).body.access_token
  const make = async (name: string) => {
    const body = { name, scopes: ['users:read', 'keys:write'] }
    return (await send('POST', `${started.users}/api/v1/api-keys`, { token, body })).body
  }
  const living = await make('nightly "\u{1F600}" ü')
  const revoked = await make('revoked')
  const expired = await make('expired')
  const keys = (at: Served, key: string) => send('GET', `${at.users}/api/v1/api-keys`, { token: key })
  const listed = (await keys(started, living.key)).body.data
  assert.equal(listed.length, 3)
  await until(
    'the use of the key',
    async () => (await keys(started, token)).body.data[0].last_used_at !== null,
  )
  const gone = `${started.users}/api/v1/api-keys/${revoked.id}`
  assert.equal((await send('DELETE', gone, { token })).status, 204)
  await started.stop()
  const db = await openDatabase(first.urls.users, commandDatabaseOptions)
  await db.query`UPDATE api_keys SET expires_at = ${Date.now() - 1} WHERE id = ${expired.id}`
  await db.close()

  const [one, two] = [first.newPath(), first.newPath()]
  assert.equal((await first.run('export', one)).code, 0)
  assert.ok(!readFileSync(one, 'utf8').includes(living.key.slice(3, -6)))
  const imported = await second.run('import', one)
  assert.deepEqual([imported.code, summaryOf(imported.out, 'api_key')], [0, [1, 1, 0, 0, 0]], imported.err)
  assert.equal((await second.run('export', two)).code, 0)
  assert.equal((await third.run('import', two)).code, 0)
  const rows = (await first.rows('api_keys')).filter((row) => row.includes(living.id))
  assert.equal(rows.length, 1)
  assert.deepEqual(await second.rows('api_keys'), rows)
  assert.deepEqual(await third.rows('api_keys'), rows)
  const moved = await third.start()
  const seen = await keys(moved, living.key)
  assert.deepEqual([seen.status, seen.body.data[0].id, seen.body.data[0].name], [200, living.id, living.name])
  for (const { key } of [revoked, expired]) assert.equal((await keys(moved, key)).body.code, 'token_invalid')
})

describe('sessions that come over', () => {
  test('go on with the same master key, and those that had ended stay so', async () => {
    await using from = await newInstallation('sqlite')
    await using to = await newInstallation('postgres')
    const old = await from.start()
    const body = { username: 'ada', email: 'ada@example.com', password }
    assert.equal((await send('POST', `${old.users}/users/create`, { body })).status, 201)
    const living = (await logIn(old, 'ada')).body
    const ended = (await logIn(old, 'ada')).body
    await send('POST', `${old.auth}/auth/logout`, { token: ended.access_token })
    const file = from.newPath()
    assert.equal((await from.run('export', file, '--with-sessions')).code, 0)
    await old.stop()
    const imported = await to.run('import', file, '--with-sessions')
    assert.equal(imported.code, 0, imported.err)
    assert.deepEqual(summaryOf(imported.out, 'signing_key'), [2, 2, 0, 0, 0])
    assert.deepEqual(summaryOf(imported.out, 'session'), [1, 1, 0, 0, 0])
    for (const name of ['master-key', 'service-token']) cpSync(join(from.data, name), join(to.data, name))

    const moved = await to.start()
    const status = async (token: string) =>
      (await send('GET', `${moved.auth}/auth/validate`, { token })).status
    assert.deepEqual([await status(living.access_token), await status(ended.access_token)], [200, 401])
    const refreshed = await send('POST', `${moved.auth}/auth/refresh`, {
      body: { refresh_token: living.refresh_token },
    })
    assert.equal(refreshed.status, 200)
    await moved.stop()

    // An installation that was started before the import has signing keys of its own, and refuses the signing keys of the
    // export.
    await using other = await newInstallation('sqlite')
    await (await other.start()).stop()
    const late = await other.run('import', file, '--with-sessions')
    assert.equal(late.code, 1)
    assert.match(late.err, /\/kid: Another access key is in force here: import before the first start\./)
    assert.deepEqual(summaryOf(late.out, 'signing_key'), [2, 0, 0, 0, 2])
  })

  test('do not come out of an old export: they may have ended since', async () => {
    await using installation = await newInstallation('sqlite')
    for (const ageMs of [3_700_000, -3_700_000]) {
      const file = writeExport(installation.newPath(), [userRow(1), sessionRow(1)], { ageMs })
      const { code, err } = await installation.run('import', file, '--with-sessions')
      assert.equal(code, 1)
      assert.match(
        err,
        /^latchkey: .* would revive sessions that have ended since.* Nothing was changed\.\n$/,
      )
      assert.deepEqual(await installation.rows('users'), [])
    }
    assert.equal(
      (
        await installation.run(
          'import',
          writeExport(installation.newPath(), [userRow(1), sessionRow(1)], { ageMs: 3_700_000 }),
        )
      ).code,
      0,
    )
  })
})

test('an export goes through a pipe, and over no file', async () => {
  await using from = await newInstallation('sqlite')
  await using to = await newInstallation('sqlite')
  assert.equal((await from.run('import', writeExport(from.newPath(), [userRow(1), userRow(2)]))).code, 0)
  const exported = latchkey(['export', '-'], from.environment)
  assert.equal(exported.code, 0)
  assert.equal(exported.out.trim().split('\n').length, 4)
  const imported = latchkey(['import', '-'], to.environment, exported.out)
  assert.deepEqual([imported.code, imported.err], [0, ''])
  assert.deepEqual(await to.rows('users'), await from.rows('users'))
  const wrong = latchkey(['import', '-'], to.environment, `${firstLine()}\n{}\n`)
  assert.match(wrong.err, /^stdin:2: /)

  const folder = from.newPath()
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), 'something dear')
  assert.equal((await from.run('export', join(folder, 'file'))).code, 1)
  assert.equal(readFileSync(join(folder, 'file'), 'utf8'), 'something dear')
  assert.deepEqual(readdirSync(folder), ['file'])
  for (const args of [['export'], ['import', 'a', 'b'], ['backup']]) {
    const { code, err } = await from.run(...args)
    assert.deepEqual([code, err], [2, `latchkey: ${args[0]} needs one FILE. See: latchkey help ${args[0]}\n`])
  }
})
