import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { engines } from '#tests/support/engines.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import { type Row, rowId, summaryOf, userRow, writeExport } from '#tests/support/export-file.ts'
import { newInstallation, type Served } from '#tests/support/installation.ts'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { removeUser } from '#users/core/user-store.ts'
import { userTransfer } from '#users/import/transfer.ts'
import { notificationTransfer } from '#users/messages/notifications/transfer.ts'

const day = 24 * 60 * 60 * 1000

const notificationRow = (number: number, userNumber: number, changes: Row = {}): Row => ({
  type: 'notification',
  id: rowId(1_000 + number),
  user_id: rowId(userNumber),
  position: number,
  notification_type: 'invoice.paid',
  title: `Invoice ${number}`,
  body: null,
  data: {},
  created_at: Date.now(),
  read_at: null,
  ...changes,
})

const at = (started: Served, path = '') => `${started.users}/api/v1/notifications${path}`

test('notifications come over with their order and who has read them, and streams go on', async () => {
  await using first = await newInstallation('sqlite')
  await using second = await newInstallation('postgres')
  await using third = await newInstallation('sqlite')
  const started = await first.start()
  const secret = readFileSync(join(first.data, 'admin-password'), 'utf8').trim()
  const logIn = async (to: Served) => {
    const body = { username: 'admin', password: secret }
    const { user, access_token: token } = (await send('POST', `${to.auth}/auth/login`, { body })).body
    return { userId: user.id, token }
  }
  const { userId, token } = await logIn(started)
  const tell = async (to: Served, token: string, body: Row) => {
    const told = await send('POST', at(to), {
      token,
      body: { user_id: userId, type: 'invoice.paid', ...body },
    })
    assert.equal(told.status, 201)
    return told.body
  }
  const list = async (of: Served, token: string) => (await send('GET', at(of), { token })).body
  const data = { invoice: 7, lines: ['a\nb', null, 1.5, 1e22, '\u{1F600} ü'] }
  const read = await tell(started, token, { title: 'Read', body: 'One\nTwo \u{1F600}', data })
  await tell(started, token, { title: 'Unread' })
  const deleted = await tell(started, token, { title: 'Deleted' })
  assert.equal((await send('PATCH', at(started, `/${read.id}`), { token, body: { read: true } })).status, 200)
  assert.equal((await send('DELETE', at(started, `/${deleted.id}`), { token })).status, 204)
  const preferences = [
    { channel: 'in_app', type: 'news', enabled: false },
    { channel: 'email', type: 'invoice.paid', enabled: true },
  ]
  assert.equal((await send('PUT', at(started, '/preferences'), { token, body: { preferences } })).status, 200)
  const before = await list(started, token)
  await started.stop()

  const [one, two] = [first.newPath(), first.newPath()]
  assert.equal((await first.run('export', one)).code, 0)
  const imported = await second.run('import', one)
  assert.equal(imported.code, 0, imported.err)
  const total = before.data.length
  assert.deepEqual(summaryOf(imported.out, 'notification'), [total, total, 0, 0, 0])
  assert.equal((await second.run('export', two)).code, 0)
  assert.equal((await third.run('import', two)).code, 0)
  for (const table of ['notifications', 'users']) {
    const rows = await first.rows(table)
    assert.deepEqual(await second.rows(table), rows)
    assert.deepEqual(await third.rows(table), rows)
  }

  const moved = await second.start()
  const { token: again } = await logIn(moved)
  const after = await list(moved, again)
  assert.deepEqual(
    [after.data, after.unread_count, after.position],
    [before.data, before.unread_count, before.position],
  )
  assert.deepEqual(
    (await send('GET', at(moved, '/preferences'), { token: again })).body.preferences,
    preferences,
  )
  assert.deepEqual((await tell(moved, again, { type: 'news', title: 'Off' })).channels, [])
  const made = await tell(moved, again, { title: 'New' })
  assert.deepEqual(made.channels, ['in_app', 'email'])
  // A stream on the new installation continues from the last position on the old one, and sends only the new
  // notification.
  const headers = { authorization: `Bearer ${again}` }
  await using reader = await readEvents(at(moved, `/stream?after=${before.position}`), headers)
  const sent = () => reader.events.filter(({ event }) => event === 'notification')
  await until('the new notification', () => sent().length > 0)
  assert.deepEqual(
    sent().map(({ data }) => data.title),
    ['New'],
  )
})

