import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { why } from '#tests/support/login-scene.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { addPasskey, passkeySettings, showPasskey } from '#tests/support/passkey-user.ts'
import { enrolApp, giveCode, givePassword, logInWithApp } from '#tests/support/second-factors.ts'
import { type System, stillClock } from '#tests/support/system.ts'

const auth = (system: System, path: string, body: object) =>
  system.send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body })

onEachEngine((startSystem) => {
  test('I119 I120 the mail about the login of a thief ends every way in that the thief has added', async () => {
    await using system = await startSystem({ clock: stillClock(), settings: passkeySettings })
    const ada = await system.signUpAndLogIn('ada')
    const user = { username: 'ada', password: ada.password }
    await auth(system, 'email/verify', { token: await tokenFor(system, ada.user.email, 'verify-email') })
    system.clock.advance(60_000)

    const thief = (await givePassword(system, user, { device_name: 'elsewhere' })).body
    const link = await tokenFor(system, ada.user.email, 'take-back')
    const { passkey, recoveryCodes } = await addPasskey(system, thief.access_token)
    const fresh = (await showPasskey(system, 'passkey/login', { shown: passkey })).body
    const { app } = await enrolApp(system, fresh)
    const { device_token } = await logInWithApp(system, user, app)
    const waiting = await system.send('POST', `${system.usersUrl}/api/v1/users/me/factors/totp`, {
      token: (await showPasskey(system, 'passkey/login', { shown: passkey })).body.access_token,
    })
    const another = authenticatorApp(waiting.body.secret, system.clock)
    const { login_token } = (await givePassword(system, user)).body

    const { body: back } = await auth(system, 'take-back', { token: link })
    const over = [401, 'login_expired']
    assert.deepEqual(why(await giveCode(system, { login_token, code: app.nextCode() })), over)
    const code = recoveryCodes[0]
    assert.deepEqual(why(await auth(system, 'login/recovery-code', { login_token, code })), over)
    const opened = await showPasskey(system, 'passkey/login', { shown: passkey })
    assert.deepEqual(why(opened), [401, 'passkey_invalid'])
    for (const { refresh_token } of [thief, fresh])
      assert.deepEqual(why(await auth(system, 'refresh', { refresh_token })), [401, 'session_ended'])
    const password = 'four other words here'
    assert.equal((await auth(system, 'password/reset', { token: back.reset_token, password })).status, 200)
    const own = await givePassword(system, { username: 'ada', password })
    assert.equal(own.status, 200, 'no factor of the thief keeps the owner out')
    const token = own.body.access_token
    const confirm = `${system.usersUrl}/api/v1/users/me/factors/totp/confirm`
    const late = await system.send('POST', confirm, { token, body: { code: another.code() } })
    assert.equal(late.body.code, 'enrolment_not_found')
    // The owner adds an app, so that a login asks for a code unless its device is still remembered.
    await enrolApp(system, own.body)
    const login = await givePassword(system, { username: 'ada', password }, { device_token })
    assert.deepEqual(why(login), [401, 'second_factor_required'])
    const devices = await system.send('GET', `${system.authUrl}/api/v1/users/me/devices`, { token })
    assert.deepEqual(devices.body, { data: [] })
  })
})
