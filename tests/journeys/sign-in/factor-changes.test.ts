import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userExamples } from '#contract/examples/users.ts'
import { secondFactorEndpoints } from '#contract/sign-in/passkeys.ts'
import { authenticatorApp, wrongCode } from '#tests/support/authenticator-app.ts'
import { why } from '#tests/support/login-scene.ts'
import { mailTo, tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import { enrolApp, givePassword, logInWithApp } from '#tests/support/second-factors.ts'
import { type System, stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000
const own = (system: System, method: string, path: string, token: string, body?: object) =>
  system.send(method, `${system.usersUrl}/api/v1/users/me${path}`, { token, body })
const auth = (system: System, path: string, body: object) =>
  system.send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body })

onEachEngine((start) => {
  const startSystem: typeof start = (options) => start({ clock: stillClock(), ...options })

  test('I97 whatever is not a text of six digits is refused by its form', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.signUpAndLogIn('ada')
    const { body: enrolment } = await own(system, 'POST', '/factors/totp', token)
    const app = authenticatorApp(enrolment.secret, system.clock)
    const code = app.code()
    const bent = [
      Number(code),
      [code],
      { code },
      null,
      true,
      '',
      ` ${code}`,
      `${code} `,
      `${code}\n`,
      `+${code.slice(1)}`,
    ]
    const wide = code.replace(/./g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    for (const sent of [...bent, wide, `${code}0`, code.slice(1)]) {
      const { status, body } = await own(system, 'POST', '/factors/totp/confirm', token, { code: sent })
      assert.deepEqual(
        [status, body.code, body.errors[0].pointer],
        [400, 'invalid_request', '/code'],
        JSON.stringify(sent),
      )
    }
    const wrong = await own(system, 'POST', '/factors/totp/confirm', token, { code: wrongCode(app) })
    assert.deepEqual(why(wrong), [400, 'second_factor_invalid'])
    assert.equal((await own(system, 'POST', '/factors/totp/confirm', token, { code })).status, 200)
  })

  test('I99 I100 a login by recovery code is told with how many are left, and neither remembers nor makes more', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const verify = await tokenFor(system, ada.user.email, 'verify-email')
    await auth(system, 'email/verify', { token: verify })
    const { recoveryCodes: codes } = await enrolApp(system, ada)
    const { login_token } = (await givePassword(system, { username: 'ada', password: ada.password })).body
    const remember = await auth(system, 'login/recovery-code', {
      login_token,
      code: codes[0],
      remember_device: true,
    })
    assert.deepEqual(why(remember), [400, 'invalid_request'])
    const done = await auth(system, 'login/recovery-code', { login_token, code: codes[0] })
    assert.deepEqual([done.status, done.body.device_token], [200, undefined])
    const token = done.body.access_token
    const more = await own(system, 'POST', '/recovery-codes', token)
    assert.deepEqual(why(more), [401, 'reauthentication_required'])
    await until('the mail', async () =>
      (await mailTo(system, ada.user.email)).some(({ text }) => text.includes('Codes left: 9.')),
    )
    const { body } = await system.send('GET', `${system.usersUrl}/api/v1/notifications`, { token })
    const told = body.data.find(({ type }: { type: string }) => type === 'user.recovery_code_used')
    assert.deepEqual(told?.data, { left: 9 })
    const preferences = [{ channel: 'in_app', type: 'user.recovery_code_used', enabled: false }]
    const url = `${system.usersUrl}/api/v1/notifications/preferences`
    assert.equal((await system.send('PUT', url, { token, body: { preferences } })).status, 400)
  })

  test('I117 a proof is as old as it is: neither a refresh nor use makes it younger', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { app } = await enrolApp(system, ada)
    const pair = await logInWithApp(system, { username: 'ada', password: ada.password }, app)
    system.clock.advance(4 * minute)
    const { body: refreshed } = await auth(system, 'refresh', { refresh_token: pair.refresh_token })
    assert.equal((await own(system, 'GET', '/factors', refreshed.access_token)).status, 200)
    system.clock.advance(minute + 1_000)
    const { body: again } = await auth(system, 'refresh', { refresh_token: refreshed.refresh_token })
    for (const [method, path] of [
      ['POST', '/factors/totp'],
      ['DELETE', '/factors/totp'],
      ['POST', '/recovery-codes'],
      ['DELETE', ''],
    ] as const) {
      const reply = await own(system, method, path, again.access_token)
      assert.deepEqual(why(reply), [401, 'reauthentication_required'], `${method} ${path}`)
      assert.match(reply.headers.get('www-authenticate') ?? '', /acr_values="aal2"$/)
    }
  })

  test('I120 the mail about a new app gives the user back to its owner, without that app', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const verify = await tokenFor(system, ada.user.email, 'verify-email')
    await auth(system, 'email/verify', { token: verify })
    // Somebody who knows the password adds their own authenticator app, so that the owner cannot log in.
    await enrolApp(system, ada)
    const takeBack = await tokenFor(system, ada.user.email, 'take-back')
    const { body: back } = await auth(system, 'take-back', { token: takeBack })
    const password = 'a new long password'
    assert.equal((await auth(system, 'password/reset', { token: back.reset_token, password })).status, 200)
    assert.equal((await givePassword(system, { username: 'ada', password })).status, 200)
  })

  test('I122 a device that is remembered for the first time is told, in the app and by mail', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const user = { username: 'ada', password: ada.password }
    await auth(system, 'email/verify', { token: await tokenFor(system, ada.user.email, 'verify-email') })
    const { app } = await enrolApp(system, ada)
    await logInWithApp(system, user, app)
    const { access_token: token } = await logInWithApp(system, user, app)
    const devices = `${system.authUrl}/api/v1/users/me/devices`
    for (const { id } of (await system.send('GET', devices, { token })).body.data)
      assert.equal((await system.send('DELETE', `${devices}/${id}`, { token })).status, 204)
    await logInWithApp(system, user, app)
    // Notices arrive in the order of the events. So when the notice of the third login has arrived, a notice of the
    // second login would be there too.
    const notices = async () => {
      const { body } = await system.send('GET', `${system.usersUrl}/api/v1/notifications`, { token })
      return body.data.filter(({ type }: { type: string }) => type.startsWith('device.'))
    }
    await until('the second notice', async () => (await notices()).length >= 2)
    const told = await notices()
    assert.deepEqual(
      told.map(({ type, data }: { type: string; data: { address: string } }) => [type, data.address]),
      Array(2).fill(['device.remembered', '127.0.0.1']),
    )
    await until('both mails', async () => {
      const mails = await mailTo(system, ada.user.email)
      return (
        mails.filter(({ text }) => text.includes('A device was added to your trusted devices')).length === 2
      )
    })
    const preferences = [{ channel: 'in_app', type: 'device.remembered', enabled: false }]
    const url = `${system.usersUrl}/api/v1/notifications/preferences`
    assert.equal((await system.send('PUT', url, { token, body: { preferences } })).status, 400)
  })

  test('nobody changes the second factors of somebody else, also no admin', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { id } = await system.signUp('ada')
    const ofOneself = secondFactorEndpoints.filter((one) => 'ownOnly' in one && one.ownOnly)
    assert.equal(ofOneself.length, 8)
    for (const { name, method, paths } of ofOneself) {
      const example = userExamples[name]
      const path = paths[0].replace('{id}', id).replace('{passkey_id}', id)
      const body = 'body' in example ? { body: example.body } : {}
      const reply = await system.send(method, `${system.usersUrl}${path}`, { token, ...body })
      assert.deepEqual(why(reply), [403, 'forbidden'], name)
    }
  })

  test('gRPC adds, shows and removes second factors as HTTP does', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.signUpAndLogIn('ada')
    using client = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
    const call = (name: string, request: object = {}) =>
      client.call(name, { id: 'me', ...request }, { token })
    assert.deepEqual((await call('GetFactors')).totp, null)
    const { secret, uri, qr_code, expires_in } = await call('EnrolTotp')
    assert.deepEqual(
      [uri.startsWith('otpauth://totp/'), qr_code.startsWith('<svg'), expires_in],
      [true, true, 600],
    )
    const app = authenticatorApp(secret, system.clock)
    const isRefused = (code: string) => (refusal: RpcRefusal) => refusal.reason === code
    await assert.rejects(call('ConfirmTotp', { code: wrongCode(app) }), isRefused('second_factor_invalid'))
    assert.equal((await call('ConfirmTotp', { code: app.code() })).recovery_codes.length, 10)
    const shown = await call('GetFactors')
    assert.deepEqual([shown.is_required_at_login, shown.recovery_codes.left], [true, 10])
    for (const rpc of ['RemoveTotp', 'MakeRecoveryCodes'])
      await assert.rejects(call(rpc), isRefused('reauthentication_required'), rpc)
    const { access_token, user } = await system.admin()
    assert.notEqual(user.username, 'ada')
    const { id } = (await own(system, 'GET', '', token)).body
    await client.call('ResetFactors', { id }, { token: access_token })
    await assert.rejects(call('GetFactors'), isRefused('session_ended'))
    const gone = await client.call('GetFactors', { id }, { token: access_token })
    assert.deepEqual([gone.totp, gone.recovery_codes, gone.is_required_at_login], [null, null, false])
  })
})
