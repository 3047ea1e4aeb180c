import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { createLog } from '#runtime/log/log.ts'
import { engines } from '#tests/support/engines.ts'
import { type Row, summaryOf, writeExport } from '#tests/support/export-file.ts'
import { type Installation, newInstallation } from '#tests/support/installation.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { newMasterKey } from '#tests/support/process.ts'
import type { System } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'
import { findAddressKeys, resealAddressKeys } from '#users/sign-up/deleted-addresses/address-key-store.ts'
import { isDeletedAddress, rememberDeletedAddress } from '#users/sign-up/deleted-addresses/deleted-address.ts'

const day = 24 * 60 * 60 * 1000
const password = 'the old password'
const email = 'ada@example.com'

/** Starts a simulated old system that knows one user, by the email address only. */
async function startOldSystem() {
  const receiver = await startReceiver()
  receiver.answer = ({ event }, response) => {
    const isRight = event.email === email && event.password === password
    response.writeHead(isRight ? 200 : 401).end(JSON.stringify(isRight ? { email } : {}))
  }
  return receiver
}

const logIn = (system: System, secret = password) =>
  system.send('POST', `${system.authUrl}/auth/login`, { body: { username: email, password: secret } })

onEachEngine((startSystem) => {
  test('whoever was deleted does not come back from an old system, also after a change of the master key', async () => {
    await using old = await startOldSystem()
    const data = temporaryFolder()
    const [first, second] = [newMasterKey(), newMasterKey()]
    const start = (masterKeys: string[]) =>
      startSystem({
        data,
        settings: {
          LATCHKEY_LEGACY_LOGIN_URL: old.url,
          LATCHKEY_LEGACY_LOGIN_SECRET: 'q8Zt3vN1xW6yB0mK5rJ9dH2sL7cF4gTe',
          LATCHKEY_LEGACY_LOGIN_TIMEOUT: '10s',
          LATCHKEY_MASTER_KEY: masterKeys.join(','),
        },
      })
    try {
      await using system = await start([first])
      const moved = await logIn(system)
      assert.equal(moved.status, 200)
      const token = moved.body.access_token
      const deleted = await system.send('DELETE', `${system.usersUrl}/api/v1/users/me`, { token })
      assert.equal(deleted.status, 204)
      const refused = await logIn(system)
      assert.deepEqual([refused.status, refused.body.code], [401, 'invalid_credentials'])
      const stored = JSON.stringify(
        await (await system.database('users')).query`SELECT * FROM deleted_addresses`,
      )
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        assert.ok(!stored.includes(createHash('sha256').update(email).digest(encoding)))
      await system.stop()

      for (const masterKeys of [[second, first], [second]]) {
        await using next = await start(masterKeys)
        assert.equal((await logIn(next)).status, 401, 'the digests can be compared under the new master key')
        const warned = next.log.filter(({ msg }) =>
          String(msg).includes('master key cannot decrypt the keys of deleted users'),
        )
        assert.deepEqual(warned, [])
      }
      // The stored digest of the deleted address does not prevent a new sign-up with this address.
      await using last = await start([second])
      const body = { username: 'ada', email, password: 'a long new password' }
      assert.equal((await last.send('POST', `${last.usersUrl}/users/create`, { body })).status, 201)
      assert.equal((await logIn(last, body.password)).status, 200)
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  })

  test('a master key that does not open the keys changes nothing of them, and a warning tells what that means', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.signUpAndLogIn('bob')
    assert.equal((await system.send('DELETE', `${system.usersUrl}/api/v1/users/me`, { token })).status, 204)
    const db = await system.database('users')
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    const secrets = { masterKeys: [randomBytes(32)], fingerprintKey: randomBytes(32) }
    const before = await db.query`SELECT * FROM address_keys`
    await resealAddressKeys({ db, log, secrets })
    assert.deepEqual(await db.query`SELECT * FROM address_keys`, before)
    const [warning] = lines.map((line) => JSON.parse(line))
    assert.deepEqual([warning.level, warning.locked], ['warn', 1])
    assert.match(warning.msg, /could be imported again/)
    // From then on, digests of deleted addresses are computed with a new key.
    for (const name of ['ada', 'eve'])
      await db.transaction((tx) =>
        rememberDeletedAddress(tx, secrets, { email: `${name}@example.com`, at: system.clock.now() }),
      )
    const { keys, locked } = await findAddressKeys(db, secrets.masterKeys)
    assert.deepEqual([keys.length, locked], [1, 1])
    for (const name of ['ada', 'eve']) assert.ok(await isDeletedAddress(db, keys, `${name}@example.com`))
    assert.ok(!(await isDeletedAddress(db, keys, 'bob@example.com')))
  })

  test('a sign-up that nobody confirmed is removed without a trace of its address', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUP: 'private' } })
    const db = await system.database('users')
    const body = { username: 'ada', email, password }
    assert.equal((await system.send('POST', `${system.usersUrl}/users/create`, { body })).status, 201)
    const rowsOf = async (table: 'users' | 'deleted_users' | 'deleted_addresses') =>
      (table === 'users'
        ? await db.query`SELECT id FROM users WHERE email_key = ${email}`
        : table === 'deleted_users'
          ? await db.query`SELECT id FROM deleted_users`
          : await db.query`SELECT digest FROM deleted_addresses`
      ).length
    await until('the user is made', async () => (await rowsOf('users')) === 1)
    for (const { remove } of system.sweeps('users')) await remove(db, system.clock.now() + 8 * day, 1_000)
    assert.deepEqual(
      [await rowsOf('users'), await rowsOf('deleted_users'), await rowsOf('deleted_addresses')],
      [0, 1, 0],
    )
  })

  test('the address of a deleted user is forgotten after a year', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.signUpAndLogIn('ada')
    assert.equal((await system.send('DELETE', `${system.usersUrl}/api/v1/users/me`, { token })).status, 204)
    const db = await system.database('users')
    const count = async (afterMs: number) => {
      for (const { remove } of system.sweeps('users')) await remove(db, system.clock.now() + afterMs, 1_000)
      return (await db.query`SELECT digest FROM deleted_addresses`).length
    }
    assert.deepEqual([await count(364 * day), await count(366 * day)], [1, 0])
  })
})

