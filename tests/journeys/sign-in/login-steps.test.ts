import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  byRecoveryCode,
  byTotp,
  claimsOf,
  logIn,
  otherThan,
  post,
  startLoginScene,
  why,
} from '#tests/support/login-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000
const invalid = [401, 'second_factor_invalid']
const expired = [401, 'login_expired']
const limited = [429, 'second_factor_limited']

onEachEngine((_, engine) => {
  const startScene = (settings?: Record<`LATCHKEY_${string}`, string>) => startLoginScene(engine, settings)

  test('I81 a right password of a user with a second factor opens the next step, and nothing else', async () => {
    await using scene = await startScene()
    const { system, ada, users } = scene
    users.newRecoveryCode(ada)
    const reply = await logIn(system, ada)
    assert.deepEqual(why(reply), [401, 'second_factor_required'])
    const { login_token: token, expires_in, factors } = reply.body
    assert.equal(expires_in, 600)
    assert.deepEqual(factors, [{ kind: 'totp' }, { kind: 'recovery_code', left: 1 }])
    const db = await system.database('auth')
    assert.deepEqual(await db.query`SELECT id FROM sessions`, [], 'no session')
    const stored = JSON.stringify(await db.query`SELECT * FROM logins`)
    assert.ok(!stored.includes(token.slice('lk_login_'.length)), 'only a digest is stored')
    assert.ok(!system.logText().includes(token), 'no token is in the log')
    const used = { token }
    for (const send of [
      () => system.send('GET', `${system.authUrl}/auth/validate`, used),
      () => system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, used),
      () => system.send('POST', `${system.authUrl}/auth/logout`, used),
      () => system.send('GET', `${system.authUrl}/api/v1/users/me/devices`, used),
      () => post(system, 'step-up', { password: ada.password }, token),
      () =>
        post(
          system,
          'password/change',
          { current_password: ada.password, new_password: 'other words 1' },
          token,
        ),
      () => post(system, 'refresh', { refresh_token: token }),
    ])
      assert.equal((await send()).status, 401)
  })

  test('the code of the app completes the login, once, at aal2', async () => {
    await using scene = await startScene()
    const { system, ada, users } = scene
    const token = await scene.begin()
    const code = users.newCode(ada)
    assert.deepEqual(why(await byTotp(system, token, otherThan(code))), invalid)
    const done = await byTotp(system, token, code)
    assert.equal(done.status, 200)
    assert.deepEqual(Object.keys(done.body).includes('device_token'), false)
    const { acr, amr } = claimsOf(done.body.access_token)
    assert.deepEqual([acr, amr], ['aal2', ['pwd', 'otp', 'mfa']])
    for (const again of [code, users.newCode(ada)])
      assert.deepEqual(why(await byTotp(system, token, again)), expired)
  })

  test('a recovery code completes the login, and the device is not remembered', async () => {
    await using scene = await startScene()
    const { system, ada, users } = scene
    const token = await scene.begin()
    const done = await byRecoveryCode(system, token, users.newRecoveryCode(ada))
    assert.equal(done.status, 200)
    const { acr, amr } = claimsOf(done.body.access_token)
    assert.deepEqual([acr, amr], ['aal2', ['pwd', 'rec', 'mfa']])
    const asked = await post(system, 'login/recovery-code', {
      login_token: await scene.begin(),
      code: users.newRecoveryCode(ada),
      remember_device: true,
    })
    assert.deepEqual(why(asked), [400, 'invalid_request'], 'I99 it cannot even be asked for')
  })

  test('I82 of many completions at once one gets tokens', async () => {
    await using scene = await startScene()
    const { system, ada, users } = scene
    const token = await scene.begin()
    const codes = Array.from({ length: 12 }, () => users.newCode(ada))
    const replies = await Promise.all(codes.map((code) => byTotp(system, token, code)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    for (const reply of replies) if (reply.status !== 200) assert.deepEqual(why(reply), expired)
    const db = await system.database('auth')
    assert.equal((await db.query`SELECT id FROM sessions`).length, 1)
  })

  test('I83 I119 a login ends when the password or a factor changes, or after ten minutes', async () => {
    await using scene = await startScene()
    const { system, ada, users, clock } = scene
    const changes: (() => void)[] = [
      () => ada.epoch++,
      () => users.addFactors(ada),
      () => clock.advance(10 * minute),
    ]
    for (const change of changes) {
      const token = await scene.begin()
      change()
      assert.deepEqual(why(await byTotp(system, token, users.newCode(ada))), expired)
      assert.deepEqual(why(await byTotp(system, token, users.newCode(ada))), expired)
    }
    const db = await system.database('auth')
    const left = await db.query`SELECT digest FROM logins WHERE expires_at > ${clock.now()}`
    assert.deepEqual(left, [], 'what can never be completed is removed')
  })

  test('I88 a user who is deleted or suspended after the first step gets no session', async () => {
    await using scene = await startScene()
    const { system, ada, users } = scene
    const token = await scene.begin()
    // The user is suspended at the last moment, after the second factor was checked.
    const end = { user_id: ada.id, epoch: 1, reason: 'user_suspended' }
    users.before.set('/internal/prove-factor', async () => {
      const url = `${system.authUrl}/internal/sessions/end`
      const { status } = await system.send('POST', url, {
        token: users.settings.LATCHKEY_SERVICE_TOKEN ?? '',
        body: end,
      })
      assert.equal(status, 200)
    })
    assert.deepEqual(why(await byTotp(system, token, users.newCode(ada))), expired)
    users.before.clear()
    ada.isThere = false
    assert.deepEqual(why(await byTotp(system, token, users.newCode(ada))), expired)
    const db = await system.database('auth')
    assert.deepEqual(await db.query`SELECT id FROM sessions`, [])
  })

  test('I87 wrong second factors are counted for the user, and no new login resets them', async () => {
    await using scene = await startScene()
    const { system, ada, users, clock } = scene
    for (let wrong = 0; wrong < 5; wrong++) {
      const reply = await byTotp(system, await scene.begin(), otherThan(users.newCode(ada)))
      assert.deepEqual(why(reply), invalid)
    }
    for (const pause of [30, 60, 120, 240, 480, 900, 900]) {
      const token = await scene.begin()
      const refused = await byTotp(system, token, users.newCode(ada))
      assert.deepEqual(why(refused), limited)
      assert.equal(refused.headers.get('retry-after'), String(pause))
      clock.advance(pause * 1_000)
      const later = await scene.begin()
      assert.deepEqual(why(await byTotp(system, later, '111111')), invalid)
    }
    clock.advance(15 * minute)
    const done = await byTotp(system, await scene.begin(), users.newCode(ada))
    assert.equal(done.status, 200, 'the right one forgets the wrong ones')
    assert.deepEqual(why(await byTotp(system, await scene.begin(), '111111')), invalid)
  })

  test('after a hundred wrong codes the app is refused until a recovery code, a reset or an unlock', async () => {
    await using scene = await startScene()
    const { system, ada, users, clock } = scene
    const db = await system.database('auth')
    const giveWrong = async (count: number) => {
      assert.deepEqual(why(await byTotp(system, await scene.begin(), otherThan(users.newCode(ada)))), invalid)
      await db.query`UPDATE login_attempts SET failures = ${count} WHERE bucket LIKE 'factors % version %'`
      clock.advance(60 * minute)
    }
    await giveWrong(99)
    assert.deepEqual(why(await byTotp(system, await scene.begin(), otherThan(users.newCode(ada)))), invalid)
    clock.advance(30 * 24 * 60 * minute)
    assert.deepEqual(why(await byTotp(system, await scene.begin(), users.newCode(ada))), limited)
    assert.equal((await byRecoveryCode(system, await scene.begin(), users.newRecoveryCode(ada))).status, 200)
    assert.equal((await byTotp(system, await scene.begin(), users.newCode(ada))).status, 200)

    await giveWrong(100)
    assert.deepEqual(why(await byTotp(system, await scene.begin(), users.newCode(ada))), limited)
    users.addFactors(ada)
    assert.equal((await byTotp(system, await scene.begin(), users.newCode(ada))).status, 200, 'after a reset')
  })

  test('I92 without the user service a step is a 503, which counts for nothing and opens nothing', async () => {
    await using scene = await startScene()
    const { system, ada, users } = scene
    const token = await scene.begin()
    users.broken.add('/internal/prove-factor')
    for (let attempt = 0; attempt < 8; attempt++)
      assert.deepEqual(why(await byTotp(system, token, '111111')), [503, 'user_service_unavailable'])
    users.broken.clear()
    assert.equal((await byTotp(system, token, users.newCode(ada))).status, 200)
  })

  test('I84 no step is skipped by an odd request, and a malformed code is told by its field', async () => {
    await using scene = await startScene()
    const { system, ada, users } = scene
    const token = await scene.begin()
    const before = users.asked.length
    const bodies: unknown[] = [
      {},
      { login_token: token },
      { code: users.newCode(ada) },
      { login_token: token, code: '' },
      { login_token: token, code: '12345' },
      { login_token: token, code: '123456789' },
      { login_token: token, code: ' 123456' },
      { login_token: token, code: '+12345' },
      { login_token: token, code: '１２３４５６' },
      { login_token: token, code: 123456 },
      { login_token: token, code: ['123456'] },
      { login_token: [token], code: '123456' },
    ]
    for (const body of bodies) {
      const reply = await system.send('POST', `${system.authUrl}/api/v1/auth/login/totp`, { body })
      assert.deepEqual(why(reply), [400, 'invalid_request'], JSON.stringify(body))
      assert.match(reply.body.errors[0].pointer, /^\/(code|login_token)/)
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status } = await system.send(method, `${system.authUrl}/api/v1/auth/login/totp`)
      assert.ok(status >= 400 || status === 204, `${method} ${status}`)
    }
    assert.deepEqual(users.asked.slice(before), [], 'the user service was not asked')
    assert.deepEqual(why(await byTotp(system, `${token}x`, users.newCode(ada))), expired)
    assert.deepEqual(why(await post(system, 'login/totp/enrol', { login_token: token })), expired)
    assert.equal((await byTotp(system, token, users.newCode(ada))).status, 200)
  })

  test('users without a second factor log in as before, also with the token of a device', async () => {
    await using scene = await startScene()
    const { system, users } = scene
    const bob = users.addUser('bob')
    for (const more of [{}, { device_token: 'lk_device_that_nobody_has_ever_had' }]) {
      const { status, body } = await logIn(system, bob, more)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), [
        'access_token',
        'refresh_token',
        'token_type',
        'expires_in',
        'expires_at',
        'refresh_expires_in',
        'session_id',
        'user',
      ])
    }
    const db = await system.database('auth')
    assert.deepEqual(await db.query`SELECT digest FROM logins`, [])
  })

  test('I89 a wrong password tells nothing of second factors, and neither does a step of somebody else', async () => {
    await using scene = await startScene()
    const { system, users, ada } = scene
    const bob = users.addUser('bob')
    const textOf = ({ body }: { body: object }) => JSON.stringify({ ...body, request_id: '' })
    const asked = (name: string) => ({ ...bob, username: name, password: 'wrong' })
    const replies = []
    for (const name of ['ada', 'bob', 'nobody']) {
      const before = users.asked.length
      const reply = await logIn(system, asked(name))
      replies.push([reply.status, textOf(reply), [...reply.headers.keys()], users.asked.slice(before)])
    }
    assert.deepEqual(replies[0], replies[1])
    assert.deepEqual(replies[0], replies[2])
    const grace = users.addUser('grace')
    users.addFactors(grace)
    const token = await scene.begin()
    assert.deepEqual(
      why(await byTotp(system, token, users.newCode(grace))),
      invalid,
      'the factor of another user',
    )
    const steps = [
      await byTotp(system, token, otherThan(users.newCode(ada))),
      await byTotp(system, token, users.newCode(grace)),
      await byRecoveryCode(system, token, 'ZZZZ-ZZZZ-ZZZZ-ZZZZ'),
    ].map(textOf)
    assert.equal(new Set(steps).size, 1, 'each wrong factor is answered alike')
    assert.doesNotMatch(steps.join(), /totp|left|AAAA/)
  })

  test('I90 who must have a second factor adds one in the login, and only there', async () => {
    await using scene = await startScene({ LATCHKEY_REQUIRE_SECOND_FACTOR: 'all' })
    const { system, users } = scene
    const bob = users.addUser('bob')
    const begun = await logIn(system, bob)
    assert.deepEqual(why(begun), [401, 'second_factor_enrolment_required'])
    assert.deepEqual(begun.body.factors, [])
    const { login_token } = begun.body
    assert.deepEqual(why(await byTotp(system, login_token, '123456')), [404, 'enrolment_not_found'])
    assert.deepEqual(why(await byRecoveryCode(system, login_token, 'ABCD-EFGH-IJKL-MNOP')), invalid)
    const enrolment = await post(system, 'login/totp/enrol', { login_token })
    assert.equal(enrolment.status, 200)
    assert.match(enrolment.body.uri, /^otpauth:/)
    assert.deepEqual(
      why(await byTotp(system, login_token, otherThan([...(bob.pending ?? [])][0] ?? ''))),
      invalid,
    )
    const [code = ''] = bob.pending ?? []
    const done = await byTotp(system, login_token, code)
    assert.equal(done.status, 200)
    assert.deepEqual(done.body.recovery_codes, ['AAAA-BBBB-CCCC-DDDD'])
    assert.equal(claimsOf(done.body.access_token).acr, 'aal2')
    assert.deepEqual(why(await logIn(system, bob)), [401, 'second_factor_required'])
    assert.deepEqual(why(await post(system, 'login/totp/enrol', { login_token })), expired)
  })

  test('a second factor can be demanded of admins only', async () => {
    await using scene = await startScene({ LATCHKEY_REQUIRE_SECOND_FACTOR: 'admins' })
    const { system, users } = scene
    assert.equal((await logIn(system, users.addUser('bob'))).status, 200)
    const reply = await logIn(system, users.addUser('grace', 'admin'))
    assert.deepEqual(why(reply), [401, 'second_factor_enrolment_required'])
  })

  test('the third wrong second factor is told to the user, once a day', async () => {
    await using scene = await startScene()
    const { system, ada, users, clock } = scene
    const told = () => users.events.filter(({ type }) => type === 'login.second_factor_failed')
    // Only the events since a given time are counted, because the sweep may have removed those of the day before.
    const recorded = async ({ since }: { since: number }) => {
      const db = await system.database('auth')
      const events = await db.query`
        SELECT id FROM events WHERE type = 'login.second_factor_failed' AND occurred_at >= ${since}`
      return events.length
    }
    const begun = clock.now()
    const fail = async () => {
      clock.advance(16 * minute)
      assert.deepEqual(why(await byTotp(system, await scene.begin(), otherThan(users.newCode(ada)))), invalid)
    }
    await fail()
    await fail()
    assert.equal(await recorded({ since: begun }), 0)
    await fail()
    await fail()
    await fail()
    assert.equal(await recorded({ since: begun }), 1)
    clock.advance(24 * 60 * minute)
    await fail()
    assert.equal(await recorded({ since: clock.now() }), 1)
    await until('the events to be told', async () => told().length === 2)
    assert.deepEqual(told()[0]?.data, { count: 3, address: '127.0.0.1' })
    assert.equal(told()[0]?.user_id, ada.id)
  })
})
