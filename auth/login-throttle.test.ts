import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '#contract/failures.ts'
import { migrate } from '#runtime/migrate.ts'
import { openDatabase } from '#runtime/open-database.ts'
import { type Engine, engines, temporaryDatabase } from '#tests/engines.ts'
import { loginBuckets, nameKey } from './login-buckets.ts'
import { countedAttempt, createLoginThrottle } from './login-throttle.ts'
import { authMigrations } from './service.ts'

/** Counts logins with wrong passwords that nobody hashes. */
async function openThrottle(engine: Engine) {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await temporaryDatabase(engine))
  const db = await openDatabase(url, { connections: 2, exclusive: false, onLostWrites() {} })
  parts.defer(() => db.close())
  const start = Date.now()
  let now = start
  const clock = { now: () => now }
  await migrate(db, authMigrations, clock)
  const auth = { throttle: createLoginThrottle({ db, clock }) }
  const kept = parts.move()
  return {
    /** Whether the password was looked at, so long after the start by the clock of the node. */
    async fail(login: { name: string; address: string }, atMs = 0): Promise<boolean> {
      now = start + atMs
      const buckets = loginBuckets({
        countedBy: nameKey(login.name),
        address: login.address,
        knownNetwork: undefined,
      })
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

    test('a node whose clock is behind gives no guess that another one refuses', async () => {
      await using throttle = await openThrottle(engine)
      const longestPauseMs = 15 * 60_000
      // From a network of its own each, whose limit is another one.
      const guess = (number: number, atMs: number) =>
        throttle.fail({ name: 'ada', address: `198.51.100.${number}` }, atMs)
      // By then every failure has the longest pause.
      for (let number = 0; number < 20; number++)
        assert.ok(await guess(number, number * longestPauseMs), `${number}`)
      const lastMs = 19 * longestPauseMs
      for (const behindMs of [50, 30_000]) assert.equal(await guess(100, lastMs - behindMs), false)
      assert.equal(await guess(100, lastMs + longestPauseMs), true)
    })

    test('a clock that is set back locks no network out', async () => {
      await using throttle = await openThrottle(engine)
      let names = 0
      const looked = async (count: number, atMs: number) => {
        let looked = 0
        for (let number = 0; number < count; number++)
          if (await throttle.fail({ name: `nobody${names++}`, address: '198.51.100.7' }, atMs)) looked++
        return looked
      }
      assert.equal(await looked(21, 365 * 24 * 60 * 60_000), 20)
      assert.equal(await looked(21, 0), 20)
    })
  })
}
