import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { latchkey } from '#tests/support/process.ts'
import { storedEvents } from '#tests/support/stored.ts'
import type { System } from '#tests/support/system.ts'
import { moment } from '#users/credentials/settings.ts'
import { importNewUsers } from '#users/import/import-new-users.ts'
import { readNewUser } from '#users/import/new-user.ts'

const day = 24 * 60 * 60 * 1000
const vector = foreignHashVectors.find(({ format }) => format === 'bcrypt')
const hash = String(vector?.hash)
const password = String(vector?.password)

onEachEngine((startSystem) => {
  describe('the day until which password hashes of other systems count', () => {
    const logIn = (system: System, name: string, secret = password) =>
      system.send('POST', `${system.authUrl}/auth/login`, {
        body: { username: `${name}@example.com`, password: secret },
      })

    test('refuses them from then on as a wrong password, and their owners set a new one', async () => {
      const until = new Date(Date.now() + 2 * day).toISOString().slice(0, 10)
      await using system = await startSystem({ settings: { LATCHKEY_FOREIGN_PASSWORDS_UNTIL: until } })
      const db = await system.database('users')
      const rows = ['early', 'late'].map((name) =>
        readNewUser({ email: `${name}@example.com`, password_hash: hash }, { latest: 0 }),
      )
      const imported = await importNewUsers(db, rows, {
        names: new Set(),
        addressKeys: [],
        wrap: async (one) => one,
        now: system.clock.now(),
      })
      assert.deepEqual(imported, ['imported', 'imported'])
      assert.equal((await logIn(system, 'early')).status, 200)

      system.clock.advance(3 * day)
      assert.equal((await logIn(system, 'early')).status, 200, 'the first login has replaced the hash')
      const [right, wrong] = [await logIn(system, 'late'), await logIn(system, 'late', 'wrong words')]
      assert.deepEqual([right.status, right.body.code], [401, 'invalid_credentials'])
      const told = ({ body }: typeof right) => ({ ...body, request_id: '' })
      assert.deepEqual(told(right), told(wrong))
      const reasons = (await storedEvents(db, 'login.failed')).map(({ data }) => data.reason)
      assert.deepEqual(reasons, ['foreign_password_expired', 'wrong_password'])

      const email = 'late@example.com'
      const auth = `${system.authUrl}/api/v1/auth/password`
      assert.equal((await system.send('POST', `${auth}/forgot`, { body: { email } })).status, 202)
      const token = await tokenFor(system, email, 'reset-password')
      const body = { token, password: 'a long new password' }
      assert.equal((await system.send('POST', `${auth}/reset`, { body })).status, 200)
      assert.equal((await logIn(system, 'late', body.password)).status, 200)
    })

    test('is not there unless somebody sets it', async () => {
      await using system = await startSystem()
      const db = await system.database('users')
      const row = readNewUser({ email: 'late@example.com', password_hash: hash }, { latest: 0 })
      await importNewUsers(db, [row], { names: new Set(), addressKeys: [], wrap: async (one) => one, now: 0 })
      system.clock.advance(80 * day)
      assert.equal((await logIn(system, 'late')).status, 200)
    })
  })
})

test('LATCHKEY_FOREIGN_PASSWORDS_UNTIL is a day, which begins at midnight UTC, or a time', () => {
  const { parse } = moment('LATCHKEY_FOREIGN_PASSWORDS_UNTIL', '')
  assert.equal(parse('2027-03-01'), Date.UTC(2027, 2, 1))
  assert.equal(parse('2027-03-01T12:00:00+02:00'), Date.UTC(2027, 2, 1, 10))
  for (const text of ['', 'soon', '2027-02-30', '2027-3-1', '01.03.2027', '2027-03-01 12:00', '1803859200'])
    assert.throws(() => parse(text), /is not a day/, text)
  const { code, err } = latchkey(['settings'], { LATCHKEY_FOREIGN_PASSWORDS_UNTIL: 'soon' })
  assert.deepEqual([code, /LATCHKEY_FOREIGN_PASSWORDS_UNTIL is not a day/.test(err)], [2, true], err)
})
