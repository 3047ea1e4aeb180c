import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '#contract/declaration/failures.ts'
import { engines } from '#tests/support/engines.ts'
import { rowId, userRow } from '#tests/support/export-file.ts'
import { decomposedOwnCost, foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { findPasswordHash, setPasswordHash } from '../core/credentials-store.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { hashFormats, readForeignHash } from '../foreign-hashes/formats.ts'
import { userTransfer } from '../import/transfer.ts'
import { createPasswordHasher } from '../passwords/password-hash.ts'
import { countPasswordFormats } from './password-format-counts.ts'
import { validateUser } from './validate-user.ts'

/** The number of users of each format who log in. The test takes minutes with 1,000. */
const usersOfFormat = Number(process.env.LATCHKEY_TEST_MOVERS ?? 3)

const cheap = createPasswordHasher({ cost: { memoryCost: 8, timeCost: 1 } })
const own = /^\$argon2id\$v=19\$m=8,t=1,p=1\$/

/** The hashes as they may be stored: fast ones inside argon2id, and also raw where an earlier version stored them so. */
async function storedVectors() {
  const vectors = foreignHashVectors.map(async (vector) => {
    const read = readForeignHash(vector.hash)
    const wrapped = read?.fast ? [{ ...vector, hash: await cheap.wrap(vector.hash) }] : []
    return [...(read?.isEarlierFormat || !read?.fast ? [vector] : []), ...wrapped]
  })
  return (await Promise.all(vectors)).flat()
}

/** Imports a user for each hash. */
async function importHashes(users: Users, hashes: readonly string[]): Promise<void> {
  const rows = hashes.map((hash, number) => userTransfer.read(userRow(number, { password_hash: hash })))
  const outcomes = await userTransfer.write(users.db, rows, { now: 0 })
  assert.deepEqual(new Set(outcomes), new Set(['imported']))
}

const logIn = (users: Users, number: number, password: string) =>
  validateUser(users, { name: `user-${number}`, password })

for (const engine of engines)
  describe(`hashes of other systems on ${engine}`, () => {
    test('let their users in, and are hashes of this service after it; nothing else of the user changes', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const users: Users = { ...recorded.users, passwords: cheap }
      const vectors = await storedVectors()
      await importHashes(
        users,
        vectors.map(({ hash }) => hash),
      )
      for (const [number, { password, hash }] of vectors.entries()) {
        const before = await findUser(users.db, rowId(number))
        await assert.rejects(logIn(users, number, `${password}!`.slice(1)), { code: 'invalid_credentials' })
        assert.equal(await findPasswordHash(users.db, rowId(number)), hash)
        const { lastLoginAt: _, ...after } = await logIn(users, number, password)
        assert.deepEqual({ ...after, lastLoginAt: null }, before)
        assert.match((await findPasswordHash(users.db, rowId(number))) ?? '', own)
        // The new hash is of the same password, in the spelling in which it was typed.
        await logIn(users, number, password)
        await assert.rejects(logIn(users, number, `${password}!`), { code: 'invalid_credentials' })
      }
      assert.deepEqual(await countPasswordFormats(users), new Map())
    })

    test('let in whoever types a password as the other system hashed it, at the cost of this service too', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const users: Users = { ...recorded.users, passwords: createPasswordHasher() }
      const { password, hash } = decomposedOwnCost
      await importHashes(users, [hash])
      await assert.rejects(logIn(users, 0, `${password}!`), { code: 'invalid_credentials' })
      await logIn(users, 0, password)
      const rehashed = await findPasswordHash(users.db, rowId(0))
      assert.notEqual(rehashed, hash)
      // The new hash is of the password in NFC, so that both spellings let the user in, and is not replaced again.
      for (const spelled of [password.normalize('NFC'), password]) await logIn(users, 0, spelled)
      assert.equal(await findPasswordHash(users.db, rowId(0)), rehashed)
    })

    test('are counted by their form until the last of them is gone', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const users: Users = { ...recorded.users, passwords: cheap }
      const vectorOf = (format: string) => foreignHashVectors.find((one) => one.format === format)
      const [phpass, sha] = [vectorOf('phpass'), vectorOf('salted-sha')]
      assert.ok(phpass && sha)
      await importHashes(users, [phpass.hash, phpass.hash, sha.hash, await cheap.hash('words')])
      // A hash of Argon2id with another cost than that of this service counts too.
      const ownForm = 'argon2 id m=8,t=1,p=1'
      const census = () => countPasswordFormats(users)
      assert.deepEqual(Object.fromEntries(await census()), {
        'phpass 2^7': 2,
        'salted-sha sha1': 1,
        [ownForm]: 1,
      })
      await logIn(users, 0, phpass.password)
      await logIn(users, 2, sha.password)
      const user = await findUser(users.db, rowId(1))
      assert.ok(user)
      await users.db.transaction((tx) => setPasswordHash(tx, user, 'a new hash'))
      assert.deepEqual(Object.fromEntries(await census()), { [ownForm]: 1 })
    })

    test('I11 are what names that nobody has are compared with, in the shares of all users with a password', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const asked: unknown[] = []
      let shares: number[] = []
      const users: Users = {
        ...recorded.users,
        passwords: {
          ...cheap,
          compare(stored, password, name) {
            asked.push(stored === undefined ? name : 'a stored hash')
            return cheap.compare(stored, password, name)
          },
          setDecoys(decoys) {
            shares = decoys.map(({ share }) => share)
            cheap.setDecoys(decoys)
          },
        },
      }
      const vector = foreignHashVectors.find(({ format }) => format === 'salted-sha')
      const ofOwn = (await cheap.hash('words')).replace('m=8,t=1', 'm=19456,t=2')
      await importHashes(users, [String(vector?.hash), ofOwn, ofOwn, ofOwn])
      const withoutPassword = userTransfer.read(userRow(9, { password_hash: null }))
      assert.deepEqual(await userTransfer.write(users.db, [withoutPassword], { now: 0 }), ['imported'])
      await countPasswordFormats(users)
      assert.deepEqual(shares, [0.25])
      for (const name of ['user-0', 'user-9', 'Nobody', 'Nobody@EXAMPLE.com', 'no@body@nowhere'])
        await assert.rejects(validateUser(users, { name, password: 'wrong' }), {
          code: 'invalid_credentials',
        })
      assert.deepEqual(asked, ['a stored hash', 'user-9', 'nobody', 'nobody@example.com', 'no@body@nowhere'])
      cheap.setDecoys([])
    })

    test('lose to a password that is set while the old one is checked', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const [vector] = foreignHashVectors
      assert.ok(vector)
      await importHashes(recorded.users, [vector.hash])
      const newHash = await cheap.hash('the new password')
      const users: Users = {
        ...recorded.users,
        passwords: {
          ...cheap,
          async hash(password) {
            const user = await findUser(recorded.users.db, rowId(0))
            assert.ok(user)
            const after = { ...user, sessionEpoch: user.sessionEpoch + 1 }
            await recorded.users.db.transaction((tx) => setPasswordHash(tx, after, newHash))
            return cheap.hash(password)
          },
        },
      }
      await assert.rejects(logIn(users, 0, vector.password), { code: 'invalid_credentials' })
      assert.equal(await findPasswordHash(users.db, rowId(0)), newHash)
    })

    test('I05 let their users in also while no hash can be made, and the next login replaces them', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const [vector] = foreignHashVectors
      assert.ok(vector)
      await importHashes(recorded.users, [vector.hash])
      let isFull = true
      const users: Users = {
        ...recorded.users,
        passwords: {
          ...cheap,
          async hash(password) {
            if (isFull) throw new Failure('overloaded')
            return cheap.hash(password)
          },
        },
      }
      await logIn(users, 0, vector.password)
      assert.equal(await findPasswordHash(users.db, rowId(0)), vector.hash)
      isFull = false
      await logIn(users, 0, vector.password)
      assert.match((await findPasswordHash(users.db, rowId(0))) ?? '', own)
    })

    test('let two logins of the same moment in', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const users: Users = { ...recorded.users, passwords: cheap }
      const [vector] = foreignHashVectors
      assert.ok(vector)
      await importHashes(users, [vector.hash])
      await Promise.all([logIn(users, 0, vector.password), logIn(users, 0, vector.password)])
      assert.match((await findPasswordHash(users.db, rowId(0))) ?? '', own)
    })
  })

