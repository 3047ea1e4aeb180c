import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import { packageVersion } from '../../package-version.ts'
import { openDatabase } from '../open-database.ts'
import { countConnectionsBefore } from './application-name.ts'

test('connections have the version in their name, and those of earlier builds are counted', async () => {
  await using database = await temporaryDatabase('postgres')
  const db = await openDatabase(database.url, patientOptions(1))
  const older = new pg.Client({ connectionString: database.url, application_name: 'latchkey' })
  try {
    assert.equal(await countConnectionsBefore(db), 0)
    const names = await queryOnce(
      database.url,
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    assert.deepEqual(names, [{ name: `latchkey ${packageVersion()}` }])
    await older.connect()
    assert.equal(await countConnectionsBefore(db), 1)
  } finally {
    await older.end()
    await db.close()
  }
})
