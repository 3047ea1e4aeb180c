import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { isUnavailable, openLedger, terminateAll } from '#tests/support/postgres-ledger.ts'
import type { Sql } from './database.ts'

describe('reads on PostgreSQL', () => {
  const find = (sql: Sql, key: string) =>
    sql.query<{ key: string; amount: number }>`SELECT key, amount FROM entries WHERE key = ${key}`

  async function openFilled(count: number) {
    const ledger = await openLedger()
    await ledger.outside(
      `INSERT INTO entries (key, amount) SELECT 'key-' || n, n FROM generate_series(1, ${count}) AS n`,
    )
    return ledger
  }

  test('five hundred look-ups at once share a few queries, and everybody gets their own row, or none', async (t) => {
    await using ledger = await openFilled(400)
    const queries = t.mock.method(pg.Client.prototype, 'query')
    const numbers = Array.from({ length: 500 }, (_, n) => ((n * 7) % 500) + 1)
    const found = await Promise.all(numbers.map((n) => find(ledger.db, `key-${n}`)))
    const asked = queries.mock.calls.filter(({ arguments: [query] }) =>
      (query as { text?: string }).text?.includes('entries'),
    )
    assert.ok(asked.length <= 5, `${asked.length} queries`)
    assert.deepEqual(ledger.db.lookUps?.(), { asked: 500, queries: asked.length })
    for (const [at, n] of numbers.entries())
      assert.deepEqual(found[at], n <= 400 ? [{ key: `key-${n}`, amount: n }] : [])
  })

  test('a look-up of several rows has them in its own order, also twice at the same moment', async () => {
    await using ledger = await openFilled(30)
    const after = (key: string) =>
      ledger.db.query<{
        amount: number
      }>`SELECT amount FROM entries WHERE key > ${key} ORDER BY amount DESC LIMIT 3`
    const keys = ['key-1', 'key-30', 'key-9', 'key-1', 'key-28']
    const found = await Promise.all(keys.map(after))
    const amounts = found.map((rows) => rows.map((row) => row.amount))
    assert.deepEqual(amounts, [[30, 29, 28], [9, 8, 7], [], [30, 29, 28], [30, 29, 9]])
    assert.notEqual(found[0], found[3])
    assert.deepEqual(await after('key-28'), found[4])
  })

  test('look-ups of different statements at the same moment do not mix', async () => {
    await using ledger = await openFilled(50)
    const { db } = ledger
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) => `key-${at + 1}`).map((key) =>
        Promise.all([
          find(db, key),
          db.query<{ n: number }>`SELECT amount * 2 AS n FROM entries WHERE key = ${key}`,
          db.query<{ key: string }>`SELECT ${key}::text AS key`,
          db.query<{ n: number }>`SELECT COUNT(*) AS n FROM entries WHERE key < ${key} AND amount < ${10}`,
        ]),
      ),
    )
    for (const [at, [own, twice, itself, before]] of all.entries()) {
      const n = at + 1
      assert.deepEqual(own, [{ key: `key-${n}`, amount: n }])
      assert.deepEqual(twice, [{ n: n * 2 }])
      assert.deepEqual(itself, [{ key: `key-${n}` }])
      assert.equal(before.length, 1)
    }
  })

  test('a key that the server refuses fails alone', async () => {
    await using ledger = await openFilled(20)
    const keys = Array.from({ length: 20 }, (_, at) => (at === 7 ? 'a\0b' : `key-${at + 1}`))
    const results = await Promise.allSettled(keys.map((key) => find(ledger.db, key)))
    for (const [at, result] of results.entries()) {
      if (result.status === 'fulfilled') assert.deepEqual(result.value, [{ key: keys[at], amount: at + 1 }])
      else assert.equal(result.reason.code, '22021')
      assert.equal(result.status === 'rejected', at === 7)
    }
    await assert.rejects(find(ledger.db, '\0'), { code: '22021' })
  })

  test('a read that fails does not affect the reads behind it on its connection', async () => {
    await using ledger = await openFilled(20)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0
          ? ledger.db.query`SELECT 1 / (amount - amount) FROM entries WHERE amount = ${at + 1}`
          : ledger.db.query`SELECT amount FROM entries WHERE amount = ${at + 1}`,
      ),
    )
    for (const [at, result] of results.entries()) {
      if (result.status === 'fulfilled') assert.deepEqual(result.value, [{ amount: at + 1 }])
      else assert.equal(result.reason.code, '22012')
      assert.equal(result.status === 'rejected', at % 2 === 0)
    }
    await assert.rejects(ledger.db.query`SELECT 1 FROM nowhere WHERE key = ${'x'}`, { code: '42P01' })
  })

  test('a read sees every write that was acknowledged before the read began', async () => {
    await using ledger = await openFilled(10)
    let isWriting = true
    const others = Array.from({ length: 200 }, async (_, at) => {
      while (isWriting) await find(ledger.db, `key-${(at % 10) + 1}`)
    })
    const older: string[] = []
    for (let amount = 100; amount < 300; amount++) {
      await ledger.db.query`UPDATE entries SET amount = ${amount} WHERE key = 'key-1'`
      const [row] = await find(ledger.db, 'key-1')
      if (row?.amount !== amount) older.push(`${row?.amount} after ${amount}`)
    }
    isWriting = false
    await Promise.all(others)
    assert.deepEqual(older, [])
  })

  test('look-ups that would wait behind ten thousand others are refused, and these are answered', async () => {
    await using ledger = await openFilled(10)
    const results = await Promise.allSettled(
      Array.from({ length: 10_500 }, (_, at) => find(ledger.db, `key-${(at % 10) + 1}`)),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    assert.equal(refused.length, 500)
    for (const { reason } of refused) isUnavailable(reason)
    for (const [at, result] of results.entries())
      if (result.status === 'fulfilled') assert.equal(result.value[0]?.amount, (at % 10) + 1)
  })

  test('reads are answered although all their connections were ended in the middle', async () => {
    await using ledger = await openFilled(10)
    await Promise.all(['key-1', 'key-2'].map((key) => find(ledger.db, key)))
    await ledger.outside('CREATE TABLE ended ()')
    // A read waits only until the connections are ended, however long that takes on a busy machine.
    await ledger.outside(`
      CREATE FUNCTION hold() RETURNS VOID LANGUAGE sql AS
        'SELECT pg_sleep(15) WHERE NOT EXISTS (SELECT FROM ended)'`)
    const slow = (key: string) =>
      ledger.db.query<{ amount: number }>`SELECT amount FROM entries, hold() WHERE key = ${key}`
    const other = ledger.db.query`SELECT amount FROM hold(), entries WHERE key = ${'key-1'}`
    const plain = ledger.db.query<{ n: number }>`SELECT COUNT(*) AS n FROM entries, hold()`
    const reads = Array.from({ length: 10 }, (_, at) => slow(`key-${at + 1}`))
    // Three connections are busy: the two that look-ups share, and one for the plain read.
    await ledger.running('hold()', 3)
    await ledger.outside('INSERT INTO ended DEFAULT VALUES')
    await ledger.outside(terminateAll)
    const found = await Promise.all(reads)
    assert.deepEqual(
      found.map(([row]) => row?.amount),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
    assert.deepEqual(await other, [{ amount: 1 }])
    assert.deepEqual(await plain, [{ n: 10 }])
  })

  test('a read that loses a race of serialisable transactions is run again', async () => {
    await using ledger = await openLedger()
    await ledger.outside(`
      CREATE SEQUENCE tries;
      CREATE FUNCTION lose_once(text TEXT) RETURNS TEXT LANGUAGE plpgsql AS '
        BEGIN
          IF nextval(''tries'') % 2 = 1 THEN RAISE EXCEPTION USING ERRCODE = ''serialization_failure''; END IF;
          RETURN text;
        END'`)
    assert.deepEqual(await ledger.db.query`SELECT lose_once(${'x'}) AS text`, [{ text: 'x' }])
    assert.deepEqual(await ledger.db.query`SELECT lose_once('y') AS text`, [{ text: 'y' }])
  })

  test('a look-up need not wait for reads that take their time, nor for transactions', async () => {
    await using ledger = await openFilled(10)
    const looked = Promise.withResolvers<void>()
    const transactions = [1, 2].map(() => ledger.db.transaction(() => looked.promise))
    let over = 0
    const slow = Array.from({ length: 2 }, () =>
      ledger.db.query`SELECT COUNT(*) AS n FROM entries, pg_sleep(600)`
        .catch(isUnavailable)
        .finally(() => over++),
    )
    await ledger.running('pg_sleep', 2)
    const found = find(ledger.db, 'key-3').finally(looked.resolve)
    assert.equal((await found)[0]?.amount, 3)
    assert.equal(over, 0, 'those are still at it')
    await ledger.outside(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`,
    )
    await Promise.all([...transactions, ...slow])
  })

  test('a prepared statement that the session has lost is prepared again', async () => {
    await using ledger = await openLedger({ connections: 1 })
    const { db } = ledger
    const write = (sql: Sql) => sql.query`INSERT INTO entries (amount) VALUES (1)`
    const read = () => db.query`SELECT amount FROM entries`
    for (const work of [() => write(db), () => db.transaction(write), read]) {
      await work()
      await db.query`DEALLOCATE ALL`
      await work()
    }
    assert.deepEqual(await ledger.amounts(), [1, 1, 1, 1])
  })

  test('a statement that was prepared before a column got another type is prepared again', async () => {
    await using ledger = await openFilled(10)
    const { db } = ledger
    const find = () => db.query<{ amount: number }>`SELECT amount FROM entries WHERE key = ${'key-2'}`
    // The look-up runs twice, because look-ups use the two shared connections by turns.
    const lookUp = async () => [await find(), await find()]
    const read = () => db.query<{ amount: number }>`SELECT amount FROM entries WHERE id = ${2}`
    const write = (sql: Sql) =>
      sql.query<{ amount: number }>`UPDATE entries SET amount = 7 WHERE key = 'key-3' RETURNING amount`
    const each = [() => write(db), () => db.transaction(write), read, lookUp]
    const all = async () => {
      const rows = []
      // When look-ups run one after the other, all of them use the same connection, and each has a prepared statement of its
      // own.
      for (const one of each) rows.push(await one())
      return rows
    }
    const before = await all()
    for (const type of ['INTEGER', 'BIGINT', 'INTEGER', 'BIGINT']) {
      await ledger.outside(`ALTER TABLE entries ALTER COLUMN amount TYPE ${type}`)
      assert.deepEqual(await all(), before)
      each.push(...each.splice(0, 1))
      before.push(...before.splice(0, 1))
    }
  })
})
