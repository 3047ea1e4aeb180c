import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { registerClient } from '#tests/support/relying-party.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const paths = [
  '/.well-known/openid-configuration',
  '/oidc/authorize',
  '/oidc/authorize/some-uid',
  '/oidc/userinfo',
  '/oidc/logout',
]

test('where the issuer is no URL there is no OpenID provider, and a client is refused with the reason', async (t) => {
  const data = temporaryFolder()
  t.after(() => rmSync(data, { recursive: true, force: true }))
  {
    await using before = await startSystem({ data })
    await registerClient(before)
    const found = await before.send('GET', `${before.authUrl}${paths[0]}`)
    assert.equal(found.status, 200)
    assert.ok('authorization_endpoint' in (await metadataOf(before)))
  }
  await using system = await startSystem({ data, settings: { LATCHKEY_ISSUER: 'latchkey' } })
  for (const path of paths) {
    const { status, body } = await system.send('GET', `${system.authUrl}${path}`)
    assert.deepEqual([status, body.code], [404, 'route_not_found'], path)
  }
  const metadata = await metadataOf(system)
  assert.equal(metadata.issuer, 'latchkey')
  assert.ok(!('authorization_endpoint' in metadata))
  assert.deepEqual(metadata.grant_types_supported, [])
  const { access_token: token } = await system.admin()
  const body = { name: 'Blog', redirect_uris: ['https://blog.example.com/callback'] }
  const refused = await system.send('POST', `${system.authUrl}/api/v1/oidc-clients`, { token, body })
  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'])
  const [error] = refused.body.errors
  assert.equal(error.pointer, '/grant_types')
  assert.match(error.detail, /LATCHKEY_ISSUER must be the URL/)
})

async function metadataOf(system: System): Promise<Record<string, unknown>> {
  const { status, body } = await system.send(
    'GET',
    `${system.authUrl}/.well-known/oauth-authorization-server`,
  )
  assert.equal(status, 200)
  return body
}
