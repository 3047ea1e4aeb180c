import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import type { Database } from './database.ts'
import { inTurns } from './in-turns.ts'
import { openDatabase } from './open-database.ts'

const countNumbers = (db: Database) => db.query<{ total: number }>`SELECT COUNT(*) AS total FROM numbers`

/** Opens a database, and counts how many statements and transactions run in it at most at a time. */
async function openCounted(engine: Engine, parts: AsyncDisposableStack) {
  const { url } = parts.use(await temporaryDatabase(engine))
  const db = await openDatabase(url, patientOptions(10))
  parts.defer(() => db.close())
  await db.query`CREATE TABLE numbers (n BIGINT PRIMARY KEY)`
  const seen = { most: 0 }
  let running = 0
  async function counted<Result>(work: Promise<Result>): Promise<Result> {
    seen.most = Math.max(seen.most, ++running)
    try {
      return await work
    } finally {
      running--
    }
  }
  const counting: Database = {
    ...db,
    query: (text, ...values) => counted(db.query(text, ...values)),
    transaction: (work, options) => counted(db.transaction(work, options)),
  }
  return { db: counting, seen }
}

for (const engine of engines)
  test(`work in turns never uses more connections than it may, and none of it is lost, on ${engine}`, async () => {
    await using parts = new AsyncDisposableStack()
    const { db, seen } = await openCounted(engine, parts)
    const turns = inTurns(db, 3)
    const numbers = Array.from({ length: 60 }, (_, n) => n)
    const results = await Promise.allSettled(
      numbers.flatMap((n): Promise<unknown>[] => [
        turns.transaction(async (tx) => tx.query`INSERT INTO numbers (n) VALUES (${n})`),
        countNumbers(turns),
        // What fails gives its turn back, too.
        turns.query`SELECT broken FROM numbers`,
      ]),
    )
    assert.equal(results.filter(({ status }) => status === 'rejected').length, numbers.length)
    assert.equal(seen.most, 3)
    assert.deepEqual(await countNumbers(turns), [{ total: numbers.length }])
  })
