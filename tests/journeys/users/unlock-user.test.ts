import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInHost } from '#tests/support/command-host.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'

onEachEngine((startSystem) => {
  test('`users unlock` lets a user in again whom guesses of strangers keep out, beside services that run', async () => {
    const now = Date.now()
    await using system = await startSystem({ clock: { now: () => now, advance() {} } })
    const environment = {
      LATCHKEY_DATA: system.data,
      LATCHKEY_USERS_DATABASE: system.databaseUrl('users'),
      LATCHKEY_AUTH_DATABASE: system.databaseUrl('auth'),
    }
    const unlock = async (...names: string[]) => {
      const { code, out, err } = await runInHost(['users', 'unlock', ...names], environment)
      return [code, out, err]
    }
    const { id, email, password } = await system.signUp('Ada')
    const logIn = async (sent: string) => {
      const body = { username: 'ada', password: sent }
      return (await system.send('POST', `${system.authUrl}/auth/login`, { body })).status
    }
    const forgotten = [0, 'Unlocked user Ada.\n', '']
    for (const name of ['ada', email, id]) {
      for (let guess = 1; guess <= 5; guess++) assert.equal(await logIn('wrong'), 401)
      assert.equal(await logIn(password), 429)
      assert.deepEqual(await unlock(name), forgotten)
    }
    assert.equal(await logIn(password), 200)
    assert.deepEqual(await unlock('ada'), [0, 'User Ada is not locked.\n', ''])
    assert.deepEqual(await unlock('nobody'), [1, '', 'latchkey: There is no user nobody.\n'])
    assert.deepEqual(await unlock(), [
      2,
      '',
      'latchkey: users unlock needs one USER. See: latchkey help users unlock\n',
    ])
  })

  test('`users unlock` finds what was counted by the address alone too, while sign-up is private', async () => {
    const now = Date.now()
    const settings = { LATCHKEY_SIGNUP: 'private' }
    await using system = await startSystem({ settings, clock: { now: () => now, advance() {} } })
    const logIn = async (username: string) => {
      const body = { username, password: 'wrong' }
      return (await system.send('POST', `${system.authUrl}/auth/login`, { body })).status
    }
    const email = 'admin@latchkey.invalid'
    for (let guess = 1; guess <= 5; guess++) assert.equal(await logIn(email), 401)
    assert.equal(await logIn(email), 429)
    const { code } = await runInHost(['users', 'unlock', 'admin'], {
      LATCHKEY_DATA: system.data,
      LATCHKEY_USERS_DATABASE: system.databaseUrl('users'),
      LATCHKEY_AUTH_DATABASE: system.databaseUrl('auth'),
    })
    assert.deepEqual([code, await logIn(email)], [0, 401])
  })
})