for (const engine of engines)
  describe(`notifications of an export on ${engine}`, () => {
    test('are left out when their user is not here or they have expired, and one that is here stays', async () => {
      await using installation = await newInstallation(engine)
      const rows = [
        userRow(1),
        notificationRow(1, 1),
        notificationRow(2, 1, { read_at: 1 }),
        notificationRow(3, 1, { created_at: Date.now() - 91 * day }),
        notificationRow(4, 2),
        { type: 'deleted_user', id: rowId(3), deleted_at: 1 },
        notificationRow(5, 3),
      ]
      const file = writeExport(installation.newPath(), rows)
      const imported = await installation.run('import', file)
      assert.equal(imported.code, 0, imported.err)
      assert.deepEqual(summaryOf(imported.out, 'notification'), [5, 2, 0, 3, 0])
      const db = await openDatabase(installation.urls.users, commandDatabaseOptions)
      await db.query`UPDATE notifications SET read_at = 7 WHERE id = ${rowId(1_001)}`
      await db.close()
      const before = await installation.rows('notifications')
      const again = await installation.run('import', file)
      assert.deepEqual([again.code, summaryOf(again.out, 'notification')], [0, [5, 0, 2, 3, 0]])
      assert.deepEqual(await installation.rows('notifications'), before)

      const taken = writeExport(installation.newPath(), [notificationRow(9, 1, { position: 2 })])
      const { code, err } = await installation.run('import', taken)
      assert.equal(code, 1)
      assert.match(err, /:2: \/position: Another notification of the user has this position\./)
    })

    test('are placed below every notification that comes later, wherever their clock was', async () => {
      await using installation = await newInstallation(engine)
      const position = (Date.now() + 365 * day) * 1_000
      const file = writeExport(installation.newPath(), [userRow(1), notificationRow(1, 1, { position })])
      assert.equal((await installation.run('import', file)).code, 0)
      const [row = ''] = await installation.rows('users')
      assert.equal(Number(JSON.parse(row).last_notification), position)
    })
  })

test('a bad notification is one line that names the field, and the others are imported', async () => {
  await using installation = await newInstallation('sqlite')
  const bad: [Row, RegExp][] = [
    [{ id: 'one' }, /\/id: /],
    [{ user_id: 'ada' }, /\/user_id: /],
    [{ position: 0 }, /\/position: /],
    [{ notification_type: 'Invoice Paid' }, /\/notification_type: /],
    [{ title: 'a\nb' }, /\/title: /],
    [{ body: 'x'.repeat(4_001) }, /\/body: /],
    [{ data: { big: 'x'.repeat(5_000) } }, /\/data: The data is larger than 4 KiB/],
    [{ data: [] }, /\/data: /],
    [{ created_at: '2026-01-01T00:00:00Z' }, /\/created_at: /],
    [{ read_at: -1 }, /\/read_at: /],
    [{ channels: [] }, /\/channels: There is no such field/],
  ]
  const rows = [
    userRow(1),
    ...bad.map(([changes], number) => notificationRow(number + 1, 1, changes)),
    notificationRow(50, 1),
  ]
  const file = writeExport(installation.newPath(), rows)
  const { code, out, err } = await installation.run('import', file)
  assert.equal(code, 1)
  const lines = err.trimEnd().split('\n')
  for (const [number, [, expected]] of bad.entries()) {
    assert.ok(lines[number]?.startsWith(`${file}:${number + 3}: `), lines[number])
    assert.match(lines[number] ?? '', expected)
  }
  assert.deepEqual(summaryOf(out, 'notification'), [bad.length + 1, 1, 0, 0, bad.length])
})

test('a deletion that is under way on PostgreSQL wins over an import of the user’s notifications', async () => {
  await using installation = await newInstallation('postgres')
  const db = await openDatabase(installation.urls.users, commandDatabaseOptions)
  const user = userTransfer.read(userRow(1))
  const now = Date.now()
  assert.deepEqual(await userTransfer.write(db, [user], { now }), ['imported'])
  let removed = () => {}
  const isRemoved = new Promise<void>((resolve) => {
    removed = resolve
  })
  const deletion = db.transaction(async (tx) => {
    await removeUser(tx, user.id, 0)
    removed()
    await sleep(300)
  })
  await isRemoved
  const row = notificationTransfer.read(notificationRow(1, 1))
  assert.deepEqual(await notificationTransfer.write(db, [row], { now }), ['left_out'])
  await deletion
  await db.close()
  assert.deepEqual(await installation.rows('notifications'), [])
})
