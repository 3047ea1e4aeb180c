import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { engines } from '#tests/support/engines.ts'
import { newInstallation } from '#tests/support/installation.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { stillClock } from '#tests/support/system.ts'
import { importNewUsers } from '#users/import/import-new-users.ts'
import { readNewUser } from '#users/import/new-user.ts'
import { inviteAll } from '#users/sign-up/invite-all.ts'

for (const engine of engines)
  test(`people without a password are invited so many at a time, and each once while the link is good, on ${engine}`, async () => {
    const clock = stillClock()
    await using recorded = await openRecordedUsers(engine, { signup: 'open', clock })
    const { users } = recorded
    const rows = [
      ...Array.from({ length: 7 }, (_, number) => ({
        email: `user-${number}@example.com`,
        created_at: 1_000 + number,
      })),
      { email: 'with-password@example.com', password_hash: await users.passwords.hash('words') },
      { email: 'suspended@example.com', status: 'suspended' },
    ]
    const read = rows.map((row) => readNewUser(row, { latest: clock.now() }))
    await importNewUsers(users.db, read, {
      names: new Set(),
      addressKeys: [],
      wrap: users.passwords.wrap,
      now: clock.now(),
    })
    const mailed = async () => {
      const found = await users.db.query<{ subject: string }>`
        SELECT users.email AS subject FROM outbox JOIN users ON outbox.subject LIKE users.id || '/%'
        WHERE outbox.sink = 'mail' AND outbox.type = 'invitation' ORDER BY users.created_at, outbox.position`
      return found.map(({ subject }) => subject)
    }
    assert.deepEqual(await inviteAll(users, { limit: 3 }), { invited: 3, left: 4 })
    assert.deepEqual(await mailed(), ['user-0@example.com', 'user-1@example.com', 'user-2@example.com'])
    assert.deepEqual(await inviteAll(users, { limit: 100 }), { invited: 4, left: 0 })
    assert.deepEqual(await inviteAll(users, { limit: 100 }), { invited: 0, left: 0 })
    assert.deepEqual(
      await mailed(),
      rows.slice(0, 7).map(({ email }) => email),
    )
    // The link of an invitation is valid for seven days.
    clock.advance(7 * 24 * 60 * 60_000)
    assert.deepEqual(await inviteAll(users, { limit: 1 }), { invited: 1, left: 6 })
    assert.equal((await mailed()).length, 8)
  })

test('the command says how many were invited, and how many are left', async () => {
  await using installation = await newInstallation('sqlite')
  const file = installation.newPath()
  writeFileSync(file, 'email\nada@example.com\njo@example.com\n')
  assert.equal((await installation.run('import', file)).code, 0)
  // The first start creates the key that encrypts mails which wait to be sent.
  await (await installation.start()).stop()
  const invite = (...flags: string[]) => installation.run('users', 'invite-all', ...flags)
  assert.deepEqual((await invite('--limit', '1')).out, 'invited  1\nleft     1\n')
  assert.deepEqual((await invite()).out, 'invited  1\nleft     0\n')
  const wrong = await invite('--limit', 'many')
  assert.deepEqual(
    [wrong.code, wrong.err],
    [2, 'latchkey: --limit must be a whole number from 1 to 100000.\n'],
  )
})
