import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import { newId } from '#runtime/ids.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import type { Sample } from '../figures.ts'

/**
 * The baseline for writes: inserts rows into bare node:sqlite, a given number in each commit. Each commit
 * waits for the disk.
 */
const { seconds, rowsInCommit } = (await json(process.stdin)) as { seconds: number; rowsInCommit: number }
const folder = temporaryFolderOnDisk()
const db = new DatabaseSync(join(folder, 'floor.db'))
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE users (id TEXT PRIMARY KEY, username TEXT, email TEXT);
  CREATE UNIQUE INDEX users_by_email ON users (email);`)
const insert = db.prepare('INSERT INTO users (id, username, email) VALUES (?, ?, ?)')
let rows = 0
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
while (performance.now() - startedAt < seconds * 1_000) {
  db.exec('BEGIN IMMEDIATE')
  for (let inCommit = 0; inCommit < rowsInCommit; inCommit++) {
    const id = newId(Date.now())
    insert.run(id, id, `${id}@example.com`)
  }
  db.exec('COMMIT')
  rows += rowsInCommit
}
const tookMs = performance.now() - startedAt
const { user, system } = process.cpuUsage(cpuBefore)
db.close()
rmSync(folder, { recursive: true })
const sample: Sample = { perSecond: (rows * 1_000) / tookMs, cpuUs: (user + system) / rows }
process.stdout.write(`${JSON.stringify(sample)}\n`)