/** Creates an installation with a master key and with users imported from another system, two of whom were deleted. */
async function withDeletedUsers(engine: (typeof engines)[number]) {
  const installation = await newInstallation(engine)
  installation.environment.LATCHKEY_MASTER_KEY = newMasterKey()
  const file = write(installation, [
    { email, id: '17' },
    { email: 'bob@example.com' },
    { email: 'eve@example.com' },
  ])
  assert.equal((await installation.run('import', file)).code, 0)
  for (const user of ['Ada@EXAMPLE.com', 'bob@example.com']) {
    const deleted = await installation.run('users', 'delete', user, '--yes')
    assert.equal(deleted.code, 0, deleted.err)
  }
  return Object.assign(installation, { file })
}

function write(installation: Installation, rows: Row[]): string {
  const file = installation.newPath()
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return file
}

for (const engine of engines)
  describe(`an import of users of another system on ${engine}`, () => {
    test('leaves out who was deleted here, row by row, until the operator wants them back', async () => {
      await using installation = await withDeletedUsers(engine)
      const { file } = installation
      const before = await installation.rows('users')
      for (const flags of [['--dry-run'], []]) {
        const { code, out, err } = await installation.run('import', file, ...flags)
        assert.deepEqual([code, summaryOf(out, 'user')], [0, [3, 0, 1, 2, 0]], err)
        const said = 'Left out: a user with this id or this address was deleted here.'
        assert.deepEqual(err.trimEnd().split('\n'), [
          `${file}:1: ada@example.com: ${said}`,
          `${file}:2: bob@example.com: ${said}`,
        ])
        assert.match(out, /^2 +left out: users who were deleted here$/m)
        assert.deepEqual(await installation.rows('users'), before)
      }
      const taken = await installation.run('import', file, '--with-deleted')
      assert.deepEqual([taken.code, summaryOf(taken.out, 'user')], [0, [3, 2, 1, 0, 0]], taken.err)
      assert.equal((await installation.rows('users')).length, before.length + 2)
      // After a new sign-up, the address belongs to the new user, so that a repeated import finds this user.
      const again = await installation.run('import', file)
      assert.deepEqual([again.code, again.err, summaryOf(again.out, 'user')], [0, '', [3, 0, 3, 0, 0]])
    })

    test('is refused when the master key cannot tell who was deleted', async () => {
      await using installation = await withDeletedUsers(engine)
      installation.environment.LATCHKEY_MASTER_KEY = newMasterKey()
      const before = await installation.rows('users')
      const { code, err } = await installation.run('import', installation.file)
      assert.equal(code, 1)
      assert.match(err, /^latchkey: Without the LATCHKEY_MASTER_KEY .* Nothing was changed\.\n$/)
      assert.deepEqual(await installation.rows('users'), before)
    })
  })

