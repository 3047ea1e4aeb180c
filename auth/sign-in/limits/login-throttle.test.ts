import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { type Engine, engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { until } from '#tests/support/until.ts'
import { authMigrations } from '../../service.ts'
import { loginBuckets, nameKey } from './login-limits.ts'
import { beginAttempt, createLoginThrottle } from './login-throttle.ts'

/** Opens a login throttle on a database of its own, for logins whose passwords are not hashed. */
async function openThrottle(engine: Engine, { maxAttemptMs = 5_000 } = {}) {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await temporaryDatabase(engine))
  const db = await openDatabase(url, patientOptions(2))
  parts.defer(() => db.close())
  const start = Date.now()
  let now = start
  const clock = { now: () => now }
  await migrate(db, authMigrations, clock)
  const auth = { throttle: createLoginThrottle({ db, clock, maxAttemptMs }) }
  const kept = parts.move()
  return {
    /**
     * Tries a wrong password `atMs` after the start. Returns true if the password was checked, and false if a limit
     * refused the attempt.
     */
    async fail(login: { name: string; address: string }, atMs = 0): Promise<boolean> {
      now = start + atMs
      const buckets = loginBuckets({
        countedBy: nameKey(login.name),
        address: login.address,
        knownNetwork: undefined,
      })
      const attempt = await beginAttempt(auth, buckets).catch((error) => {
        assert.ok(error instanceof Failure, error)
        return undefined
      })
      await attempt?.check(Promise.reject(new Failure('invalid_credentials'))).catch(() => {})
      return attempt !== undefined
    },
    /** Begins a login `atMs` after the start. The check of its password ends when `outcome` settles. */
    logIn(login: { name: string; address: string }, outcome: Promise<void>, atMs = 0) {
      now = start + atMs
      const buckets = loginBuckets({
        countedBy: nameKey(login.name),
        address: login.address,
        knownNetwork: undefined,
      })
      const begun = Promise.withResolvers<void>()
      const logIn = async () => {
        const attempt = await beginAttempt(auth, buckets)
        begun.resolve()
        await attempt.check(outcome)
        await attempt.release()
        return 'logged in'
      }
      const done = logIn()
      // The test awaits the failure later. Until then the rejection must not count as unhandled.
      done.catch(begun.reject)
      begun.promise.catch(() => {})
      return { begun: begun.promise, done }
    },
    isWaiting: () => auth.throttle.waitingInAll > 0,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

for (const engine of engines) {
  describe(`on ${engine}`, () => {
    test('a whole IPv6 /48 has ten times the attempts of one address', async () => {
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

    test('a node whose clock is behind allows no guess that another node refuses', async () => {
      await using throttle = await openThrottle(engine)
      const maxPauseMs = 15 * 60_000
      // Each guess comes from another network, so that only the rate limit of the name is reached.
      const guess = (number: number, atMs: number) =>
        throttle.fail({ name: 'ada', address: `198.51.100.${number}` }, atMs)
      // After this many failures, each further one begins the longest pause.
      for (let number = 0; number < 20; number++)
        assert.ok(await guess(number, number * maxPauseMs), `${number}`)
      const lastMs = 19 * maxPauseMs
      for (const behindMs of [50, 30_000]) assert.equal(await guess(100, lastMs - behindMs), false)
      assert.equal(await guess(100, lastMs + maxPauseMs), true)
    })

    test('a login with the right password waits for as long as the attempt before it may take', async () => {
      await using throttle = await openThrottle(engine, { maxAttemptMs: 63_000 })
      const login = { name: 'ada', address: '192.0.2.1' }
      // Four failures are free. Each later pause is over before the next guess, and the tenth attempt begins a pause of 32
      // seconds.
      let atMs = 0
      for (let guess = 1; guess <= 9; guess++, atMs += 20_000) assert.ok(await throttle.fail(login, atMs))
      const outcome = Promise.withResolvers<void>()
      const first = throttle.logIn(login, outcome.promise, atMs)
      await first.begun
      const second = throttle.logIn(login, Promise.resolve(), atMs + 30_000)
      await Promise.race([second.done, until('that the second waits', async () => throttle.isWaiting())])
      outcome.resolve()
      assert.deepEqual(await Promise.all([first.done, second.done]), ['logged in', 'logged in'])
    })

    test('a login that waits for others is refused once this takes longer than an attempt may', async () => {
      await using throttle = await openThrottle(engine, { maxAttemptMs: 1 })
      const login = { name: 'ada', address: '192.0.2.1' }
      const outcome = Promise.withResolvers<void>()
      const others = Array.from({ length: 5 }, () => throttle.logIn(login, outcome.promise))
      await Promise.all(others.map(({ begun }) => begun))
      await assert.rejects(throttle.logIn(login, outcome.promise).done, { code: 'overloaded' })
      outcome.resolve()
      await Promise.all(others.map(({ done }) => done))
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
