import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { summaryOf } from '#tests/support/export-file.ts'
import { newInstallation } from '#tests/support/installation.ts'

test('OpenID clients come over with their secrets as digests, and no address that nobody could register', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('postgres')
  const create = async (name: string, ...flags: string[]) => {
    const made = await first.run('clients', 'create', '--name', name, '--json', ...flags)
    assert.equal(made.code, 0, made.err)
    return JSON.parse(made.out)
  }
  const wiki = await create(
    'Wiki',
    '--redirect-uris',
    'https://wiki.example.com/in,http://127.0.0.1/in',
    '--dpop',
    'yes',
    '--require-pkce',
    'or_nonce',
  )
  const robot = await create(
    'Robot',
    '--grants',
    'client_credentials',
    '--resources',
    'https://api.example.com',
  )
  assert.equal((await first.run('clients', 'update', robot.id, '--enabled', 'no')).code, 0)
  assert.equal((await first.run('clients', 'rotate-secret', wiki.id)).code, 0)
  const file = first.newPath()
  assert.equal((await first.run('export', file)).code, 0)
  assert.ok(!readFileSync(file, 'utf8').includes(wiki.client_secret.slice(4)))

  const imported = await second.run('import', file)
  assert.deepEqual(
    [imported.code, summaryOf(imported.out, 'oidc_client')],
    [0, [2, 2, 0, 0, 0]],
    imported.err,
  )
  assert.deepEqual(await second.rows('oidc_clients'), await first.rows('oidc_clients'))
  assert.equal((await second.run('clients', 'rotate-secret', '--now', wiki.id)).code, 0)
  const rows = await second.rows('oidc_clients')
  const again = await second.run('import', file)
  assert.deepEqual([again.code, summaryOf(again.out, 'oidc_client')], [0, [2, 0, 2, 0, 0]], again.err)
  assert.deepEqual(await second.rows('oidc_clients'), rows, 'no secret that was revoked here counts again')

  const earlier = first.newPath()
  const lines = readFileSync(file, 'utf8').replace('"require_pkce":"or_nonce",', '')
  assert.ok(!lines.includes('or_nonce'))
  writeFileSync(earlier, lines)
  await using third = await newInstallation('sqlite')
  const ofEarlier = await third.run('import', earlier)
  assert.equal(ofEarlier.code, 0, ofEarlier.err)
  const shown = await third.run('clients', 'list', '--json')
  assert.deepEqual(
    JSON.parse(shown.out).data.map(({ require_pkce }: { require_pkce: string }) => require_pkce),
    ['always', 'always'],
    'a file of an earlier version',
  )

  const bent = second.newPath()
  writeFileSync(
    bent,
    readFileSync(file, 'utf8').replaceAll('https://wiki.example.com/in', 'javascript:alert(1)'),
  )
  const refused = await second.run('import', bent)
  assert.equal(refused.code, 1)
  assert.match(refused.err, /redirect_uris/)
})
