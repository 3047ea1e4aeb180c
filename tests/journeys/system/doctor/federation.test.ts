import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { examineOne } from '#tests/support/examine.ts'
import { providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { registerClient } from '#tests/support/relying-party.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder, temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'

let system: System
let environment: Record<string, string>
const data = temporaryFolderOnDisk()

before(async () => {
  system = await startSystem({ data })
  environment = {
    LATCHKEY_DATA: data,
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_PUBLIC_URL: 'https://auth.example.com',
  }
})
after(async () => {
  await system?.stop()
  rmSync(data, { recursive: true, force: true })
})

const one = (check: string, changes: Record<string, string> = {}) =>
  examineOne(check, { environment: { ...environment, ...changes } })

test('providers: one that is well, one of another issuer, one that is down, and a secret that is not there', async () => {
  await using provider = await startProvider()
  const folder = temporaryFolder()
  const settings = providerSettings(folder, [{ name: 'work', issuer: provider.url }])
  assert.deepEqual(await one('providers'), ['skipped | none is set'])
  assert.deepEqual(await one('providers', settings), [
    `ok | work: its discovery document is that of ${provider.url}`,
  ])
  provider.bent = { discovery: (document) => ({ ...document, issuer: 'https://id.example.com' }) }
  assert.match(
    (await one('providers', settings))[0] ?? '',
    /^fail \| work: http\S+ .* \| check the issuer of work/,
  )
  provider.bent = {}
  const nowhere = providerSettings(temporaryFolder(), [{ name: 'work', issuer: 'http://127.0.0.1:1' }])
  assert.match(
    (await one('providers', nowhere))[0] ?? '',
    /^fail \| work: http:\/\/127\.0\.0\.1:1 could not be reached/,
  )

  const file = join(folder, 'missing.json')
  const usual = { client_id: 'latchkey', allows_private_addresses: true }
  const entry = { name: 'work', kind: 'openid', issuer: provider.url, ...usual }
  writeFileSync(file, JSON.stringify({ providers: [{ ...entry, client_secret_file: 'not-there' }] }))
  const unread = (await one('providers', { LATCHKEY_FEDERATION_FILE: file })).join('\n')
  assert.match(unread, /^fail \| .*not-there/)
  assert.doesNotMatch((await one('providers', settings)).join(), /secret/)
})

test('providers: an address to come back to that is clear text, of this machine, or another one on each node', async () => {
  await using provider = await startProvider()
  const settings = providerSettings(temporaryFolder(), [{ name: 'work', issuer: provider.url }])
  const { LATCHKEY_PUBLIC_URL: _set, ...without } = environment
  const examined = (changes: Record<string, string>) =>
    examineOne('providers', { environment: { ...without, ...settings, ...changes } })
  assert.match(
    (await examined({ LATCHKEY_PUBLIC_URL: 'http://id.example.com' }))[0] ?? '',
    /^fail \| the redirect URI is at http:.* \| LATCHKEY_PUBLIC_URL=https:\/\/id\.example\.com$/,
  )
  assert.match(
    (await examined({ LATCHKEY_HOST: '0.0.0.0' }))[0] ?? '',
    /^warn \| LATCHKEY_PUBLIC_URL is not set/,
  )
  assert.match(
    (await examined({ LATCHKEY_AUTH_DATABASE: 'postgres://latchkey@127.0.0.1:1/auth' }))[0] ?? '',
    /^fail \| LATCHKEY_PUBLIC_URL is not set: .*, and each node another one/,
  )
  assert.match((await examined({}))[0] ?? '', /^ok/, 'a trial on one machine')
})

test('clients: settings that are not allowed, no PKCE, no secret left, and an address for logouts that is never called', async () => {
  assert.match((await one('clients'))[0] ?? '', /^ok \| none$/)
  const { id } = await registerClient(system, {
    name: 'Wiki',
    backchannel_logout_uri: 'http://127.0.0.1:3000/logout',
  })
  const never = /^warn \| "Wiki" \([\w-]+\) is not notified of sign-outs, at 127\.0\.0\.1:3000: /
  assert.match((await one('clients'))[0] ?? '', never)
  const allowed = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' }
  assert.match((await one('clients', allowed))[0] ?? '', /^ok \| 1, no problems/)
  const db = await system.database('auth')
  await db.query`UPDATE oidc_clients SET require_pkce = 'never' WHERE id = ${id}`
  assert.match(
    (await one('clients', allowed))[0] ?? '',
    /^warn \| "Wiki" \([\w-]+\) is not required to use PKCE or a nonce.*latchkey clients update [\w-]+ --require-pkce always/,
  )
  await db.query`UPDATE oidc_clients SET require_pkce = 'or_nonce' WHERE id = ${id}`
  assert.match((await one('clients', allowed))[0] ?? '', /^ok/)
  await db.query`UPDATE oidc_clients SET secrets = ${'[]'} WHERE id = ${id}`
  assert.match(
    (await one('clients', allowed))[0] ?? '',
    /^warn \| "Wiki" \([\w-]+\) has no secret: .*latchkey clients rotate-secret /,
  )
  await db.query`
    UPDATE oidc_clients SET metadata = replace(metadata, ${'https://wiki.example.com'}, ${'http://wiki.example.com'})`
  assert.match(
    (await one('clients', allowed))[0] ?? '',
    /^fail \| "Wiki" \([\w-]+\) has redirect_uris\/0 that is not allowed/,
  )
  await db.query`UPDATE oidc_clients SET disabled_at = 1`
  assert.match((await one('clients'))[0] ?? '', /^ok/, 'an admin has disabled it')
})
