import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type System, startSystem } from '#tests/support/system.ts'

const call = (system: System, token: string, method: 'GET' | 'POST' = 'GET') =>
  system.send(method, `${system.usersUrl}/api/v1/setup-checklist${method === 'POST' ? '/dismiss' : ''}`, {
    token,
  })

onEachEngine((startSystem) => {
  test('a new installation has an open checklist until an admin dismisses it for all', async () => {
    await using system = await startSystem()
    const { access_token: token, user } = await system.admin()
    assert.equal((await call(system, token)).body.is_open, true)
    const { access_token: own } = await system.signUpAndLogIn('ada')
    for (const method of ['GET', 'POST'] as const) {
      const { status, body } = await call(system, own, method)
      assert.deepEqual([status, body.code], [403, 'forbidden'], method)
    }
    for (let at = 0; at < 2; at++) assert.equal((await call(system, token, 'POST')).status, 204)
    assert.equal((await call(system, token)).body.is_open, false)
    const events = await storedEvents(await system.database('users'), 'setup_checklist.dismissed')
    assert.deepEqual(
      events.map(({ data: { by } }) => by),
      [user.id],
    )
  })

  test('an installation that had users before there was a checklist has none', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const db = await system.database('users')
    await db.query`DELETE FROM instance_settings WHERE id = 'setup-checklist'`
    assert.deepEqual((await call(system, token)).body, {
      is_open: false,
      has_generated_password: false,
      email_tested: false,
    })
    assert.equal((await call(system, token, 'POST')).status, 204)
  })
})

test('the checklist tells whether the first admin still has the generated password', async () => {
  await using system = await startSystem({ engine: 'sqlite' })
  const { access_token: token } = await system.admin()
  const generated = async (given: string) => (await call(system, given)).body.has_generated_password
  assert.equal(await generated(token), true)
  const eve = await system.signUp('eve')
  const url = `${system.usersUrl}/api/v1/users/${eve.id}`
  assert.equal((await system.send('PATCH', url, { token, body: { role: 'admin' } })).status, 200)
  const { access_token: other } = await system.logIn('eve', eve.password)
  assert.equal(await generated(other), false, 'it is about the caller')
  const body = {
    current_password: readFileSync(join(system.data, 'admin-password'), 'utf8').trim(),
    new_password: 'a password of my own',
  }
  const changed = await system.send('POST', `${system.authUrl}/api/v1/auth/password/change`, { token, body })
  assert.equal(changed.status < 300, true, JSON.stringify(changed.body))
  const { access_token: later } = await system.logIn('admin', body.new_password)
  assert.equal(await generated(later), false)
})
