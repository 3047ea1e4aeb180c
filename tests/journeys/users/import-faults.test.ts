import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKeyOf } from '#contract/rules/api-key-form.ts'
import { sqlitePath } from '#runtime/database/open-database.ts'
import { engines, temporaryDatabase } from '#tests/support/engines.ts'
import {
  apiKeyRow,
  firstLine,
  type Row,
  rowId,
  sessionRow,
  someHash,
  summaryOf,
  userRow,
  writeExport,
} from '#tests/support/export-file.ts'
import { newInstallation } from '#tests/support/installation.ts'
import { latchkey } from '#tests/support/process.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { until } from '#tests/support/until.ts'

test('a bad row is one line that names the field and never the hash; the others are imported', async () => {
  await using installation = await newInstallation('sqlite')
  const otherHash = someHash.replace('argon2id', 'argon2d')
  const dearHash = someHash.replace('m=19456', 'm=9999999')
  const { email: _, ...withoutEmail } = userRow(1)
  const bad: [Row | string, RegExp][] = [
    ['{"type":"user"', /The text is not JSON/],
    ['[]', /\/type: There is no such kind of row/],
    ['7', /not a JSON object/],
    ['{"type":"user","type":"user"}', /stands twice/],
    [`{"type":"user","name":"${'x'.repeat(300_000)}"}`, /too long, or not UTF-8/],
    [{ type: 'group', id: rowId(1) }, /\/type: There is no such kind of row/],
    [withoutEmail, /\/email: This is required/],
    [userRow(1, { username_key: 'admin' }), /\/username_key: There is no such field/],
    [userRow(1, { '\u001b[2J': 1 }), /\/\?\[2J: There is no such field/],
    [userRow(1, { id: 'one' }), /\/id: /],
    [userRow(1, { id: rowId(1).toUpperCase().replaceAll('0', 'A') }), /\/id: /],
    [userRow(1, { username: 'a b' }), /\/username: /],
    [userRow(1, { username: rowId(1) }), /\/username: A username must not look like a UUID/],
    [userRow(1, { email: 'ada@example.com, eve@example.com' }), /\/email: This is not a plain/],
    [userRow(1, { name: 'a\nb' }), /\/name: /],
    [userRow(1, { role: 'root' }), /\/role: /],
    [userRow(1, { status: 'deleted' }), /\/status: /],
    [userRow(1, { password_hash: otherHash }), /\/password_hash: It is not a hash of a known format/],
    [userRow(1, { password_hash: dearHash }), /\/password_hash: This argon2 hash takes more than 256 MiB/],
    [
      userRow(1, { password_hash: `$pbkdf2-sha256$1000000000$${'A'.repeat(22)}$${'A'.repeat(43)}` }),
      /\/password_hash: This pbkdf2 hash takes more than 2,000,000 rounds/,
    ],
    [
      userRow(1, { password_hash: `$P$S${'a'.repeat(30)}` }),
      /\/password_hash: This phpass hash takes more than 65,536 rounds/,
    ],
    [userRow(1, { password_hash: '' }), /\/password_hash: It is not a hash of a known format/],
    [userRow(1, { password_hash: someHash.repeat(9) }), /\/password_hash: /],
    [userRow(1, { metadata: { big: 'x'.repeat(9_000) } }), /\/metadata: The metadata is larger than 8 KiB/],
    [userRow(1, { metadata: [] }), /\/metadata: /],
    [userRow(1, { metadata: null }), /\/metadata: /],
    [userRow(1, { created_at: '2026-01-01T00:00:00Z' }), /\/created_at: /],
    [userRow(1, { updated_at: 8.65e15 }), /\/updated_at: /],
    [userRow(1, { session_epoch: -1 }), /\/session_epoch: /],
    [userRow(1, { version: 1.5 }), /\/version: /],
    [{ type: 'deleted_user', id: rowId(1) }, /\/deleted_at: This is required/],
    [apiKeyRow(1, { id: 'one' }), /\/id: /],
    [apiKeyRow(1, { key: undefined, digest: undefined }), /\/digest: This is required/],
    [apiKeyRow(1, { digest: apiKeyOf(Buffer.alloc(32)) }), /\/digest: /],
    [apiKeyRow(1, { digest: `${'A'.repeat(42)}B` }), /\/digest: /],
    [apiKeyRow(1, { name: 'a\nb' }), /\/name: /],
    [apiKeyRow(1, { scopes: 'users:read' }), /\/scopes: /],
    [apiKeyRow(1, { scopes: [] }), /\/scopes: /],
    [apiKeyRow(1, { scopes: ['users:read', 'users:all'] }), /\/scopes\/1: /],
    [apiKeyRow(1, { created_by: 'admin' }), /\/created_by: /],
    [apiKeyRow(1, { expires_at: 8.64e15 }), /\/expires_at: A key expires .* within two years/],
    [apiKeyRow(1, { expires_at: 1 }), /\/expires_at: A key expires in the future/],
    [apiKeyRow(1, { last_used_at: 'never' }), /\/last_used_at: /],
    [apiKeyRow(1, { revoked_at: null }), /\/revoked_at: There is no such field/],
    [{ type: 'session_epoch', user_id: 'x', epoch: 1 }, /\/user_id: /],
    [sessionRow(2, { generation: 0 }), /\/generation: /],
    [{ type: 'signing_key', kid: 'k' }, /\/sealed_key: This is required/],
  ]
  const file = writeExport(installation.newPath(), [userRow(0), ...bad.map(([row]) => row), userRow(2)])
  const { code, out, err } = await installation.run('import', file, '--with-sessions')
  assert.equal(code, 1)
  const lines = err.trimEnd().split('\n')
  for (const [at, [, expected]] of bad.entries()) {
    const line = lines[at] ?? ''
    assert.ok(line.startsWith(`${file}:${at + 3}: `), line)
    assert.match(line, expected)
  }
  assert.equal(lines.length, bad.length + 1)
  assert.ok(!err.includes('$argon2') && !err.includes('$m=') && !err.includes('\u001b'))
  assert.equal(summaryOf(out, 'user')?.[1], 2)
  assert.equal((await installation.rows('users')).length, 2)
  assert.deepEqual(await installation.rows('api_keys'), [])
})

describe('a file that is no whole export', () => {
  test('changes nothing, and one line says why', async () => {
    const notOne: [string, RegExp][] = [
      ['', /is not an export of Latchkey/],
      ['a text', /is not an export of Latchkey/],
      [JSON.stringify(userRow(1)), /is not an export of Latchkey/],
      [firstLine().replace('"version":1', '"version":2'), /another version of Latchkey/],
    ]
    await using installation = await newInstallation('sqlite')
    const file = installation.newPath()
    const data = installation.newPath()
    for (const [line, expected] of notOne) {
      writeFileSync(file, `${line}\n${JSON.stringify(userRow(1))}\n`)
      const { code, out, err } = latchkey(['import', file], { LATCHKEY_DATA: data })
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, /^latchkey: [^\n]+\n$/)
      assert.match(err, expected)
      assert.ok(!existsSync(data))
    }
  })

  test('is imported as far as it goes when it was cut off, and that is said', async () => {
    await using installation = await newInstallation('sqlite')
    const file = writeExport(installation.newPath(), [userRow(1), userRow(2)], { end: false })
    const { code, out, err } = await installation.run('import', file)
    assert.equal(code, 1)
    assert.match(err, /^latchkey: .* is incomplete: its end is missing.*\n$/)
    assert.deepEqual(summaryOf(out, 'user'), [2, 2, 0, 0, 0])
  })

  test('an import into PostgreSQL without the schema is refused', async () => {
    await using installation = await newInstallation('sqlite')
    await using database = await temporaryDatabase('postgres')
    const environment = { LATCHKEY_DATA: installation.data, LATCHKEY_USERS_DATABASE: database.url }
    const { code, err } = latchkey(['import', writeExport(installation.newPath(), [userRow(1)])], environment)
    assert.equal(code, 1)
    assert.match(err, /^latchkey: The database has not the schema .*Run latchkey migrate\.\n$/)
  })
})

