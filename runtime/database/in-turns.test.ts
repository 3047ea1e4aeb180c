import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '#contract/declaration/failures.ts'
import { countAtOnce } from '#tests/support/count-at-once.ts'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import type { Database } from './database.ts'
import { inTurns } from './in-turns.ts'
import { openDatabase } from './open-database.ts'

const countNumbers = (db: Database) => db.query<{ total: number }>`SELECT COUNT(*) AS total FROM numbers`

for (const engine of engines)
  test(`work in turns never uses more connections than it may, and none of it is lost, on ${engine}`, async () => {
    await using parts = new AsyncDisposableStack()
    const { url } = parts.use(await temporaryDatabase(engine))
    const opened = await openDatabase(url, patientOptions(10))
    parts.defer(() => opened.close())
    await opened.query`CREATE TABLE numbers (n BIGINT PRIMARY KEY)`
    const { db, most } = countAtOnce(opened)
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
    assert.equal(most(), 3)
    assert.deepEqual(await countNumbers(turns), [{ total: numbers.length }])
  })

test('work that waits for its turn fails with the work that cannot reach the database, and later work runs', async () => {
  const unreachable = new Failure('database_unavailable')
  let isReachable = false
  let asked = 0
  const query = async () => {
    asked++
    await nextTurn()
    if (!isReachable) throw unreachable
    return []
  }
  const turns = inTurns({ query } as unknown as Database, 2)
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => countNumbers(turns)))
  for (const result of results) assert.deepEqual(result, { status: 'rejected', reason: unreachable })
  assert.equal(asked, 2)
  isReachable = true
  assert.deepEqual(await Promise.all(Array.from({ length: 5 }, () => countNumbers(turns))), [
    [],
    [],
    [],
    [],
    [],
  ])
})
