import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { authMigrations } from '#auth/service.ts'
import { authTransfers } from '#auth/transfers.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { exportPages } from '#runtime/database/transfer.ts'
import { findFactorKeyNames } from '#users/factors/transfer.ts'
import { userMigrations } from '#users/service.ts'
import { userTransfers } from '#users/transfers.ts'
import { openExisting } from '../open-existing.ts'
import { printableJson } from '../printable.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { table } from '../table.ts'
import { firstLine, lastLine } from '../transfer/export-format.ts'
import { writeNewFile } from '../transfer/new-file.ts'
import { startProgress } from '../transfer/progress-bar.ts'
import { newRun, recordCommand } from '../transfer/record-command.ts'

/**
 * Writes all users with their second factors, API keys, webhooks, OpenID clients and notifications as JSON Lines, while the
 * services run. The format is the same for SQLite and PostgreSQL.
 */
export async function exportCommand(
  settings: AllSettings,
  file: string,
  { 'with-sessions': withSessions, json }: { 'with-sessions': boolean; json: boolean },
): Promise<void> {
  const urls = databaseUrls(settings)
  await using opened = new AsyncDisposableStack()
  const open = async (url: string, migrations: URL): Promise<Database> =>
    opened.adopt(await openExisting(url, migrations), (db) => db.close())
  const users = await open(urls.users, userMigrations)
  const auth = await open(urls.auth, authMigrations)
  const counts = new Map<string, number>()
  const header = firstLine(systemClock.now(), await findFactorKeyNames(users))
  const lines = exportLines(header, allPages(users, auth, withSessions), counts)
  await recordCommand(users, newRun('export', file), async (progress) => {
    try {
      if (file === '-') await pipeline(lines, process.stdout, { end: false })
      else await writeNewFile(file, (part) => pipeline(lines, createWriteStream(part, { flags: 'wx' })))
    } finally {
      progress.rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
    }
  })
  const out = file === '-' ? process.stderr : process.stdout
  out.write(json ? printableJson({ file, rows: Object.fromEntries(counts) }) : describe(counts, withSessions))
}

/**
 * Yields the lines of an export in pages: users before sessions, because an import reads in this order and refuses a session
 * whose user does not exist.
 */
async function* allPages(users: Database, auth: Database, withSessions: boolean) {
  const transfers = [
    ...userTransfers.map((transfer) => ({ db: users, transfer })),
    ...authTransfers.map((transfer) => ({ db: auth, transfer })),
  ]
  for (const { db, transfer } of transfers)
    if (withSessions || !transfer.isOptional) yield* exportPages(transfer, db, systemClock.now())
}

async function* exportLines(
  header: object,
  pages: AsyncIterable<{ type: string }[]>,
  counts: Map<string, number>,
): AsyncGenerator<string> {
  const progress = startProgress()
  let total = 0
  yield `${JSON.stringify(header)}\n`
  for await (const page of pages) {
    for (const { type } of page) counts.set(type, (counts.get(type) ?? 0) + 1)
    total += page.length
    progress.show(total, 0)
    yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
  yield `${JSON.stringify(lastLine)}\n`
  progress.end()
}

function describe(counts: Map<string, number>, withSessions: boolean): string {
  const rows = [...counts].map(([type, count]) => [type, `${count}`])
  const secrets = withSessions
    ? `The file contains password hashes and encrypted signing keys, which need the same
master key. Sessions can be imported within an hour.`
    : 'The file contains password hashes: protect it like the database.'
  return `${table([['KIND', 'ROWS'], ...rows])}\n${secrets}\n`
}
