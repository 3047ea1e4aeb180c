import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startProvider } from '#tests/support/identity-provider.ts'
import { mailIsSent } from '#tests/support/mail.ts'
import { allEventsAreTold } from '#tests/support/stored.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { tourSettings, useEverything } from '#tests/use-everything.ts'

/** Reads the files of the embedded databases as bytes, so that free pages and the unused part of a page are read too. */
const databaseFiles = (data: string): [name: string, bytes: Buffer][] =>
  readdirSync(data)
    .filter((name) => /\.db(-wal)?$/.test(name))
    .map((name) => [name, readFileSync(join(data, name))])

/** Returns which of the texts are in which file, as `users.db: email`. */
const found = (data: string, texts: Record<string, string>): string[] =>
  databaseFiles(data).flatMap(([name, bytes]) => {
    const content = bytes.toString('latin1').toLowerCase()
    const present = Object.entries(texts).filter(([, text]) => content.includes(text.toLowerCase()))
    return present.map(([what]) => `${name}: ${what}`)
  })

/** Gives the user a name and metadata, and returns the texts that are personal, by what they are. */
async function personalTexts(system: System, id: string): Promise<Record<string, string>> {
  const { access_token: token } = await system.admin()
  const body = { name: 'Philippa Quixworth', metadata: { badge: 'badge-7f3e91c4' } }
  const url = `${system.usersUrl}/api/v1/users/${id}`
  assert.equal((await system.send('PATCH', url, { token, body })).status, 200)
  const users = await system.database('users')
  const [row] = await users.query<{ username: string; email: string; password_hash: string }>`
    SELECT username, email, password_hash FROM users WHERE id = ${id}`
  assert.ok(row)
  return { ...row, name: body.name, metadata: body.metadata.badge }
}

async function deleteUser(system: System, id: string): Promise<void> {
  const { access_token: token } = await system.admin()
  assert.equal((await system.send('DELETE', `${system.usersUrl}/api/v1/users/${id}`, { token })).status, 204)
  await mailIsSent(system)
  const users = await system.database('users')
  await until('the deletion has arrived at the authentication service', async () => {
    // Deliveries to a webhook that was deleted wait for the sweep.
    const waiting = await users.query`
      SELECT id FROM outbox WHERE subject = ${id} AND sink NOT LIKE 'webhook%'`
    return waiting.length === 0
  })
  // The data of events is removed a minute after the deletion.
  for (const service of ['users', 'auth'] as const)
    for (const { remove } of system.sweeps(service))
      await remove(await system.database(service), system.clock.now() + 61_000, 1_000)
}

test('while the service runs, the bytes of a deleted user leave every file of the embedded databases', async (t) => {
  // The interval at which the write-ahead log is emptied passes when the test says so.
  t.mock.timers.enable({ apis: ['setInterval'] })
  await using provider = await startProvider()
  await using system = await startSystem({ settings: tourSettings(provider) })
  const { user } = await useEverything(system, provider)
  await allEventsAreTold(await system.database('auth'))
  const texts = await personalTexts(system, user.id)
  for (const what of Object.keys(texts))
    assert.ok(
      found(system.data, texts).some((one) => one.endsWith(what)),
      `the search finds ${what}`,
    )
  await deleteUser(system, user.id)
  await until('the write-ahead logs are empty', () => {
    // A reader that is in the way of one attempt is not in the way of each.
    t.mock.timers.tick(5 * 60_000)
    return databaseFiles(system.data).every(([name, { length }]) => length === 0 || !name.endsWith('-wal'))
  })
  assert.deepEqual(found(system.data, texts), [])
})
