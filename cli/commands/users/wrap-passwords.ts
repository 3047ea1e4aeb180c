import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock, toRfc3339 } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { sqlitePath } from '#runtime/database/open-database.ts'
import { countConnectionsBefore } from '#runtime/database/postgres/application-name.ts'
import { InUseFault, lockSqlite } from '#runtime/database/sqlite/lock.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { countFastPasswords } from '#users/credentials/fast-forms.ts'
import { findWrappingSince, startWrapping } from '#users/credentials/start-wrapping.ts'
import { userMigrations } from '#users/service.ts'
import { confirm } from '../../confirm.ts'
import { openExisting } from '../../open-existing.ts'
import { printJson } from '../../printable.ts'
import { type AllSettings, databaseUrls } from '../../settings/all-settings.ts'
import { startProgress } from '../../transfer/progress-bar.ts'

/**
 * Makes the services store the fast hashes of earlier versions inside argon2id ("wrap" them). When run again, it shows how many
 * are left.
 */
export async function wrapPasswordsCommand(
  settings: AllSettings,
  { yes, wait, json }: { yes: boolean; wait: boolean; json: boolean },
): Promise<void> {
  const url = databaseUrls(settings).users
  const db = await openExisting(url, userMigrations)
  try {
    const found = await countFastPasswords(db)
    const before = await findWrappingSince(db)
    const isStarting = found > 0 && before === undefined
    const since = isStarting ? await start(db, url, { found, yes }) : before
    const isShown = wait && since !== undefined
    if (isShown) await showUntilDone(db, found)
    const waiting = isShown ? 0 : found
    if (json) {
      const left = { waiting, since: since === undefined ? null : toRfc3339(since) }
      return printJson(left)
    }
    process.stdout.write(
      waiting === 0
        ? 'No fast password hashes.\n'
        : `${hashes(waiting)} left. ${isStarting && sqlitePath(url) !== undefined ? 'Start the service: it' : 'The user service'} stores them inside argon2id in the background. Run this command again to see the progress.\n`,
    )
  } finally {
    await db.close()
  }
}

const hashes = (count: number) => (count === 1 ? '1 password hash is' : `${count} password hashes are`)

/** Turns on the wrapping of fast hashes after a confirmation, and returns the time of it. */
async function start(
  db: Database,
  url: string,
  { found, yes }: { found: number; yes: boolean },
): Promise<number> {
  // On SQLite no service may run meanwhile, because it could be of an earlier version. PostgreSQL shows the versions of its
  // connections.
  const path = sqlitePath(url)
  const unlock = path === undefined ? undefined : lockOut(path)
  try {
    const before = await countConnectionsBefore(db)
    if (before > 0)
      throw new StartFault([
        `Nodes of an earlier version are connected to this database (${before} connections). Update or stop them first. Nothing was changed.`,
      ])
    process.stderr.write(
      `${hashes(found)} fast to guess, and will be stored inside argon2id. This cannot be undone: earlier versions cannot check these passwords and no longer start on this database. To return to one, you need a backup from before.\n`,
    )
    await confirm('Every node must run this version.', { word: 'wrap', yes })
    const now = systemClock.now()
    await startWrapping(db, { migrations: userMigrations, waiting: found, now })
    return now
  } finally {
    unlock?.()
  }
}

function lockOut(path: string): () => void {
  try {
    return lockSqlite(path)
  } catch (cause) {
    if (!(cause instanceof InUseFault)) throw cause
    const advice = 'Stop the service first, run this command again, and then start the service.'
    throw new StartFault([...cause.faults, advice], { cause })
  }
}

/** The pauses between two counts, which grow because each count reads all fast hashes. */
const [shortestPauseMs, longestPauseMs] = [500, 15_000]
/** The time without progress after which the command prints a notice: no hash is stored while no user service runs. */
const idleMs = 2 * 60_000

async function showUntilDone(db: Database, found: number): Promise<void> {
  const progress = startProgress(found)
  let [pauseMs, fellAt] = [shortestPauseMs, performance.now()]
  for (let waiting = found; waiting > 0; ) {
    progress.show(found - waiting, found - waiting)
    await sleep(pauseMs)
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    const left = await countFastPasswords(db)
    if (left < waiting) fellAt = performance.now()
    else if (performance.now() - fellAt > idleMs) {
      process.stderr.write(
        'No hash was stored for two minutes. Check that the user service runs, in this version.\n',
      )
      fellAt = performance.now()
    }
    waiting = left
  }
  progress.end()
}
