import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { readRecords } from '../moving-in/records.ts'
import { readUserList } from '../moving-in/user-list.ts'
import { withSpooled } from './standard-input.ts'

const hash = '$apr1$8sFt66rZ$CRYv85p.QfgpZA14.50Bk0'

async function* streamOf(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000))
}

describe('the standard input of an import', () => {
  test('is read twice from a file in which nobody else can read a hash, and which goes', async () => {
    const rows = Array.from({ length: 2_000 }, (_, number) => ({
      email: `zoë-${number}@example.com`,
      password_hash: hash,
    }))
    const csv = rows.map((row) => `${row.email},${row.password_hash}\n`).join('')
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    let used = ''
    for (const text of [`email,password_hash\n${csv}`, lines])
      await withSpooled(streamOf(text), async (file) => {
        used = file
        const stored = readFileSync(file)
        assert.equal(stored.length, Buffer.byteLength(text))
        assert.ok(!stored.includes(hash) && !stored.includes('example.com'))
        for (let time = 0; time < 2; time++) {
          const read: unknown[] = []
          for await (const one of readRecords(file)) read.push('value' in one ? { ...one.value } : one)
          assert.deepEqual(read, rows)
        }
      })
    await withSpooled(streamOf(JSON.stringify({ users: rows })), async (file) =>
      assert.deepEqual(
        readUserList(file)?.map((one) => 'value' in one && one.value),
        rows,
      ),
    )
    assert.equal(existsSync(used), false)
  })
})
