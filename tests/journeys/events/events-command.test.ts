import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { newId } from '#runtime/ids.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { cleanEnvironment } from '#tests/support/process.ts'
import { storedEvents } from '#tests/support/stored.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const environmentOf = (system: System) => ({
  LATCHKEY_DATA: system.data,
  LATCHKEY_USERS_DATABASE: system.databaseUrl('users'),
  LATCHKEY_AUTH_DATABASE: system.databaseUrl('auth'),
})

const run = (system: System, ...args: string[]) => runInHost(['events', ...args], environmentOf(system))

/** Waits until `count` events have a position in the event log. The command lists no event without one. */
async function numbered(system: System, count: number): Promise<void> {
  const db = await system.database('users')
  await until(`${count} events`, async () => {
    const rows = await db.query`SELECT id FROM events WHERE position IS NOT NULL`
    return rows.length >= count
  })
}

onEachEngine((startSystem) => {
  test('the command lists the newest events on lines of at most 80 characters, and goes on from a position', async () => {
    await using system = await startSystem()
    const { user } = await system.signUpAndLogIn('ada')
    await numbered(system, 3)
    const db = await system.database('users')
    await db.query`UPDATE events SET type = 'user.email_change_requested' WHERE type = 'user.created' AND subject <> ${user.id}`
    const { out } = await run(system, 'list')
    const lines = out.trimEnd().split('\n')
    assert.deepEqual(
      lines.slice(1, -1).map((line) => line.split(/ {2,}/)[1]),
      ['user.email_change_requested', 'user.created', 'session.created'],
    )
    assert.ok(lines.every((line) => line.length <= 80) && lines[3]?.endsWith(user.id), out)
    const position = /--after (\d+)$/m.exec(out)?.[1] ?? ''
    await db.query`UPDATE events SET type = 'user.created' WHERE type = 'user.email_change_requested'`
    await system.logIn('ada', user.username).catch(() => {})
    await numbered(system, 4)
    assert.match(
      (await run(system, 'list', '--after', position)).out,
      /^DAY.*\n\d\d .* {2}login\.failed +[^ ]+\nFor later events, add --after/,
    )
    assert.equal(
      (await run(system, 'list', '--user', user.id, '--type', 'user.created')).out.split('\n').length,
      4,
    )
    assert.equal((await run(system, 'list', '--limit', '1')).out.split('\n').length, 4)
    for (const wrong of [
      ['--type', 'user.creatd'],
      ['--limit', 'x'],
      ['--after', 'x'],
      ['--since', 'x'],
    ])
      assert.notEqual((await run(system, 'list', ...wrong)).code, 0, wrong.join(' '))
  })

  test('the command shows events as they come, a line of JSON each, until it is interrupted', async () => {
    await using system = await startSystem()
    await system.signUp('ada')
    await numbered(system, 2)
    const args = [
      'cli/latchkey.js',
      'events',
      'watch',
      '--type',
      'user.created,session.created',
      '--after',
      '0',
    ]
    const child = spawn(process.execPath, args, { env: cleanEnvironment(environmentOf(system)) })
    // A command that a failed test left running would keep the process of the test file from ending.
    using _ = { [Symbol.dispose]: () => void child.kill('SIGKILL') }
    let out = ''
    child.stdout.on('data', (data) => {
      out += data
    })
    await until('what was there', () => out.split('\n').length === 3)
    await system.signUpAndLogIn('bob')
    await until('what came', () => out.split('\n').length === 5)
    assert.deepEqual(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).type),
      ['user.created', 'user.created', 'user.created', 'session.created'],
    )
    child.kill('SIGINT')
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })

  test('the command lists the dead letters of both services, and delivers them after all', async () => {
    await using system = await startSystem()
    const { user } = await system.signUpAndLogIn('ada')
    const event = {
      id: newId(1),
      type: 'login.failed',
      subject: user.id,
      data: { reason: 'suspended' },
      at: 1,
    }
    const letters: string[] = []
    // The dead letters must be recent, because the sweep removes those of more than 30 days.
    const givenUpAt = system.clock.now()
    for (const [service, sink, payload] of [
      ['users', 'elsewhere', {}],
      ['auth', 'users', event],
    ] as const) {
      const db = await system.database(service)
      const id = newId(1)
      letters.push(id)
      await db.query`
        INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
        VALUES (${id}, ${sink}, 'a.b', ${user.id}, 1, ${JSON.stringify(payload)}, 1, 1, 3, 'refused', ${givenUpAt})`
    }
    const { out } = await run(system, 'dead-letters')
    for (const id of letters)
      assert.match(out, new RegExp(`^${id} +\\d\\d \\d\\d:\\d\\d:\\d\\d .* a\\.b +3 +refused$`, 'm'))
    assert.equal((await run(system, 'replay', letters[1] ?? '')).code, 0)
    const db = await system.database('users')
    await until(
      'it has arrived',
      async () => (await db.query`SELECT 1 FROM events WHERE id = ${event.id}`).length > 0,
    )
    assert.match((await run(system, 'replay', letters[1] ?? '')).err, /There is no failed delivery/)
    assert.match((await run(system, 'replay', '--all', '--sink', 'users')).out, /: 0$/m)
    assert.match((await run(system, 'replay', '--all')).out, /: 1$/m)
    assert.equal((await run(system, 'dead-letters')).out.trim().split('\n').length, 1)
    const replays = async () =>
      (await storedEvents(db, 'delivery.replayed')).map(({ data }) => [data.sink, data.delivery_id, data.by])
    await until('the event of the other service', async () => (await replays()).length === 2)
    assert.deepEqual(
      (await replays()).sort(),
      [
        ['users', letters[1], null],
        [null, null, null],
      ].sort(),
    )
    for (const wrong of [[], ['a', 'b'], ['a', '--all']])
      assert.equal((await run(system, 'replay', ...wrong)).code, 2)
  })
})
