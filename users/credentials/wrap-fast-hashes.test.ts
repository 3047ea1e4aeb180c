import assert from 'node:assert/strict'
import { pbkdf2Sync } from 'node:crypto'
import { describe, test } from 'node:test'
import pg from 'pg'
import { countConnectionsBefore } from '#runtime/database/postgres/application-name.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { rowId, userRow } from '#tests/support/export-file.ts'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { findPasswordHash, setPasswordHash } from '../core/credentials-store.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { readForeignHash } from '../foreign-hashes/formats.ts'
import { userTransfer } from '../import/transfer.ts'
import { createPasswordHasher } from '../passwords/password-hash.ts'
import { userMigrations } from '../service.ts'
import { countFastPasswords } from './fast-forms.ts'
import { countForeignPasswords } from './password-format-counts.ts'
import { startWrapping } from './start-wrapping.ts'
import { validateUser } from './validate-user.ts'
import { wrapFastHashes } from './wrap-fast-hashes.ts'

// One hash at a time, and none is refused for its wait, so that no result depends on the speed of the machine.
const passwords = createPasswordHasher({
  cost: { memoryCost: 8, timeCost: 1 },
  maxConcurrentHashes: 1,
  elapsedMs: () => 0,
})

/** The hashes that an earlier version may have stored as another system wrote them. */
const stored = foreignHashVectors.filter(({ hash }) => readForeignHash(hash)?.isEarlierFormat)
const fast = stored.filter(({ hash }) => readForeignHash(hash)?.fast)
const isWrapped = (hash: string | undefined) => hash?.startsWith('$wrapped$') === true

