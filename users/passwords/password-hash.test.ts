import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { hashing } from '#tests/support/count-hashes.ts'
import type { PasswordHasher } from '../core/password-hasher.ts'

const { createPasswordHasher } = await import('./password-hash.ts')

/** The lowest cost that argon2id allows, for tests that are not about the hash. */
const cheapest = { memoryCost: 8, timeCost: 1 }

/** Starts `count` cheap hashes at once. Returns how many were not refused. */
async function servedOf(count: number, hasher: PasswordHasher): Promise<number> {
  const cheap = await createPasswordHasher({ cost: { memoryCost: 8, timeCost: 1 } }).hash('words')
  const all = await Promise.allSettled(
    Array.from({ length: count }, () => hasher.verify(String(cheap), 'words')),
  )
  return all.filter(({ status }) => status === 'fulfilled').length
}

describe('hashing passwords', () => {
  const hasher = createPasswordHasher()

  test('a hash is argon2id in PHC form: 19 MiB, two passes, one lane, a salt of its own', async () => {
    const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22,})\$([A-Za-z0-9+/]{43})$/
    const [one, other] = await Promise.all([hasher.hash('same words'), hasher.hash('same words')])
    assert.match(one, form)
    assert.match(other, form)
    assert.notEqual(form.exec(one)?.[1], form.exec(other)?.[1])
    assert.notEqual(form.exec(one)?.[2], form.exec(other)?.[2])
    assert.equal(await hasher.verify(one, 'same words'), true)
    assert.equal(await hasher.verify(other, 'same words'), true)
  })

  test('every byte of a password counts, also beyond 72, and so do case and spaces', async () => {
    const long = 'x'.repeat(72)
    const longHash = await hasher.hash(`${long}1`)
    assert.equal(await hasher.verify(longHash, `${long}1`), true)
    assert.equal(await hasher.verify(longHash, `${long}2`), false)
    assert.equal(await hasher.verify(longHash, long), false)
    const phc = await hasher.hash('Words ')
    assert.equal(await hasher.verify(phc, 'Words '), true)
    for (const wrong of ['Words', ' Words ', 'Words  ', 'words ', 'Words\u00a0', 'Words \0', ''])
      assert.equal(await hasher.verify(phc, wrong), false, JSON.stringify(wrong))
    const withNul = await hasher.hash('one\0two')
    assert.equal(await hasher.verify(withNul, 'one\0two'), true)
    assert.equal(await hasher.verify(withNul, 'one\0three'), false)
  })

  test('the two spellings of one text in Unicode are one password', async () => {
    const [composed, decomposed] = ['Ç\u00e9t\u00e9 \uac00', 'C\u0327e\u0301te\u0301 \u1100\u1161']
    assert.notEqual(composed, decomposed)
    assert.equal(await hasher.verify(await hasher.hash(composed), decomposed), true)
    assert.equal(await hasher.verify(await hasher.hash(decomposed), composed), true)
    // Passwords are compared in NFC, not in NFKC: a fullwidth letter is a different letter.
    assert.equal(await hasher.verify(await hasher.hash('abc'), 'ａbc'), false)
  })

  test('without a hash nothing matches, not even an empty password', async () => {
    for (const password of ['', 'words', '\0'.repeat(32)])
      assert.equal(await hasher.verify(undefined, password), false, JSON.stringify(password))
  })

  test('a missing hash costs the same work as a wrong password, whatever a hash costs', async () => {
    for (const hasher of [
      createPasswordHasher(),
      createPasswordHasher({ cost: { memoryCost: 64, timeCost: 3 } }),
    ]) {
      const phc = await hasher.hash('words')
      hashing.calls.length = 0
      assert.equal(await hasher.verify(phc, 'other words'), false)
      assert.equal(await hasher.verify(undefined, 'other words'), false)
      const [wrong, missing] = hashing.calls
      assert.deepEqual([hashing.calls.length, missing], [2, wrong])
    }
  })

  for (const cores of [1, 2]) {
    test(`no more than ${cores} at a time are computed when ${cores} may`, async () => {
      const limited = createPasswordHasher({ maxConcurrentHashes: cores, elapsedMs: () => 0 })
      const phc = await limited.hash('words')
      Object.assign(hashing, { now: 0, max: 0, calls: [] } satisfies typeof hashing)
      const results = await Promise.all([
        ...Array.from({ length: 3 }, () => limited.verify(phc, 'words')),
        ...Array.from({ length: 3 }, () => limited.verify(undefined, 'words')),
        ...Array.from({ length: 3 }, () => limited.hash('words')),
      ])
      assert.deepEqual(results.slice(0, 6), [true, true, true, false, false, false])
      assert.deepEqual([hashing.calls.length, hashing.max, hashing.now], [9, cores, 0])
    })
  }

  test('a hash that fails gives its place back', async () => {
    const limited = createPasswordHasher({ maxConcurrentHashes: 1 })
    const broken = Array.from({ length: 5 }, () => limited.verify('not a hash', 'words'))
    for (const result of await Promise.allSettled(broken)) assert.equal(result.status, 'rejected')
    assert.equal(await limited.verify(await limited.hash('words'), 'words'), true)
  })

  test('logins go before new users, who get every fourth place', async () => {
    const limited = createPasswordHasher({ maxConcurrentHashes: 1, elapsedMs: () => 0, cost: cheapest })
    const phc = await limited.hash('words')
    const order: string[] = []
    const queue = (kind: string, count: number, work: () => Promise<unknown>) =>
      Array.from({ length: count }, () => work().then(() => order.push(kind)))
    const newUsers = queue('new', 8, () => limited.hashOfNewUser('words'))
    const logins = queue('login', 9, () => limited.verify(phc, 'words'))
    await Promise.all([...newUsers, ...logins])
    // The hash of the first new user has begun when the others arrive.
    const turn = ['login', 'login', 'login', 'new']
    assert.deepEqual(order, ['new', ...turn, ...turn, ...turn, ...Array(4).fill('new')])
  })

  test('a fast hash of another system takes the place of a new user', async () => {
    const limited = createPasswordHasher({ maxConcurrentHashes: 1, elapsedMs: () => 0, cost: cheapest })
    const phc = await limited.hash('words')
    const ssha = '{SSHA}nZcT0LxGzv8uqDFirj5KJZkew3PN2XvP'
    await limited.wrap(ssha)
    const order: string[] = []
    const queue = (kind: string, count: number, work: () => Promise<unknown>) =>
      Array.from({ length: count }, () => work().then(() => order.push(kind)))
    const wrapped = queue('wrap', 3, () => limited.wrap(ssha))
    const logins = queue('login', 10, () => limited.verify(phc, 'words'))
    await Promise.all([...wrapped, ...logins])
    // A login has begun when the others arrive.
    const turn = ['login', 'login', 'login', 'wrap']
    assert.deepEqual(order, ['login', ...turn, ...turn, ...turn])
  })

  test('however many new users wait, a login has its own queue, and so has a password that is set', async () => {
    const limited = createPasswordHasher({ maxConcurrentHashes: 1, elapsedMs: () => 0, cost: cheapest })
    const phc = await limited.hash('words')
    const newUsers = Promise.allSettled(
      Array.from({ length: 120 }, () => limited.hashOfNewUser('words').then(() => 'done')),
    )
    const logins = Array.from({ length: 3 }, () => limited.verify(phc, 'words'))
    const changed = await limited.hash('other words')
    assert.deepEqual(await Promise.all(logins), [true, true, true])
    assert.equal(await limited.verify(changed, 'other words'), true)
    const refused = (await newUsers).filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 19, 'a hundred and one are under way or wait')
  })

  test('more may wait when the queue moves fast', async () => {
    const limited = createPasswordHasher({ maxConcurrentHashes: 1, elapsedMs: () => 0 })
    assert.equal(await servedOf(200, limited), 101)
    for (let round = 0; round < 4; round++) assert.equal(await servedOf(50, limited), 50)
    assert.equal(await servedOf(200, limited), 200)
  })

  test('slow hashes count no longer once nobody has waited for a while', async () => {
    let now = 0
    let stallMs = 300
    const elapsedMs = () => {
      now += stallMs
      return now
    }
    const limited = createPasswordHasher({ maxConcurrentHashes: 1, elapsedMs })
    // Two of three hashes wait in turn, each for less than the limit.
    for (let round = 0; round < 60; round++) await servedOf(3, limited)
    assert.ok((await servedOf(50, limited)) < 10)
    stallMs = 0
    for (let alone = 0; alone < 200; alone++) assert.equal(await servedOf(1, limited), 1)
    assert.equal(await servedOf(50, limited), 50)
  })

  test('a hash that would wait behind more than a hundred others is refused at once, and the others are served', async () => {
    const limited = createPasswordHasher({ maxConcurrentHashes: 1, elapsedMs: () => 0 })
    // This hash has the lowest cost, because a hundred and one real hashes take seconds.
    const cheap = await createPasswordHasher({ cost: { memoryCost: 8, timeCost: 1 } }).hash('words')
    let finished = 0
    const accepted = Array.from({ length: 101 }, async () => {
      assert.equal(await limited.verify(String(cheap), 'words'), true)
      finished++
    })
    const refused = Array.from({ length: 5 }, () => limited.verify(undefined, 'words'))
    const outcomes = await Promise.allSettled(refused)
    assert.equal(finished, 0, 'the refusal did not wait for any work')
    for (const outcome of outcomes) {
      assert.equal(outcome.status, 'rejected')
      assert.ok(outcome.reason instanceof Failure)
      assert.equal(outcome.reason.code, 'overloaded')
      assert.ok((outcome.reason.retryAfterSeconds ?? 0) > 0)
    }
    await Promise.all(accepted)
    assert.equal(finished, 101)
    const again = await Promise.all(Array.from({ length: 3 }, () => limited.verify(undefined, 'words')))
    assert.deepEqual(again, [false, false, false])
  })
})
