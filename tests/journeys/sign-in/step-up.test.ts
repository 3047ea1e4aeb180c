import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byTotp, claimsOf, logIn, otherThan, post, startLoginScene, why } from '#tests/support/login-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { HttpReply, System } from '#tests/support/system.ts'

const minute = 60_000
const stepUp = (system: System, token: string, body: object): Promise<HttpReply> =>
  post(system, 'step-up', body, token)
const refresh = (system: System, refresh_token: string) => post(system, 'refresh', { refresh_token })
const inSeconds = (ms: number) => Math.floor(ms / 1000)

onEachEngine((_, engine) => {
  test('I116 a step-up raises its own session only, and prolongs none', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, clock } = scene
    const bob = users.addUser('bob')
    const one = (await logIn(system, bob)).body
    const other = (await logIn(system, bob)).body
    users.addFactors(bob)
    clock.advance(10 * minute)
    const stepped = await stepUp(system, one.access_token, {
      password: bob.password,
      totp: users.newCode(bob),
    })
    assert.equal(stepped.status, 200)
    const { acr, amr, sid, auth_time } = claimsOf(stepped.body.access_token)
    assert.deepEqual(
      [acr, amr, sid, auth_time],
      ['aal2', ['pwd', 'otp', 'mfa'], one.session_id, inSeconds(clock.now())],
    )
    assert.equal(
      stepped.body.refresh_expires_in,
      one.refresh_expires_in - 10 * 60,
      'it ends when it would have',
    )
    const untouched = claimsOf((await refresh(system, other.refresh_token)).body.access_token)
    assert.deepEqual([untouched.acr, untouched.amr], ['aal1', ['pwd']])
    assert.ok(untouched.auth_time < auth_time)
    const listed = await system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, {
      token: stepped.body.access_token,
    })
    assert.deepEqual(
      listed.body.data.map((session: { id: string; acr: string }) => [session.id, session.acr]),
      [
        [one.session_id, 'aal2'],
        [other.session_id, 'aal1'],
      ],
    )
    const db = await system.database('auth')
    const events = await db.query<{ data: string }>`SELECT data FROM events WHERE type = 'session.stepped_up'`
    assert.deepEqual(
      events.map(({ data }) => JSON.parse(data)),
      [{ session_id: one.session_id, acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] }],
    )
  })

  test('the tokens of a step-up follow those before: one that is used long after ends the session', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, clock } = scene
    const bob = users.addUser('bob')
    const { access_token, refresh_token } = (await logIn(system, bob)).body
    const stepped = (await stepUp(system, access_token, { password: bob.password })).body
    assert.notEqual(stepped.refresh_token, refresh_token)
    const retried = await refresh(system, refresh_token)
    assert.equal(retried.body.refresh_token, stepped.refresh_token, 'a tab that refreshes meanwhile goes on')
    clock.advance(minute)
    assert.equal((await refresh(system, stepped.refresh_token)).status, 200)
    assert.deepEqual(why(await refresh(system, refresh_token)), [401, 'session_ended'])
  })

  test('I91 a refresh changes neither level nor methods nor time of a step-up', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, ada, clock } = scene
    const begun = await scene.begin()
    let pair = (await byTotp(system, begun, users.newCode(ada))).body
    clock.advance(minute)
    pair = (await stepUp(system, pair.access_token, { password: ada.password, totp: users.newCode(ada) }))
      .body
    const { acr, amr, auth_time } = claimsOf(pair.access_token)
    for (let round = 0; round < 20; round++) {
      clock.advance(minute)
      pair = (await refresh(system, pair.refresh_token)).body
      const now = claimsOf(pair.access_token)
      assert.deepEqual([now.acr, now.amr, now.auth_time], [acr, amr, auth_time])
    }
  })

  test('a step-up asks for everything that a login of the user asks for', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, ada } = scene
    const { access_token: token } = (await byTotp(system, await scene.begin(), users.newCode(ada))).body
    const { password } = ada
    const totp = users.newCode(ada)
    const refusals: [object, number, string][] = [
      [{ password: 'wrong', totp }, 400, 'invalid_credentials'],
      [{ password }, 400, 'second_factor_required'],
      [{ password, totp: otherThan(totp) }, 400, 'second_factor_invalid'],
      [{ password, recovery_code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' }, 400, 'second_factor_invalid'],
      [{ totp }, 400, 'invalid_request'],
    ]
    for (const [body, ...refusal] of refusals)
      assert.deepEqual(why(await stepUp(system, token, body)), refusal, JSON.stringify(body))
    assert.equal((await stepUp(system, token, { password, totp })).status, 200)
    const recovered = await stepUp(system, token, { password, recovery_code: users.newRecoveryCode(ada) })
    assert.deepEqual(claimsOf(recovered.body.access_token).amr, ['pwd', 'rec', 'mfa'])
    const bob = users.addUser('bob')
    const { access_token } = (await logIn(system, bob)).body
    const stranger = { password: bob.password, totp: users.newCode(ada) }
    assert.deepEqual(why(await stepUp(system, access_token, stranger)), [400, 'second_factor_invalid'])
    const mine = await stepUp(system, access_token, { password: bob.password })
    assert.equal(claimsOf(mine.body.access_token).acr, 'aal1', 'a password alone is one kind of proof')
  })

  test('I87 wrong second factors of step-ups and logins are counted together', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, ada } = scene
    const { access_token: token } = (await byTotp(system, await scene.begin(), users.newCode(ada))).body
    const totp = otherThan(users.newCode(ada))
    for (let wrong = 0; wrong < 3; wrong++)
      assert.equal((await stepUp(system, token, { password: ada.password, totp })).status, 400)
    for (let wrong = 0; wrong < 2; wrong++)
      assert.equal((await byTotp(system, await scene.begin(), totp)).status, 401)
    const limited = [429, 'second_factor_limited']
    const right = users.newCode(ada)
    assert.deepEqual(why(await stepUp(system, token, { password: ada.password, totp: right })), limited)
    assert.deepEqual(why(await byTotp(system, await scene.begin(), right)), limited)
  })

  test('a session guesses a password five times by step-ups, and then after a pause that doubles', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, clock } = scene
    const bob = users.addUser('bob')
    let pair = (await logIn(system, bob)).body
    const guess = () => stepUp(system, pair.access_token, { password: 'wrong' })
    for (let free = 0; free < 5; free++) assert.deepEqual(why(await guess()), [400, 'invalid_credentials'])
    for (const pauseSeconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const refused = await guess()
      assert.deepEqual(why(refused), [429, 'login_name_limited'])
      assert.equal(refused.headers.get('retry-after'), String(pauseSeconds))
      clock.advance(pauseSeconds * 1_000)
      pair = (await refresh(system, pair.refresh_token)).body
      assert.deepEqual(why(await guess()), [400, 'invalid_credentials'])
    }
  })

  test('I88 nobody steps up in a session that has ended, however late it ends', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, ada } = scene
    const { access_token: token } = (await byTotp(system, await scene.begin(), users.newCode(ada))).body
    users.before.set('/internal/prove-factor', async () => {
      const { status } = await system.send('POST', `${system.authUrl}/auth/logout`, { token })
      assert.equal(status, 200)
    })
    const body = { password: ada.password, totp: users.newCode(ada) }
    assert.deepEqual(why(await stepUp(system, token, body)), [401, 'session_ended'])
    users.before.clear()
    assert.deepEqual(why(await stepUp(system, token, body)), [401, 'session_ended'])
  })
  test('I88 nobody steps up in a session of before the end of all, also while that is under way', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users, ada } = scene
    const { access_token: token } = (await byTotp(system, await scene.begin(), users.newCode(ada))).body
    // The user service has ended all sessions, but its order to do so has not reached the authentication service yet.
    ada.epoch++
    const body = { password: ada.password, totp: users.newCode(ada) }
    assert.deepEqual(why(await stepUp(system, token, body)), [401, 'session_ended'])
    const { access_token } = (await byTotp(system, await scene.begin(), users.newCode(ada))).body
    const later = { password: ada.password, totp: users.newCode(ada) }
    assert.equal((await stepUp(system, access_token, later)).status, 200)
  })
})
