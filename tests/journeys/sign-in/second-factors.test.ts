import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authenticatorApp, wrongCode } from '#tests/support/authenticator-app.ts'
import { claimsOf, why } from '#tests/support/login-scene.ts'
import { mailTo, tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import { enrolApp, giveCode, givePassword, logInWithApp } from '#tests/support/second-factors.ts'
import { type HttpReply, type System, stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000
const users = (system: System, method: string, path: string, token: string, body?: object) =>
  system.send(method, `${system.usersUrl}/api/v1/users${path}`, { token, body })
const auth = (system: System, path: string, body: object, token?: string): Promise<HttpReply> =>
  system.send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body, ...(token ? { token } : {}) })

onEachEngine((start) => {
  const startSystem: typeof start = (options) => start({ clock: stillClock(), ...options })

  /** The system that is shared by all tests that use only data of their own. The other tests start their own system. */
  let system: System
  before(async () => {
    system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  })
  after(() => system.stop())

  test('a user adds an app, logs in with it, and steps up for what needs a fresh proof', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const user = { username: 'ada', password: ada.password }
    const { app } = await enrolApp(system, ada)
    const begun = await givePassword(system, user)
    assert.deepEqual(why(begun), [401, 'second_factor_required'])
    const { login_token, factors } = begun.body
    assert.deepEqual(factors, [{ kind: 'totp' }, { kind: 'recovery_code', left: 10 }])
    const used = await giveCode(system, { login_token, code: app.code() })
    assert.deepEqual(why(used), [401, 'second_factor_invalid'], 'I93 the code that confirmed the app is used')
    const done = await giveCode(system, { login_token, code: app.nextCode() })
    assert.equal(claimsOf(done.body.access_token).acr, 'aal2')
    const old = await users(system, 'POST', '/me/recovery-codes', ada.access_token)
    assert.deepEqual(why(old), [401, 'reauthentication_required'], 'I115 aal1 is not enough any more')
    assert.match(old.headers.get('www-authenticate') ?? '', /max_age="300", acr_values="aal2"$/)
    const { password } = ada
    const stepped = await auth(system, 'step-up', { password, totp: app.nextCode() }, ada.access_token)
    assert.equal(stepped.status, 200, JSON.stringify(stepped.body))
    const made = await users(system, 'POST', '/me/recovery-codes', stepped.body.access_token)
    assert.equal(made.status, 201)
    system.clock.advance(6 * minute)
    const late = await users(system, 'POST', '/me/recovery-codes', stepped.body.access_token)
    assert.deepEqual(why(late), [401, 'reauthentication_required'])
    const [code] = made.body.recovery_codes
    const recovered = await auth(system, 'login/recovery-code', {
      login_token: (await givePassword(system, user)).body.login_token,
      code,
    })
    assert.deepEqual(claimsOf(recovered.body.access_token).amr, ['pwd', 'rec', 'mfa'])
    const more = await users(system, 'POST', '/me/recovery-codes', recovered.body.access_token)
    assert.deepEqual(why(more), [401, 'reauthentication_required'], 'I98 a recovery code makes no others')
  })

  test('I118 a session of a remembered device is no fresh proof', async () => {
    const ada = await system.signUpAndLogIn('ada1')
    const user = { username: 'ada1', password: ada.password }
    const { app } = await enrolApp(system, ada)
    const { device_token } = await logInWithApp(system, user, app)
    const { body } = await givePassword(system, user, { device_token })
    assert.equal(claimsOf(body.access_token).acr, 'aal1')
    for (const [method, path, change] of [
      ['DELETE', '/me/factors/totp', undefined],
      ['POST', '/me/factors/totp', undefined],
      ['POST', '/me/recovery-codes', undefined],
      ['PATCH', '/me', { email: 'other@example.com' }],
      ['DELETE', '/me', undefined],
    ] as const)
      assert.deepEqual(
        why(await users(system, method, path, body.access_token, change)),
        [401, 'reauthentication_required'],
        `${method} ${path}`,
      )
    const change = { current_password: ada.password, new_password: 'four other words here' }
    const refused = await auth(system, 'password/change', change, body.access_token)
    assert.deepEqual(why(refused), [401, 'reauthentication_required'])
    assert.match(refused.headers.get('www-authenticate') ?? '', /acr_values="aal2"/)
  })

  test('I115 an old session and the password change no password of a user with a second factor', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { app } = await enrolApp(system, ada)
    const user = { username: 'ada', password: ada.password }
    const { access_token: token } = await logInWithApp(system, user, app)
    system.clock.advance(6 * minute)
    const change = { current_password: ada.password, new_password: 'four other words here' }
    const refused = await auth(system, 'password/change', change, token)
    assert.deepEqual(why(refused), [401, 'reauthentication_required'])
    const raised = await auth(system, 'step-up', { password: ada.password, totp: app.nextCode() }, token)
    assert.equal((await auth(system, 'password/change', change, raised.body.access_token)).status, 200)
  })

  test('I119 a change of password keeps the level, makes no old proof a fresh one, and ends devices', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { app } = await enrolApp(system, ada)
    const pair = await logInWithApp(system, { username: 'ada', password: ada.password }, app)
    const half = (await givePassword(system, { username: 'ada', password: ada.password })).body.login_token
    system.clock.advance(4 * minute)
    const password = 'four other words here'
    const change = { current_password: ada.password, new_password: password }
    const changed = await auth(system, 'password/change', change, pair.access_token)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const [before, after] = [claimsOf(pair.access_token), claimsOf(changed.body.access_token)]
    assert.deepEqual(
      [after.acr, after.amr, after.auth_time],
      ['aal2', ['pwd', 'otp', 'mfa'], before.auth_time],
    )
    system.clock.advance(2 * minute)
    const removed = await users(system, 'DELETE', '/me/factors/totp', changed.body.access_token)
    assert.deepEqual(why(removed), [401, 'reauthentication_required'])
    const next = await givePassword(
      system,
      { username: 'ada', password },
      { device_token: pair.device_token },
    )
    assert.deepEqual(why(next), [401, 'second_factor_required'])
    const late = await giveCode(system, { login_token: half, code: app.nextCode() })
    assert.deepEqual(why(late), [401, 'login_expired'])
  })

  test('I101 a reset of the password keeps the factor, and gives no more guesses at it', async () => {
    const ada = await system.signUpAndLogIn('ada2')
    const { app } = await enrolApp(system, ada)
    const user = { username: 'ada2', password: ada.password }
    for (let wrong = 0; wrong < 5; wrong++) {
      const { login_token } = (await givePassword(system, user)).body
      const reply = await giveCode(system, { login_token, code: wrongCode(app) })
      assert.deepEqual(why(reply), [401, 'second_factor_invalid'])
    }
    const email = 'ada2@example.com'
    assert.equal((await auth(system, 'password/forgot', { email })).status, 202)
    const token = await tokenFor(system, email, 'reset-password')
    const password = 'four other words here'
    assert.equal((await auth(system, 'password/reset', { token, password })).status, 200)
    const begun = await givePassword(system, { username: 'ada2', password })
    assert.deepEqual(why(begun), [401, 'second_factor_required'])
    const { login_token } = begun.body
    const limited = await giveCode(system, { login_token, code: app.code() })
    assert.deepEqual(why(limited), [429, 'second_factor_limited'])
    const { access_token: admin } = await system.admin()
    const lock = await system.send('GET', `${system.authUrl}/api/v1/users/${ada.user.id}/lock`, {
      token: admin,
    })
    assert.deepEqual(
      lock.body.wrong_passwords.map(({ what, count }: { what: string; count: number }) => [what, count]),
      [['second_factors', 5]],
    )
    const unlock = `${system.authUrl}/api/v1/users/${ada.user.id}/unlock`
    assert.deepEqual((await system.send('POST', unlock, { token: admin })).body, { unlocked: true })
    assert.equal((await giveCode(system, { login_token, code: app.nextCode() })).status, 200)
  })

  test('three wrong codes after the right password are told to the user, who cannot switch that off', async () => {
    const ada = await system.signUpAndLogIn('ada3')
    const { app } = await enrolApp(system, ada)
    const user = { username: 'ada3', password: ada.password }
    const { login_token } = (await givePassword(system, user)).body
    for (let wrong = 0; wrong < 3; wrong++) await giveCode(system, { login_token, code: wrongCode(app) })
    const { access_token: token } = await logInWithApp(system, user, app)
    await until('the notification', async () => {
      const { body } = await system.send('GET', `${system.usersUrl}/api/v1/notifications`, { token })
      const told = body.data.filter(({ type }: { type: string }) => type === 'login.second_factor_failed')
      return told.length === 1 && /127\.0\.0\.1/.test(told[0].body)
    })
    const off = [{ channel: 'in_app', type: 'login.second_factor_failed', enabled: false }]
    const refused = await system.send('PUT', `${system.usersUrl}/api/v1/notifications/preferences`, {
      token,
      body: { preferences: off },
    })
    assert.equal(refused.status, 400)
  })

  test('I121 after a reset by an admin the password is enough, and the sessions are over', async () => {
    const ada = await system.signUpAndLogIn('ada4')
    const { app } = await enrolApp(system, ada)
    const user = { username: 'ada4', password: ada.password }
    const pair = await logInWithApp(system, user, app)
    const half = (await givePassword(system, user)).body.login_token
    const { access_token: admin } = await system.admin()
    assert.equal((await users(system, 'DELETE', `/${ada.user.id}/factors`, admin)).status, 204)
    const validated = await system.send('GET', `${system.authUrl}/auth/validate`, {
      token: pair.access_token,
    })
    assert.deepEqual(why(validated), [401, 'session_ended'])
    assert.deepEqual(why(await giveCode(system, { login_token: half, code: app.nextCode() })), [
      401,
      'login_expired',
    ])
    assert.equal((await givePassword(system, user, { device_token: pair.device_token })).status, 200)
  })

  test('I90 who must have a factor adds a real app in the login, and gets recovery codes', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_REQUIRE_SECOND_FACTOR: 'all' } })
    const ada = { username: 'ada', password: (await system.signUp('ada')).password }
    const begun = await givePassword(system, ada)
    assert.deepEqual(why(begun), [401, 'second_factor_enrolment_required'])
    const { login_token } = begun.body
    const enrolment = await auth(system, 'login/totp/enrol', { login_token })
    assert.equal(enrolment.status, 200)
    const app = authenticatorApp(enrolment.body.secret, system.clock)
    const done = await giveCode(system, { login_token, code: app.code() })
    assert.equal(done.status, 200, JSON.stringify(done.body))
    assert.equal(done.body.recovery_codes.length, 10)
    assert.equal(claimsOf(done.body.access_token).acr, 'aal2')
    await logInWithApp(system, ada, app)
  })

  test('I120 a stranger who added the demanded app at the login goes with it, by the mail about the device', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_REQUIRE_SECOND_FACTOR: 'all' } })
    const { email, password } = await system.signUp('ada')
    await auth(system, 'email/verify', { token: await tokenFor(system, email, 'verify-email') })
    const { login_token } = (await givePassword(system, { username: 'ada', password })).body
    system.clock.advance(minute)
    const enrolment = await auth(system, 'login/totp/enrol', { login_token })
    const app = authenticatorApp(enrolment.body.secret, system.clock)
    const code = app.code()
    system.clock.advance(1_000)
    assert.equal((await giveCode(system, { login_token, code }, { remember_device: true })).status, 200)
    const told = async () =>
      (await mailTo(system, email)).find(({ text }) =>
        text.includes('A device was added to your trusted devices'),
      )
    await until('the mail about the device', async () => (await told()) !== undefined)
    const [, token = ''] = /take-back\?token=([\w-]+)/.exec((await told())?.text ?? '') ?? []
    const { body: back } = await auth(system, 'take-back', { token })
    const next = 'four other words here'
    assert.equal(
      (await auth(system, 'password/reset', { token: back.reset_token, password: next })).status,
      200,
    )
    const again = await givePassword(system, { username: 'ada', password: next })
    assert.deepEqual(why(again), [401, 'second_factor_enrolment_required'])
  })

  test('gRPC goes the same way: the way on is in the details of the refusal', async () => {
    const ada = await system.signUpAndLogIn('ada5')
    const { app, recoveryCodes } = await enrolApp(system, ada)
    using client = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
    const begin = async (): Promise<string> => {
      const refusal = await client
        .call('Login', { username: 'ada5', password: ada.password })
        .then(assert.fail, (error: RpcRefusal) => error)
      assert.deepEqual([refusal.code, refusal.reason], [16, 'second_factor_required'])
      const { login_token = '', expires_in, factors } = refusal.metadata
      assert.deepEqual([expires_in, factors], ['600', 'totp recovery_code'])
      return login_token
    }
    const login_token = await begin()
    const complete = (code: string) =>
      client.call('CompleteLoginByTotp', { login_token, code, remember_device: true })
    const refusedFor = (reason: string) => (error: RpcRefusal) => error.reason === reason && error.code === 16
    await assert.rejects(complete(wrongCode(app)), refusedFor('second_factor_invalid'))
    const done = await complete(app.nextCode())
    assert.match(done.device_token, /^lk_device_/)
    await assert.rejects(complete(app.nextCode()), refusedFor('login_expired'))
    const { access_token: token } = done.tokens
    const information = await client.call('ValidateToken', {}, { token })
    assert.deepEqual([information.acr, information.amr], ['aal2', ['pwd', 'otp', 'mfa']])
    const known = { username: 'ada5', password: ada.password, device_token: done.device_token }
    assert.equal(claimsOf((await client.call('Login', known)).tokens.access_token).acr, 'aal1')
    const { devices } = await client.call('ListDevices', {}, { token })
    assert.equal(devices.length, 1)
    await client.call('ForgetDevice', { device_id: devices[0].id }, { token })
    await assert.rejects(client.call('Login', known), refusedFor('second_factor_required'))
    const stepped = await client.call('StepUp', { password: ada.password, totp: app.nextCode() }, { token })
    assert.equal(claimsOf(stepped.tokens.access_token).acr, 'aal2')
    const recovered = await client.call('CompleteLoginByRecoveryCode', {
      login_token: await begin(),
      code: recoveryCodes[0],
    })
    assert.deepEqual(claimsOf(recovered.tokens.access_token).amr, ['pwd', 'rec', 'mfa'])
  })
})
