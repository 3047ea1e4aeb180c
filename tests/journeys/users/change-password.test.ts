import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { storedEvents } from '#tests/support/stored.ts'
import type { HttpReply, System } from '#tests/support/system.ts'

const next = 'an even longer password'

const change = (system: System, token: string, current: string, replaced = next): Promise<HttpReply> =>
  system.send('POST', `${system.authUrl}/api/v1/auth/password/change`, {
    token,
    body: { current_password: current, new_password: replaced },
  })
const logIn = (system: System, password: string): Promise<HttpReply> =>
  system.send('POST', `${system.authUrl}/auth/login`, { body: { username: 'ada', password } })
const validate = (system: System, token: string): Promise<HttpReply> =>
  system.send('GET', `${system.authUrl}/auth/validate`, { token })

onEachEngine((startSystem) => {
  test('I06 I20 a password is changed with the current one; all sessions are over before the reply, and there is a new one', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const phone = await system.logIn('ada', ada.password)
    const changed = await change(system, ada.access_token, ada.password)
    assert.equal(changed.status, 200)
    for (const { access_token, refresh_token } of [ada, phone]) {
      const validated = await validate(system, access_token)
      assert.deepEqual([validated.body.code, validated.body.reason], ['session_ended', 'password_changed'])
      const refreshed = await system.send('POST', `${system.authUrl}/auth/refresh`, {
        body: { refresh_token },
      })
      assert.equal(refreshed.body.code, 'session_ended')
    }
    assert.equal((await validate(system, changed.body.access_token)).status, 200)
    assert.equal((await logIn(system, ada.password)).body.code, 'invalid_credentials')
    assert.equal((await logIn(system, next)).status, 200)
    assert.doesNotMatch(system.logText(), new RegExp(`${ada.password}|${next}`))
  })

  test('I06 without the current password nothing changes, and a session gives no more guesses than a login', async () => {
    const now = Date.now()
    await using system = await startSystem({ clock: { now: () => now, advance() {} } })
    const ada = await system.signUpAndLogIn('ada')
    for (let guess = 1; guess <= 5; guess++) {
      const refused = await change(system, ada.access_token, 'wrong')
      assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_credentials'])
    }
    assert.equal((await change(system, ada.access_token, 'wrong')).body.code, 'login_name_limited')
    const data = { reason: 'wrong_current_password', address: '127.0.0.1' }
    const guess = { subject: ada.user.id, data }
    const recorded = await storedEvents(await system.database('users'), 'login.failed')
    assert.deepEqual(recorded, Array(5).fill(guess), 'each guess is told')
    assert.equal((await validate(system, ada.access_token)).status, 200)
  })

  test('I13 whoever has a session of a user gets no more guesses at the password by changing the username', async () => {
    const now = Date.now()
    await using system = await startSystem({ clock: { now: () => now, advance() {} } })
    const { access_token: token } = await system.signUpAndLogIn('ada')
    const statuses: number[] = []
    for (const username of ['ada', 'lovelace']) {
      const renamed = await system.send('PATCH', `${system.usersUrl}/api/v1/users/me`, {
        token,
        body: { username },
      })
      assert.equal(renamed.status, 200)
      for (let guess = 1; guess <= 5; guess++) statuses.push((await change(system, token, 'wrong')).status)
    }
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429, 429, 429, 429])
  })

  test('I16 failed logins of strangers keep no session from changing its password', async () => {
    const now = Date.now()
    await using system = await startSystem({ clock: { now: () => now, advance() {} } })
    const ada = await system.signUpAndLogIn('ada')
    // Sends more failed logins from one address than its limit allows, as when all clients come through one proxy.
    for (let number = 0; number < 24; number++) {
      const body = { username: number % 2 ? 'ada' : `nobody${number}`, password: 'wrong' }
      await system.send('POST', `${system.authUrl}/auth/login`, { body })
    }
    assert.equal((await logIn(system, 'wrong')).status, 429)
    assert.equal((await change(system, ada.access_token, ada.password)).status, 200)
  })

  test('a new password that cannot be used is told why, and only to who knows the current one', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    for (const [password, code] of [
      ['short', 'too_short'],
      ['password123', 'too_common'],
      ['ada@example.com', 'is_email'],
    ] as const) {
      const refused = await change(system, ada.access_token, ada.password, password)
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.errors[0].pointer, refused.body.errors[0].code],
        [400, 'password_unacceptable', '/new_password', code],
      )
    }
    assert.equal((await change(system, ada.access_token, 'wrong', 'short')).body.code, 'invalid_credentials')
    assert.equal((await logIn(system, ada.password)).status, 200)
  })

  test('of two changes at once with one current password one wins', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const phone = await system.logIn('ada', ada.password)
    const replies = await Promise.all([
      change(system, ada.access_token, ada.password, 'the password of the laptop'),
      change(system, phone.access_token, ada.password, 'the password of the phone'),
    ])
    const won = replies.filter(({ status }) => status === 200)
    assert.equal(won.length, 1, JSON.stringify(replies.map(({ body }) => body.code)))
    const works = await Promise.all(
      ['the password of the laptop', 'the password of the phone', ada.password].map((one) =>
        logIn(system, one),
      ),
    )
    assert.deepEqual(works.map(({ status }) => status).toSorted(), [200, 401, 401])
  })

  test('a machine has no password, and a token that is over changes none', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { access_token: admin } = await system.admin()
    const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
      token: admin,
      body: { name: 'ci', scopes: ['users:write'] },
    })
    assert.equal((await change(system, made.body.key, ada.password)).body.code, 'forbidden')
    await system.send('POST', `${system.authUrl}/auth/logout`, { token: ada.access_token })
    assert.equal((await change(system, ada.access_token, ada.password)).body.code, 'session_ended')
  })
})
