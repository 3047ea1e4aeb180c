import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { logIn, startLoginScene, why } from '#tests/support/login-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { addPasskey, passkeySettings } from '#tests/support/passkey-user.ts'
import { enrolApp, giveCode, givePassword, logInWithApp } from '#tests/support/second-factors.ts'
import { type System, stillClock } from '#tests/support/system.ts'

const own = (system: System, method: string, path: string, token: string, body?: object) =>
  system.send(method, `${system.usersUrl}/api/v1/users/me${path}`, { token, body })
/**
 * Refreshes a session, for which the authentication service asks the user service whether the session is still valid.
 * Returns the status and the new pair of tokens.
 */
const refresh = (system: System, { refresh_token }: { refresh_token: string }) =>
  system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token } })
const validate = async (system: System, { access_token: token }: { access_token: string }) =>
  (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).status

onEachEngine((startSystem, engine) => {
  const start = () => startSystem({ clock: stillClock(), settings: passkeySettings })

  test('who removes the app stays signed in, and every other session of the user ends', async () => {
    await using system = await start()
    const ada = await system.signUpAndLogIn('ada')
    const user = { username: 'ada', password: ada.password }
    const { app } = await enrolApp(system, ada)
    const eve = await system.signUpAndLogIn('eve')
    const here = await logInWithApp(system, user, app)
    const half = (await givePassword(system, user)).body.login_token
    assert.equal(await validate(system, ada), 200, 'to add an app ends no session')
    const token = here.access_token
    assert.equal((await own(system, 'DELETE', '/factors/totp', token)).status, 204)
    assert.equal(await validate(system, ada), 401)
    assert.deepEqual(why(await refresh(system, ada)), [401, 'session_ended'])
    assert.deepEqual(why(await giveCode(system, { login_token: half, code: app.nextCode() })), [
      401,
      'login_expired',
    ])
    assert.equal(await validate(system, here), 200)
    const next = await refresh(system, here)
    assert.equal(next.status, 200, JSON.stringify(next.body))
    assert.equal((await refresh(system, eve)).status, 200, 'a session of somebody else')
    // The session that was not ended belongs to the new epoch: the next time that all sessions are ended, it ends too.
    const change = { current_password: ada.password, new_password: 'four other words here' }
    const changed = await system.send('POST', `${system.authUrl}/api/v1/auth/password/change`, {
      token: next.body.access_token,
      body: change,
    })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.deepEqual(why(await refresh(system, next.body)), [401, 'session_ended'])
  })

  test('another app in place of the first one ends the other sessions as its removal does', async () => {
    await using system = await start()
    const ada = await system.signUpAndLogIn('ada')
    const { app } = await enrolApp(system, ada)
    const here = await logInWithApp(system, { username: 'ada', password: ada.password }, app)
    const begun = await own(system, 'POST', '/factors/totp', here.access_token)
    const code = authenticatorApp(begun.body.secret, system.clock).code()
    const confirmed = await own(system, 'POST', '/factors/totp/confirm', here.access_token, { code })
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
    assert.equal(await validate(system, ada), 401)
    assert.equal((await refresh(system, here)).status, 200)
  })

  test('who removes a passkey stays signed in, and every other session of the user ends', async () => {
    await using system = await start()
    const ada = await system.signUpAndLogIn('ada')
    const { app } = await enrolApp(system, ada)
    const here = await logInWithApp(system, { username: 'ada', password: ada.password }, app)
    const { id } = await addPasskey(system, here.access_token)
    assert.equal(await validate(system, ada), 200, 'to add a passkey ends no session')
    assert.equal((await own(system, 'DELETE', `/passkeys/${id}`, here.access_token)).status, 204)
    assert.deepEqual([await validate(system, ada), await validate(system, here)], [401, 200])
    assert.equal((await refresh(system, here)).status, 200)
  })
  test('the session that is kept lives on in a refresh under way, and does not escape an earlier order', async () => {
    await using scene = await startLoginScene(engine)
    const { system, users } = scene
    const bob = users.addUser('bob')
    const [pair, other] = [(await logIn(system, bob)).body, (await logIn(system, bob)).body]
    const order = async (epoch: number) => {
      const body = { user_id: bob.id, epoch, reason: 'revoked', kept_session: pair.session_id }
      const token = users.settings.LATCHKEY_SERVICE_TOKEN
      const url = `${system.authUrl}/internal/sessions/end`
      const { status } = await system.send('POST', url, { ...(token ? { token } : {}), body })
      assert.equal(status, 200)
    }
    // The order to end the sessions arrives during the refresh, before the user is looked up, so that the refresh already
    // sees the new epoch.
    users.before.set('/internal/users/find', async () => {
      users.before.clear()
      bob.epoch = 1
      await order(1)
    })
    const next = await refresh(system, pair)
    assert.equal(next.status, 200, JSON.stringify(next.body))
    assert.deepEqual([await validate(system, pair), await validate(system, other)], [200, 401])
    await order(1)
    assert.equal(await validate(system, pair), 200, 'an order may come twice')
    // The order of epoch 3 arrives first. The order of epoch 2, which ends all sessions, is still missing.
    await order(3)
    assert.equal(await validate(system, pair), 401)
  })
})
