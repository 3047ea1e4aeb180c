import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerClient } from '#tests/support/relying-party.ts'
import { startSystem } from '#tests/support/system.ts'

test('a grant that the client may not use is unauthorized_client, by each way to ask for it', async () => {
  await using system = await startSystem()
  const robot = { redirect_uris: [], grant_types: ['client_credentials'], scopes: ['read'], name: 'Robot' }
  const device = { redirect_uris: [], grant_types: ['device_code'], scopes: ['openid'] }
  const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
  const code = { code: 'x', redirect_uri: 'https://wiki.example.com/callback', code_verifier: 'x' }
  const request = {
    response_type: 'code',
    redirect_uri: 'https://wiki.example.com/callback',
    scope: 'openid',
  }
  const cases: [object, string, Record<string, string>][] = [
    [robot, '/oidc/token', { grant_type: 'authorization_code', ...code }],
    [robot, '/oidc/token', { grant_type: 'refresh_token', refresh_token: 'x' }],
    [robot, '/oidc/token', { grant_type: deviceGrant, device_code: 'x' }],
    [device, '/oidc/token', { grant_type: 'client_credentials' }],
    [device, '/oidc/token', { grant_type: 'refresh_token', refresh_token: 'x' }],
    [{}, '/oidc/token', { grant_type: deviceGrant, device_code: 'x' }],
    [{}, '/oidc/device/authorize', { scope: 'openid' }],
    [robot, '/oidc/par', request],
    [device, '/oidc/par', request],
  ]
  for (const [settings, path, parameters] of cases) {
    const { id, client_secret: secret = '' } = await registerClient(system, { ...settings })
    const response = await fetch(`${system.authUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ ...parameters, client_id: id }),
    })
    const { error } = (await response.json()) as { error: string }
    assert.deepEqual(
      [response.status, error],
      [400, 'unauthorized_client'],
      `${path} ${parameters.grant_type}`,
    )
  }
  const { redirect_uri: uri } = request
  const { id } = await registerClient(system, { ...robot, redirect_uris: [uri] })
  const query = new URLSearchParams({ ...request, client_id: id, state: 'one' })
  const answer = await fetch(`${system.authUrl}/oidc/authorize?${query}`, { redirect: 'manual' })
  const { origin, searchParams } = new URL(answer.headers.get('location') ?? '')
  assert.equal(origin, new URL(uri).origin)
  assert.deepEqual([searchParams.get('error'), searchParams.get('state')], ['unauthorized_client', 'one'])
  const { id: known, client_secret: secret = '' } = await registerClient(system)
  const unknown = await fetch(`${system.authUrl}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${known}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password' }),
  })
  assert.equal(((await unknown.json()) as { error: string }).error, 'unsupported_grant_type')
})
