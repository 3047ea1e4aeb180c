import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#runtime/database/open-database.ts'
import { engines, patientOptions } from '#tests/support/engines.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { expiredAssertions, useAssertion } from './used-assertion-store.ts'

for (const engine of engines)
  test(`an assertion is a digest of its client and id, which is kept until it expires, on ${engine}`, async () => {
    await using parts = new AsyncDisposableStack()
    const { url } = parts.use(await migratedDatabase(engine, 'auth'))
    const db = await openDatabase(url, patientOptions(2))
    parts.defer(() => db.close())
    const expiresAt = Date.UTC(2026, 10, 21)
    const use = (clientId: string) => useAssertion(db, { clientId, jti: 'once', expiresAt })
    assert.deepEqual([await use('wiki'), await use('wiki'), await use('shop')], [true, false, true])
    const rows = await db.query<{ digest: string }>`SELECT digest FROM used_assertions`
    assert.deepEqual(
      rows.map(({ digest }) => digest.length),
      [43, 43],
    )
    assert.equal(await expiredAssertions.remove(db, expiresAt - 1, 10), 0)
    assert.equal(await expiredAssertions.remove(db, expiresAt, 10), 2)
  })
