import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byRecoveryCode, byTotp, otherThan, post, startLoginScene, why } from '#tests/support/login-scene.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'

const invalid = [401, 'second_factor_invalid']
const wrong = 'ZZZZ-ZZZZ-ZZZZ-ZZZZ'

onEachEngine((_start, engine) => {
  test('somebody who knows the password keeps nobody from a recovery code', async () => {
    await using scene = await startLoginScene(engine)
    const { system, ada, users } = scene
    for (let guess = 0; guess < 5; guess++)
      assert.deepEqual(
        why(await byTotp(system, await scene.begin(), otherThan(users.newCode(ada)))),
        invalid,
        'codes of the app wait from now on',
      )
    for (let guess = 0; guess < 12; guess++)
      assert.deepEqual(why(await byRecoveryCode(system, await scene.begin(), wrong)), invalid)
    const limited = [429, 'second_factor_limited']
    assert.deepEqual(why(await byTotp(system, await scene.begin(), users.newCode(ada))), limited)
    const done = await byRecoveryCode(system, await scene.begin(), users.newRecoveryCode(ada))
    assert.equal(done.status, 200, JSON.stringify(done.body))
    assert.equal((await byTotp(system, await scene.begin(), users.newCode(ada))).status, 200)
  })

  test('ten wrong recovery codes make a login void, also for the right one and a code of the app', async () => {
    await using scene = await startLoginScene(engine)
    const { system, ada, users } = scene
    const token = await scene.begin()
    users.broken.add('/internal/prove-factor')
    for (let time = 0; time < 3; time++)
      assert.deepEqual(why(await byRecoveryCode(system, token, wrong)), [503, 'user_service_unavailable'])
    users.broken.clear()
    const tried = await Promise.all(Array.from({ length: 12 }, () => byRecoveryCode(system, token, wrong)))
    const outcomes = tried.map((reply) => why(reply).join(' ')).toSorted()
    const expected = [...Array(10).fill('401 second_factor_invalid'), ...Array(2).fill('401 login_expired')]
    assert.deepEqual(outcomes, expected.toSorted(), 'what did not get through was no try')
    const expired = [401, 'login_expired']
    assert.deepEqual(why(await byRecoveryCode(system, token, users.newRecoveryCode(ada))), expired)
    assert.deepEqual(why(await byTotp(system, token, users.newCode(ada))), expired)
    const next = await byTotp(system, await scene.begin(), users.newCode(ada))
    assert.equal(next.status, 200, 'the next login is one of its own')
  })

  test('wrong recovery codes are limited by network address, and told to the user', async () => {
    await using scene = await startLoginScene(engine)
    const { system, ada, users, clock } = scene
    const { access_token } = (await byTotp(system, await scene.begin(), users.newCode(ada))).body
    const bySession = (recovery_code: string) =>
      post(system, 'step-up', { password: ada.password, recovery_code }, access_token)
    for (let guess = 0; guess < 20; guess++) {
      const reply =
        guess % 2 === 0 ? await bySession(wrong) : await byRecoveryCode(system, await scene.begin(), wrong)
      assert.equal(reply.body.code, 'second_factor_invalid')
    }
    const limited = await byRecoveryCode(system, await scene.begin(), users.newRecoveryCode(ada))
    assert.deepEqual(why(limited), [429, 'login_address_limited'])
    assert.equal(limited.headers.get('retry-after'), '3')
    clock.advance(3_000)
    const done = await byRecoveryCode(system, await scene.begin(), users.newRecoveryCode(ada))
    assert.equal(done.status, 200, JSON.stringify(done.body))
    const db = await system.database('auth')
    const told = await db.query`SELECT id FROM events WHERE type = 'login.second_factor_failed'`
    assert.equal(told.length, 1, 'the third wrong one is told, and once a day')
  })
})
