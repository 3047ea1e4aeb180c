import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '#contract/failures.ts'
import { migrate } from '#runtime/migrate.ts'
import { openDatabase } from '#runtime/open-database.ts'
import { type Engine, engines, temporaryDatabase } from '#tests/engines.ts'
import { loginBuckets } from './login-buckets.ts'
import { countedAttempt, createLoginThrottle } from './login-throttle.ts'
import { authMigrations } from './service.ts'

/** Counts logins with wrong passwords that nobody hashes, at one moment. */
async function openThrottle(engine: Engine) {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await temporaryDatabase(engine))
  const db = await openDatabase(url, { connections: 2, exclusive: false, onLostWrites() {} })
  parts.defer(() => db.close())
  const now = Date.now()
  const clock = { now: () => now }
  await migrate(db, authMigrations, clock)
  const auth = { throttle: createLoginThrottle({ db, clock }) }
  const kept = parts.move()
  return {
    /** Whether the password was looked at. */
    async fail(login: { name: string; address: string }): Promise<boolean> {
      const buckets = loginBuckets({ ...login, userId: undefined, knownNetwork: undefined })
      let isLookedAt = false
      const attempt = async () => {
        isLookedAt = true
        throw new Failure('invalid_credentials')
      }
      await assert.rejects(countedAttempt(auth, buckets, attempt, async () => {}))
      return isLookedAt
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

for (const engine of engines) {
  describe(`on ${engine}`, () => {
    test('whoever has a whole IPv6 /48 has ten times the tries of one address', async () => {
      await using throttle = await openThrottle(engine)
      let looked = 0
      for (let number = 0; number < 210; number++) {
        const address = `2001:db8:1:${number.toString(16)}::1`
        if (await throttle.fail({ name: `nobody${number}`, address })) looked++
      }
      assert.equal(looked, 200)
      assert.ok(
        await throttle.fail({ name: 'nobody', address: '2001:db8:2::1' }),
        'another /48 is not concerned',
      )
    })
  })
}
