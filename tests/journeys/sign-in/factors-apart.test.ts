import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPasskey, passkeySettings, showPasskey } from '#tests/support/passkey-user.ts'
import { enrolApp, giveCode, givePassword, logInWithApp } from '#tests/support/second-factors.ts'
import { settingsApart } from '#tests/support/services-apart.ts'
import { type System, startSystem, stillClock } from '#tests/support/system.ts'

test('codes and passkeys complete logins also where the two services run apart', async () => {
  const settings = { ...passkeySettings, ...(await settingsApart()) }
  const clock = stillClock()
  await using users = await startSystem({ services: 'users', settings, clock })
  await using auth = await startSystem({ services: 'auth', settings, clock })
  const system: System = { ...users, authUrl: auth.authUrl, logIn: auth.logIn }

  const { password } = await system.signUp('ada')
  const ada = { username: 'ada', password }
  const { app, recoveryCodes } = await enrolApp(system, await system.logIn('ada', password))
  const { access_token: token } = await logInWithApp(system, ada, app)
  const { login_token } = (await givePassword(system, ada)).body
  const used = await giveCode(system, { login_token, code: app.code() })
  assert.deepEqual([used.status, used.body.code], [401, 'second_factor_invalid'])
  const body = { login_token, code: recoveryCodes[0] }
  const byCode = await system.send('POST', `${auth.authUrl}/api/v1/auth/login/recovery-code`, { body })
  assert.equal(byCode.status, 200)

  const { passkey: shown } = await addPasskey(system, token)
  const alone = await showPasskey(system, 'passkey/login', { shown })
  assert.equal(alone.body.user.username, 'ada')
  const begun = (await givePassword(system, ada)).body
  const step = { shown, body: { login_token: begun.login_token } }
  assert.equal((await showPasskey(system, 'login/passkey', step)).status, 200)
  const strange = (challenge: string) => ({
    ...shown.get({ challenge, rpId: 'example.com', origin: 'https://example.org' }),
  })
  const refused = await showPasskey(system, 'passkey/login', { shown: strange })
  assert.deepEqual([refused.status, refused.body.code], [401, 'passkey_invalid'])
})
