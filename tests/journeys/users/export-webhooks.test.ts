import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { summaryOf } from '#tests/support/export-file.ts'
import { type Installation, newInstallation } from '#tests/support/installation.ts'
import { send } from '#tests/support/system.ts'

/** Sets a master key for an installation, and allows webhooks to be sent to this machine. */
function prepare(installation: Installation, masterKey: string): void {
  installation.environment.LATCHKEY_MASTER_KEY = masterKey
  installation.environment.LATCHKEY_WEBHOOK_PRIVATE_TARGETS = 'allow'
}

test('webhooks come over with their secrets where the master key is the same, and are refused elsewhere', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('postgres')
  await using other = await newInstallation('sqlite')
  const masterKey = randomBytes(32).toString('base64')
  for (const one of [first, second]) prepare(one, masterKey)
  prepare(other, randomBytes(32).toString('base64'))
  const create = async (url: string, ...flags: string[]) => {
    const made = await first.run('webhooks', 'create', '--url', url, ...flags)
    assert.equal(made.code, 0, made.err)
    return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(made.out)?.[0] ?? ''
  }
  const all = await create('http://127.0.0.1:9/all')
  const some = await create('http://127.0.0.1:9/some', '--events', 'user.created,user.deleted')
  const deleted = await create('http://127.0.0.1:9/deleted')
  assert.equal((await first.run('webhooks', 'rotate-secret', all)).code, 0)
  assert.equal((await first.run('webhooks', 'disable', some)).code, 0)
  assert.equal((await first.run('webhooks', 'delete', deleted)).code, 0)
  const file = first.newPath()
  assert.equal((await first.run('export', file)).code, 0)

  const imported = await second.run('import', file)
  assert.deepEqual([imported.code, summaryOf(imported.out, 'webhook')], [0, [2, 2, 0, 0, 0]], imported.err)
  const rows = (await first.rows('webhooks')).filter((row) => !row.includes(deleted))
  assert.deepEqual(await second.rows('webhooks'), rows)
  // The start succeeds only when the master key can decrypt every secret.
  await (await second.start()).stop()

  // A webhook that was deleted after the import is not created again by a second import.
  assert.equal((await second.run('webhooks', 'delete', all)).code, 0)
  const again = await second.run('import', file)
  assert.deepEqual([again.code, summaryOf(again.out, 'webhook')], [0, [2, 0, 2, 0, 0]], again.err)

  const refused = await other.run('import', file)
  assert.deepEqual([refused.code, summaryOf(refused.out, 'webhook')], [1, [2, 0, 0, 0, 2]])
  assert.match(refused.err, /\/secret: The master key here does not open it\./)
  assert.deepEqual(await other.rows('webhooks'), [])

  // The id of the webhook is part of the encryption of its secret: under another id, no key decrypts the secret.
  const swapped = second.newPath()
  const moved = all.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  writeFileSync(swapped, readFileSync(file, 'utf8').replaceAll(all, moved))
  assert.deepEqual(summaryOf((await second.run('import', swapped)).out, 'webhook'), [2, 0, 1, 0, 1])
})

test('what people want to be notified of comes over, and an export without it is taken too', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('sqlite')
  const started = await first.start()
  const password = readFileSync(join(first.data, 'admin-password'), 'utf8').trim()
  const login = await send('POST', `${started.auth}/auth/login`, { body: { username: 'admin', password } })
  const token = login.body.access_token
  const preferences = [{ channel: 'email', type: 'invoice.paid', enabled: true }]
  const url = `${started.users}/api/v1/notifications/preferences`
  assert.equal((await send('PUT', url, { token, body: { preferences } })).status, 200)
  const file = first.newPath()
  assert.equal((await first.run('export', file)).code, 0)
  await started.stop()
  assert.equal((await second.run('import', file)).code, 0)
  const [row = ''] = await second.rows('users')
  assert.deepEqual(JSON.parse(JSON.parse(row).notification_preferences), preferences)

  await using third = await newInstallation('sqlite')
  const older = third.newPath()
  writeFileSync(older, readFileSync(file, 'utf8').replace(/,"notification_preferences":\[[^\]]*\]/, ''))
  assert.deepEqual(summaryOf((await third.run('import', older)).out, 'user'), [1, 1, 0, 0, 0])
})
