import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { operator } from '#contract/declaration/endpoint.ts'
import type { Database } from '#runtime/database/database.ts'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { until } from '#tests/support/until.ts'
import { adminSink } from '../core/alert-admins.ts'
import { updateUser } from '../directory/user/update-user.ts'
import { createUser } from '../sign-up/create-user.ts'
import { deliverAdminAlert } from './deliver-admin-alert.ts'

test('a notice to all admins and a change of one of them wait for each other, and neither is in a deadlock', async () => {
  await using recorded = await openRecordedUsers('postgres', { signup: 'open' })
  const { users, url } = recorded
  const admins: string[] = []
  for (const username of ['ada', 'bob', 'carl']) {
    const admin = { username, email: `${username}@example.com`, password: 'a long password', by: null }
    admins.push((await createUser(users, { ...admin, role: 'admin' })).id)
  }
  // The order of age differs from that of the ids, as after users were imported.
  for (const [age, id] of admins.toReversed().entries())
    await users.db.query`UPDATE users SET created_at = ${age} WHERE id = ${id}`
  await users.db.query`DELETE FROM outbox`
  let runs = 0
  const db: Database = {
    ...users.db,
    transaction: (work, options) =>
      users.db.transaction((tx) => {
        runs++
        return work(tx)
      }, options),
  }
  const alert = {
    id: 'alert',
    type: 'api_key_created',
    subject: 'key',
    attempts: 1,
    queuedAt: 0,
    payload: {
      ...({ kind: 'api_key_created', apiKeyId: 'key', name: 'A key', scopes: ['users:read'] } as const),
      by: null,
      at: 0,
    },
  }
  const waiting = async (count: number) => {
    const rows = await queryOnce(
      url,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length === count
  }
  for (const [held = '', demoted = ''] of [
    [admins[0], admins[2]],
    [admins[2], admins[0]],
  ]) {
    runs = 0
    await users.db.query`
      INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts)
      VALUES ('alert', ${adminSink}, 'api_key_created', 'key', 1, '{}', 0, 0, 0)`
    const other = new pg.Client(url)
    await other.connect()
    await other.query('BEGIN')
    await other.query('UPDATE users SET id = id WHERE id = $1', [held])
    const told = deliverAdminAlert({ ...users, db }, alert)
    await until('the notice to wait', () => waiting(1))
    const patch = { role: 'user' } as const
    const changed = updateUser(
      { ...users, db },
      { userId: demoted, patch, caller: operator, ifMatch: undefined },
    )
    let isChanged = false
    void changed.then(() => {
      isChanged = true
    })
    await until('the change to be done or to wait', async () => isChanged || waiting(2))
    await other.query('COMMIT')
    await other.end()
    await Promise.all([told, changed])
    assert.equal(runs, 2, 'neither ran again')
    await updateUser(users, {
      userId: demoted,
      patch: { role: 'admin' },
      caller: operator,
      ifMatch: undefined,
    })
  }
})
