import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SoftPasskey } from '#tests/support/authenticator.ts'
import { passkeySettings, passkeySite } from '#tests/support/passkey-user.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import { startSystem, stillClock } from '#tests/support/system.ts'

const site = (public_key_json: string) => ({ ...JSON.parse(public_key_json), ...passkeySite })

test('gRPC adds, shows, uses, renames and removes passkeys as HTTP does', async () => {
  await using system = await startSystem({ settings: passkeySettings, clock: stillClock() })
  const ada = await system.signUpAndLogIn('ada')
  using users = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
  using auth = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
  const own = (name: string, request: object = {}, token = ada.access_token) =>
    users.call(name, { id: 'me', ...request }, { token })
  const isRefused =
    (reason: string, fields: readonly string[] = []) =>
    (refusal: RpcRefusal) => {
      assert.deepEqual([refusal.reason, refusal.fields], [reason, fields])
      return true
    }

  const begun = await own('BeginPasskey')
  assert.equal(begun.expires_in, 300)
  const options = site(begun.public_key_json)
  const passkey = new SoftPasskey({ userHandle: options.user.id })
  const credential_json = JSON.stringify(passkey.create(options))
  for (const [bent, reason, fields] of [
    ['', 'invalid_request', ['credential_json']],
    ['{', 'malformed_request', []],
    ['{"id": 1, "id": 1}', 'malformed_request', []],
    ['[]', 'invalid_request', ['credential_json']],
  ] as const)
    await assert.rejects(own('AddPasskey', { credential_json: bent }), isRefused(reason, fields), bent)
  const added = await own('AddPasskey', { credential_json, name: 'Phone' })
  assert.deepEqual(
    [added.passkey.name, added.passkey.is_synced, added.passkey.last_used_at, added.recovery_codes.length],
    ['Phone', false, null, 10],
  )
  await assert.rejects(own('AddPasskey', { credential_json }), isRefused('reauthentication_required'))

  const shown = async (begin: string, request: object = {}, token?: string) => {
    const asked = await auth.call(begin, request, token === undefined ? {} : { token })
    assert.equal(asked.expires_in, 300)
    return JSON.stringify(passkey.get(site(asked.public_key_json)))
  }
  const once = await shown('BeginPasskeyLogin')
  const { tokens } = await auth.call('LogInByPasskey', { credential_json: once, device_name: 'Phone' })
  assert.equal(tokens.user.username, 'ada')
  await assert.rejects(auth.call('LogInByPasskey', { credential_json: once }), isRefused('passkey_invalid'))
  const { access_token: token } = tokens
  const validated = await auth.call('ValidateToken', {}, { token })
  assert.deepEqual([validated.acr, validated.amr], ['aal2', ['hwk', 'user', 'mfa']])

  const login = { username: 'ada', password: ada.password }
  const { login_token } = await auth.call('Login', login).then(
    () => assert.fail('The password was enough.'),
    ({ metadata }: RpcRefusal) => metadata,
  )
  const step = { login_token, credential_json: await shown('BeginPasskeyStep', { login_token }) }
  const completed = await auth.call('CompleteLoginByPasskey', { ...step, remember_device: true })
  assert.equal(completed.tokens.user.id, tokens.user.id)
  const { device_token } = completed
  assert.equal((await auth.call('Login', { ...login, device_token })).tokens.user.username, 'ada')
  await assert.rejects(auth.call('CompleteLoginByPasskey', step), isRefused('login_expired'))

  system.clock.advance(6 * 60_000)
  const [{ id: passkey_id }] = (await own('ListPasskeys', {}, token)).passkeys
  await assert.rejects(own('RemovePasskey', { passkey_id }, token), isRefused('reauthentication_required'))
  const proof = { credential_json: await shown('BeginPasskeyStepUp', {}, token) }
  const raised = await auth.call('StepUpByPasskey', proof, { token })
  assert.equal(raised.tokens.session_id, tokens.session_id)
  const renamed = await own('RenamePasskey', { passkey_id, name: 'Old phone' }, token)
  assert.equal(renamed.passkey.name, 'Old phone')
  await own('RemovePasskey', { passkey_id }, raised.tokens.access_token)
  const gone = JSON.stringify(passkey.get(site((await auth.call('BeginPasskeyLogin')).public_key_json)))
  await assert.rejects(auth.call('LogInByPasskey', { credential_json: gone }), isRefused('passkey_invalid'))
})
