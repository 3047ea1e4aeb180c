import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type System, startSystem } from '#tests/support/system.ts'

const body = { username: 'nobody', password: 'wrong' }
const headersOf = { 'x-forwarded-for': '203.0.113.7' }

const logIn = (system: System, headers: Record<string, string>) =>
  system.send('POST', `${system.authUrl}/auth/login`, { body, headers })

async function logInByRpc(system: System, metadata: Record<string, string>): Promise<void> {
  using auth = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
  await assert.rejects(auth.call('Login', body, { metadata }), { reason: 'invalid_credentials' })
}

const told = (system: System) =>
  system.log.filter((line) => line.level === 'warn' && /LATCHKEY_TRUSTED_PROXIES/.test(String(line.msg)))

test('the log warns once that a proxy which no setting names counts as one client', async () => {
  await using system = await startSystem()
  await logIn(system, {})
  assert.deepEqual(told(system), [])
  for (const headers of [headersOf, headersOf, { forwarded: 'for=203.0.113.7' }]) await logIn(system, headers)
  await logInByRpc(system, headersOf)
  assert.equal(told(system).length, 1)
  assert.doesNotMatch(JSON.stringify(told(system)), /203\.0\.113|127\.0\.0\.1/)
})

test('the log warns of an unnamed proxy for gRPC too', async () => {
  await using system = await startSystem()
  await logInByRpc(system, {})
  assert.deepEqual(told(system), [])
  await logInByRpc(system, headersOf)
  assert.equal(told(system).length, 1)
})

test('the log does not warn of a proxy that a setting names', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
  await logIn(system, headersOf)
  await logInByRpc(system, headersOf)
  assert.deepEqual(told(system), [])
})

for (const [transport, logInWith] of [
  ['HTTP', logIn],
  ['gRPC', logInByRpc],
] as const)
  test(`the log warns of a named proxy that sends no X-Forwarded-For, by ${transport}`, async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    for (let time = 0; time < 3; time++) await logInWith(system, { forwarded: 'for=203.0.113.7' })
    assert.equal(told(system).length, 1)
    assert.match(String(told(system)[0]?.msg), /without X-Forwarded-For/)
  })