test('requests are served while the users are counted', async () => {
  await using recorded = await openRecordedUsers('sqlite', { signup: 'open' })
  const { users } = recorded
  const hash = foreignHashVectors.find(({ format }) => format === 'salted-sha')?.hash
  const rows = Array.from({ length: 1_500 }, (_, number) => userRow(number, { password_hash: hash }))
  await userTransfer.write(users.db, rows.map(userTransfer.read), { now: 0 })
  let turns = 0
  let isDone = false
  const census = countPasswordFormats(users).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await nextTurn()
    turns++
  }
  assert.equal([...(await census).values()][0], 1_500)
  assert.ok(turns > 3, `${turns} turns of the event loop`)
})

test(`${usersOfFormat} users of each format log in, and all are rehashed`, async () => {
  await using recorded = await openRecordedUsers('sqlite', { signup: 'open' })
  const users: Users = { ...recorded.users, passwords: cheap }
  const vectors = await storedVectors()
  const chosen = hashFormats.map(({ name }) => vectors.findLast(({ format }) => format === name))
  const all = chosen.flatMap((vector) => (vector ? Array(usersOfFormat).fill(vector) : []))
  assert.equal(all.length, hashFormats.length * usersOfFormat)
  for (let at = 0; at < all.length; at += 500)
    await userTransfer.write(
      users.db,
      all
        .slice(at, at + 500)
        .map(({ hash }, number) => userTransfer.read(userRow(at + number, { password_hash: hash }))),
      { now: 0 },
    )
  const census = await countPasswordFormats(users)
  assert.equal(
    [...census.values()].reduce((sum, count) => sum + count, 0),
    all.length,
  )
  for (const [number, { password }] of all.entries()) await logIn(users, number, password)
  assert.deepEqual(await countPasswordFormats(users), new Map())
  for (const number of all.keys()) {
    const hash = (await findPasswordHash(users.db, rowId(number))) ?? ''
    assert.match(hash, own)
    assert.equal(readForeignHash(hash)?.form, 'argon2 id m=8,t=1,p=1')
  }
})