const password = 'a long password'
function pbkdf2Of(rounds: number): string {
  const salt = Buffer.from('salt of a test')
  const key = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const [inSalt, inKey] = [salt, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$pbkdf2-sha256$${rounds}$${inSalt}$${inKey}`
}

async function openWith(engine: Engine, hashes: readonly string[]) {
  const clock = stillClock()
  const recorded = await openRecordedUsers(engine, { signup: 'open', clock })
  const users: Users = { ...recorded.users, passwords }
  const lines = hashes.map((hash, at) => userTransfer.read(userRow(at, { password_hash: hash })))
  await userTransfer.write(users.db, lines, { now: 0 })
  const start = () => startWrapping(users.db, { migrations: userMigrations, waiting: 0, now: clock.now() })
  const { url } = recorded
  return { users, clock, url, start, [Symbol.asyncDispose]: () => recorded[Symbol.asyncDispose]() }
}

async function wrapAll(users: Users, holder = 'a node'): Promise<void> {
  while (await wrapFastHashes(users, holder));
}

/** Returns the users with a hasher that calls `before` before it wraps a hash. */
const noticing = (users: Users, before: () => Promise<unknown>): Users => {
  const wrap = async (hash: string) => {
    await before()
    return passwords.wrap(hash)
  }
  return { ...users, passwords: { ...passwords, wrap } }
}

const ssha = fast.find(({ hash }) => hash.startsWith('{SSHA}'))
assert.ok(ssha)
const manySsha = Array<string>(25).fill(ssha.hash)

async function assertLogIn(users: Users, hashes: readonly string[], secret: string): Promise<void> {
  for (const at of hashes.keys()) await validateUser(users, { name: `user-${at}`, password: secret })
}

for (const engine of engines)
  describe(`fast hashes that an earlier version stored on ${engine}`, () => {
    test('stay until an operator asks for it, and then are inside argon2id; nothing else of the users changes', async () => {
      const hashes = [...stored, ...stored, ...stored].map(({ hash }) => hash)
      await using opened = await openWith(engine, hashes)
      const { users } = opened
      const before = await Promise.all(stored.map((_, at) => findUser(users.db, rowId(at))))
      const census = await countForeignPasswords(users.db)
      await wrapAll(users)
      assert.deepEqual(await countForeignPasswords(users.db), census)
      assert.equal(await countFastPasswords(users.db), 3 * fast.length)

      await opened.start()
      await wrapAll(users)
      assert.equal(await countFastPasswords(users.db), 0)
      for (const [at, { hash, password }] of stored.entries()) {
        const now = await findPasswordHash(users.db, rowId(at))
        assert.equal(now === hash, readForeignHash(hash)?.fast === undefined)
        assert.equal(isWrapped(now), readForeignHash(hash)?.fast !== undefined)
        assert.deepEqual(await findUser(users.db, rowId(at)), before[at])
        const name = `user-${at}`
        await assert.rejects(validateUser(users, { name, password: `${password}!`.slice(1) }), {
          code: 'invalid_credentials',
        })
        await validateUser(users, { name, password })
      }
    })

    test('are found among any number of forms, each by its own rounds, also behind a row of another form', async () => {
      const fastRounds = [...Array.from({ length: 60 }, (_, at) => at + 1), 9_999]
      const hashes = [10_000, 12_000, ...fastRounds].map(pbkdf2Of)
      await using opened = await openWith(engine, [...hashes, ssha.hash, ssha.hash])
      const { users } = opened
      // A version that did not know forms has replaced the first hash of this form at a login.
      const replaced = rowId(hashes.length)
      const own = await createPasswordHasher().hash('words')
      await users.db.query`UPDATE users SET password_hash = ${own} WHERE id = ${replaced}`
      assert.equal(await countFastPasswords(users.db), fastRounds.length + 2)

      await opened.start()
      await wrapAll(users)
      assert.equal(await countFastPasswords(users.db), 0)
      for (const [at, hash] of hashes.entries()) {
        const now = await findPasswordHash(users.db, rowId(at))
        if (at < 2) assert.equal(now, hash)
        else assert.ok(isWrapped(now), hash)
      }
      assert.equal(await findPasswordHash(users.db, replaced), own)
      assert.ok(isWrapped(await findPasswordHash(users.db, rowId(hashes.length + 1))))
      await assertLogIn(users, hashes, password)
    })

    test('lose to a password that is set while they are wrapped', async () => {
      const hashes = stored.map(({ hash }) => hash)
      await using opened = await openWith(engine, hashes)
      const { users } = opened
      const newHash = await passwords.hash('the new password')
      await opened.start()
      let isSet = false
      const setAll = async () => {
        if (isSet) return
        isSet = true
        for (const at of hashes.keys()) {
          const user = await findUser(users.db, rowId(at))
          assert.ok(user)
          await users.db.transaction((tx) => setPasswordHash(tx, user, newHash))
        }
      }
      await wrapAll(noticing(users, setAll))
      for (const at of hashes.keys()) assert.equal(await findPasswordHash(users.db, rowId(at)), newHash)
    })

    test('are each wrapped once, however many nodes run', async () => {
      await using opened = await openWith(engine, manySsha)
      const { users } = opened
      await opened.start()
      let wrapped = 0
      const counted = noticing(users, async () => void wrapped++)
      assert.equal(await wrapFastHashes(counted, 'one node'), true)
      assert.equal(await wrapFastHashes(counted, 'another node'), false)
      await Promise.all([wrapAll(counted, 'one node'), wrapAll(counted, 'another node')])
      assert.deepEqual([wrapped, await countFastPasswords(users.db)], [manySsha.length, 0])
    })

    test('take no harm from a node that goes on after its lease', async () => {
      await using opened = await openWith(engine, manySsha)
      const { users, clock } = opened
      await opened.start()
      let isFirst = true
      const overtaken = noticing(users, async () => {
        if (!isFirst) return
        isFirst = false
        clock.advance(61_000)
        await wrapAll(users, 'another node')
      })
      await wrapAll(overtaken, 'one node')
      assert.equal(await countFastPasswords(users.db), 0)
      await assertLogIn(users, manySsha, ssha.password)
    })

    test('are wrapped within the lease, however slow a hash is', async () => {
      await using opened = await openWith(engine, manySsha)
      const { users, clock } = opened
      await opened.start()
      const slow = noticing(users, async () => clock.advance(20_000))
      const begunAt = clock.now()
      assert.equal(await wrapFastHashes(slow, 'one node'), true)
      assert.ok(clock.now() - begunAt < 60_000)
      assert.equal(await wrapFastHashes(users, 'another node'), false)
      await wrapAll(slow, 'one node')
      assert.equal(await countFastPasswords(users.db), 0)
    })

    test('are not wrapped on in a turn in which the clock was set back, and in the next one', async () => {
      await using opened = await openWith(engine, manySsha)
      const { users, clock } = opened
      await opened.start()
      let wrapped = 0
      const setBack = noticing(users, async () => {
        if (wrapped++ === 0) clock.advance(-3_600_000)
      })
      assert.equal(await wrapFastHashes(setBack, 'one node'), true)
      assert.equal(wrapped, 1)
      await wrapAll(setBack, 'one node')
      assert.equal(await countFastPasswords(users.db), 0)
    })

    test('leave three of four hashes to the logins that wait', async () => {
      await using opened = await openWith(engine, manySsha)
      const { users } = opened
      await opened.start()
      const own = await passwords.hash('words')
      const order: string[] = []
      let isDone = false
      const logIn = async () => {
        while (!isDone) {
          await passwords.verify(own, 'words')
          order.push('login')
        }
      }
      const logins = Array.from({ length: 8 }, logIn)
      const wrap = async (hash: string) => {
        const wrapped = await passwords.wrap(hash)
        order.push('wrap')
        return wrapped
      }
      await wrapAll({ ...users, passwords: { ...passwords, wrap } })
      isDone = true
      await Promise.all(logins)
      const between = order.join(' ').split('wrap').slice(1, -1)
      assert.equal(between.length, manySsha.length - 1)
      for (const logins of between) assert.ok(logins.split('login').length > 3, order.join(' '))
    })

    test('wait while the service refuses sign-ups, and go on afterwards', async () => {
      await using opened = await openWith(engine, manySsha)
      const { users } = opened
      await opened.start()
      const busy = noticing(users, () => Promise.reject(overloaded('password_hashes', 2)))
      assert.equal(await wrapFastHashes(busy, 'a node'), false)
      assert.equal(await countFastPasswords(users.db), manySsha.length)
      await wrapAll(users)
      assert.equal(await countFastPasswords(users.db), 0)
    })

    // On SQLite no other node can be connected.
    if (engine === 'postgres')
      test('wait while a node of an earlier version is connected', async () => {
        await using opened = await openWith(engine, manySsha)
        const { users } = opened
        await opened.start()
        const older = new pg.Client({ connectionString: opened.url, application_name: 'latchkey' })
        await older.connect()
        assert.equal(await wrapFastHashes(users, 'a node'), false)
        assert.equal(await countFastPasswords(users.db), manySsha.length)
        await older.end()
        await until(
          'the server has ended the connection',
          async () => !(await countConnectionsBefore(users.db)),
        )
        await wrapAll(users)
        assert.equal(await countFastPasswords(users.db), 0)
      })
  })
