import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#runtime/database/open-database.ts'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

/** Returns the number of events that are numbered, and not yet passed on to the user service. */
const waitingEvents = (db: DatabaseSync): number =>
  Number(
    db
      .prepare(
        `SELECT COUNT(*) AS n FROM events
         WHERE position > COALESCE((SELECT position FROM event_readers WHERE name = 'users'), 0)`,
      )
      .get()?.n,
  )

test('a stop soon after logins logs no error, and the next start publishes their events', async () => {
  const data = temporaryFolder()
  await using system = await startSystem({ data })
  const { id, username, password } = await system.signUp('ada')
  using auth = new DatabaseSync(join(system.data, 'auth.db'), { timeout: 60_000 })
  let logins = 0
  // The lock of another process holds up the authentication service in the midst of passing an event on.
  await until('an event that is about to be passed on', async () => {
    await system.logIn(username, password)
    logins++
    for (let tries = 0; tries < 200; tries++) {
      auth.exec('BEGIN IMMEDIATE')
      if (waitingEvents(auth) > 0) return true
      auth.exec('ROLLBACK')
      await sleep(2)
    }
    return false
  })
  const stopped = system.stop()
  // Long enough for a stop that does not wait for that event to close the database of the user service.
  for (let waits = 0; waits < 100 && existsSync(join(system.data, 'users.db-wal')); waits++) await sleep(20)
  auth.exec('ROLLBACK')
  await stopped
  assert.deepEqual(
    system.log.filter(({ level }) => level === 'error' || level === 'warn').map(({ msg, err }) => [msg, err]),
    [],
  )

  await using again = await startSystem({ data })
  const { access_token: token } = await again.admin()
  await until('the events of all logins', async () => {
    const url = `${again.usersUrl}/api/v1/events?type=session.created&limit=200`
    const { body } = await again.send('GET', url, { token })
    const ofAda = body.data.filter((event: { user_id: string }) => event.user_id === id)
    return ofAda.length === logins
  })
})

for (const engine of engines)
  test(`on ${engine}, work on a closed database is refused as by a service that stops, not as a fault`, async () => {
    await using stored = await temporaryDatabase(engine)
    const db = await openDatabase(stored.url, patientOptions(2))
    await db.execute('CREATE TABLE notes (id INTEGER PRIMARY KEY)')
    await db.close()
    const works = [
      () => db.query`SELECT id FROM notes WHERE id = ${1}`,
      () => db.query`INSERT INTO notes VALUES (${1})`,
      () => db.transaction((tx) => tx.query`SELECT id FROM notes`),
    ]
    for (const work of works) await assert.rejects(work, { code: 'not_ready' })
  })
