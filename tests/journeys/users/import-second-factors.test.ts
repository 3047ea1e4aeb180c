import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { engines } from '#tests/support/engines.ts'
import { rowId, summaryOf, userRow, writeExport } from '#tests/support/export-file.ts'
import { type Installation, newInstallation } from '#tests/support/installation.ts'
import { sealFactor } from '#users/factors/core/factor-secrets.ts'

/**
 * Creates an export with three users. Two of them have an authenticator app, one with codes that are not ours, and one of
 * these two also has recovery codes.
 */
async function exportFactors(from: Installation, masterKey: Buffer): Promise<string> {
  const users = [1, 2, 3].map((number) => userRow(number))
  const { code, err } = await from.run('import', writeExport(from.newPath(), users))
  assert.equal(code, 0, err)
  const db = await openDatabase(from.urls.users, commandDatabaseOptions)
  const sealing = { secrets: { masterKeys: [masterKey] } }
  for (const userId of [rowId(1), rowId(2)]) {
    const secret = sealFactor(sealing, { kind: 'totp secret', userId }, randomBytes(20))
    await db.query`INSERT INTO totp_factors (user_id, secret, last_step, added_at) VALUES (${userId}, ${secret}, 1, 1)`
    await db.query`UPDATE users SET factors_version = 1 WHERE id = ${userId}`
  }
  await db.query`
    UPDATE totp_factors SET digits = 8, period = 60, algorithm = 'SHA512' WHERE user_id = ${rowId(2)}`
  const key = sealFactor(sealing, { kind: 'recovery key', userId: rowId(1) }, randomBytes(32))
  const mac = randomBytes(32).toString('base64url')
  await db.query`
    INSERT INTO recovery_codes (user_id, key, macs, made_at) VALUES (${rowId(1)}, ${key}, ${mac}, 1)`
  await db.close()
  const file = from.newPath()
  assert.equal((await from.run('export', file)).code, 0)
  return file
}

/** Returns the form of the codes of each authenticator app. */
async function formsIn(installation: Installation): Promise<string[]> {
  const rows = (await installation.rows('totp_factors')).map((row) => JSON.parse(row))
  return rows.map(({ digits, period, algorithm }) => `${digits} ${period} ${algorithm}`).sort()
}

for (const engine of engines)
  test(`an export whose second factors the master key does not open is refused before any user is made, on ${engine}`, async () => {
    await using from = await newInstallation(engine)
    await using to = await newInstallation(engine)
    const [key, other] = [randomBytes(32), randomBytes(32)]
    from.environment.LATCHKEY_MASTER_KEY = key.toString('base64')
    const file = await exportFactors(from, key)
    const [first = ''] = readFileSync(file, 'utf8').split('\n')
    assert.equal(JSON.parse(first).sealed_with.length, 1)

    to.environment.LATCHKEY_MASTER_KEY = other.toString('base64')
    for (const more of [[], ['--dry-run']]) {
      const refused = await to.run('import', file, ...more)
      assert.equal(refused.code, 1)
      assert.match(refused.err, /master key here does not decrypt.*--without-second-factors/)
    }
    assert.deepEqual(await to.rows('users'), [])

    const without = await to.run('import', file, '--without-second-factors')
    assert.equal(without.code, 0, without.err)
    assert.match(without.out, /2 users had an authenticator app, which was left out/)
    assert.deepEqual(summaryOf(without.out, 'totp_factor'), [2, 0, 0, 2, 0])
    assert.equal((await to.rows('users')).length, 3)
    assert.deepEqual(await to.rows('totp_factors'), [])

    to.environment.LATCHKEY_MASTER_KEY = `${other.toString('base64')},${key.toString('base64')}`
    for (const expected of [
      [2, 2, 0, 0, 0],
      [2, 0, 2, 0, 0],
    ]) {
      const again = await to.run('import', file)
      assert.deepEqual([again.code, summaryOf(again.out, 'totp_factor')], [0, expected], again.err)
    }
    assert.equal((await to.rows('recovery_codes')).length, 1)
    assert.deepEqual(await formsIn(to), ['6 30 SHA1', '8 60 SHA512'])
  })