test('who was deleted stays deleted where an export goes, with the same master key', async () => {
  await using first = await withDeletedUsers('sqlite')
  await using second = await newInstallation('postgres')
  await using other = await newInstallation('sqlite')
  second.environment.LATCHKEY_MASTER_KEY = String(first.environment.LATCHKEY_MASTER_KEY)
  other.environment.LATCHKEY_MASTER_KEY = newMasterKey()
  const file = first.newPath()
  assert.equal((await first.run('export', file)).code, 0)

  const imported = await second.run('import', file)
  assert.equal(imported.code, 0, imported.err)
  assert.deepEqual(summaryOf(imported.out, 'address_key'), [1, 1, 0, 0, 0])
  assert.deepEqual(summaryOf(imported.out, 'deleted_address'), [2, 2, 0, 0, 0])
  const again = await second.run('import', file)
  assert.deepEqual(summaryOf(again.out, 'deleted_address'), [2, 0, 2, 0, 0])
  assert.deepEqual(summaryOf((await second.run('import', first.file)).out, 'user'), [3, 0, 1, 2, 0])

  const refused = await other.run('import', file)
  assert.deepEqual([refused.code, summaryOf(refused.out, 'address_key')], [1, [1, 0, 0, 0, 1]])
  assert.match(refused.err, /\/sealed_key: The master key here does not open it/)
  assert.deepEqual(await other.rows('address_keys'), [])
})

test('an export of two installations keeps the deleted users of both', async () => {
  await using first = await withDeletedUsers('sqlite')
  await using second = await newInstallation('sqlite')
  second.environment.LATCHKEY_MASTER_KEY = String(first.environment.LATCHKEY_MASTER_KEY)
  const own = write(second, [{ email: 'zoe@example.com' }])
  assert.equal((await second.run('import', own)).code, 0)
  assert.equal((await second.run('users', 'delete', 'zoe@example.com', '--yes')).code, 0)
  const file = first.newPath()
  assert.equal((await first.run('export', file)).code, 0)
  assert.equal((await second.run('import', file)).code, 0)
  assert.deepEqual(summaryOf((await second.run('import', first.file)).out, 'user'), [3, 0, 1, 2, 0])
  assert.deepEqual(summaryOf((await second.run('import', own)).out, 'user'), [1, 0, 0, 1, 0])
})

test('a digest that is older than a year stays behind, and a bad line is reported', async () => {
  await using installation = await newInstallation('sqlite')
  const digest = (character: string) => `${character.repeat(42)}A`
  const file = writeExport(installation.newPath(), [
    { type: 'deleted_address', digest: digest('a'), deleted_at: Date.now() - 366 * day },
    { type: 'deleted_address', digest: digest('b'), deleted_at: Date.now() - 364 * day },
    { type: 'deleted_address', digest: email, deleted_at: 1 },
  ])
  const { code, out, err } = await installation.run('import', file)
  assert.deepEqual([code, summaryOf(out, 'deleted_address')], [1, [3, 1, 0, 1, 1]])
  assert.match(err, /:4: \/digest: /)
  const db = await openDatabase(installation.urls.users, commandDatabaseOptions)
  const rows = await db.query<{ digest: string }>`SELECT digest FROM deleted_addresses`
  await db.close()
  assert.deepEqual(rows, [{ digest: digest('b') }])
})