for (const engine of engines) {
  test(`an import on ${engine} that was killed goes on where it was`, async () => {
    await using installation = await newInstallation(engine)
    const total = 4_000
    const file = writeExport(
      installation.newPath(),
      Array.from({ length: total }, (_, number) => userRow(number)),
    )
    const count = async () => (await installation.rows('users')).length
    const { code } = await runCommand(['import', '-'], installation.environment, async (child) => {
      child.stdin.write(readFileSync(file, 'utf8').slice(0, -100_000))
      await until('a row', async () => (await count()) > 0)
      child.kill('SIGKILL')
    })
    const taken = await count()
    assert.ok(code === null && taken > 0 && taken < total, `it was killed after ${taken}`)
    const again = await installation.run('import', file)
    assert.deepEqual(summaryOf(again.out, 'user'), [total, total - taken, taken, 0, 0], again.err)
    assert.equal(again.code, 0)
    assert.equal(await count(), total)
  })
}

test('an import waits for a database that cannot be written for a while', async () => {
  await using installation = await newInstallation('sqlite')
  using other = new DatabaseSync(sqlitePath(installation.urls.users) ?? '', { timeout: 60_000 })
  const bytes = JSON.stringify(userRow(1))
  const { code, err } = await runCommand(['import', '-'], installation.environment, async (child) => {
    child.stdin.write(`${firstLine()}\n`)
    // The import opens the database of the user service first. No other process opens the database of the authentication
    // service, so its write-ahead log shows that both are open.
    await until('both are open', () => existsSync(`${sqlitePath(installation.urls.auth)}-wal`))
    other.exec('BEGIN IMMEDIATE')
    child.stdin.end(`${bytes}\n{"type":"end"}\n`)
    // The database stays locked for longer than one attempt of the import waits.
    await sleep(11_000)
    other.exec('ROLLBACK')
  })
  assert.equal(code, 0, err)
  assert.equal((await installation.rows('users')).length, 1)
})
