import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthCounts } from '#auth/core/auth-counts.ts'
import { createLoginHours, listLoginHours } from '#auth/sign-in/login/login-hours.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { LoginHourResource } from '#contract/sign-in/login-hours.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { until } from '#tests/support/until.ts'

const hour = 3_600_000
const day = 24 * hour

onEachEngine((startSystem) => {
  test('logins of every kind are counted by the hour, shortly after they were', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { password } = await system.signUp('ada')
    await system.logIn('ada', password)
    await system.logIn('ada', password)
    await assert.rejects(system.logIn('ada', 'not that one'))
    const list = async (query = '') =>
      (await system.send('GET', `${system.authUrl}/api/v1/logins/by-hour${query}`, { token })).body
    let hours: LoginHourResource[] = []
    const sum = (kind: 'good' | 'bad' | 'refused') => hours.reduce((total, one) => total + one[kind], 0)
    await until('the logins are counted', async () => {
      hours = (await list()).data
      return sum('good') >= 3 && sum('bad') >= 1
    })
    assert.deepEqual([sum('good'), sum('bad'), sum('refused')], [3, 1, 0])
    const [first, last] = [hours[0], hours.at(-1)].map((one) => Date.parse(one?.hour ?? ''))
    assert.deepEqual([hours.length, (last ?? 0) - (first ?? 0)], [24, 23 * hour])
    assert.equal((await list('?hours=168')).data.length, 168)
    assert.equal((await list('?hours=169')).code, 'invalid_request')
    const { access_token: own } = await system.logIn('ada', password)
    const url = `${system.authUrl}/api/v1/logins/by-hour`
    assert.equal((await system.send('GET', url, { token: own })).body.code, 'forbidden')
  })

  test('nodes add up, nothing is counted twice, and hours go after eight days', async () => {
    await using system = await startSystem()
    const db = await system.database('auth')
    const { clock } = system
    const nodes = [createAuthCounts(), createAuthCounts()].map((counts) => ({
      counts,
      hours: createLoginHours({ db, clock, counts }),
    }))
    for (const { counts, hours } of nodes) {
      counts.begun.sessions += 2
      counts.logins.failed(new Failure('invalid_credentials'))
      counts.logins.failed(new Failure('second_factor_required'))
      counts.secondFactors.failed(new Failure('second_factor_invalid'))
      counts.logins.failed(new Failure('login_address_limited', { retryAfterSeconds: 1 }))
      await Promise.all([hours.store(), hours.store()])
      await hours.store()
    }
    const last = async () =>
      (await listLoginHours({ db, clock }, { hours: 1 })).map(({ hour: _, ...one }) => one)
    assert.deepEqual(await last(), [{ good: 4, bad: 4, refused: 2 }])
    const sweepAt = async (now: number) => {
      for (const { remove } of system.sweeps('auth')) await remove(db, now, 1_000)
      return (await db.query`SELECT hour FROM login_hours`).length
    }
    assert.equal(await sweepAt(clock.now() + 7 * day), 3)
    assert.equal(await sweepAt(clock.now() + 9 * day), 0)
  })
})
