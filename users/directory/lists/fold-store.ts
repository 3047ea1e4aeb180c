import type { Database, Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { foldedTextOf } from './searched-text.ts'
import { idLists } from './user-page-store.ts'

interface Named {
  id: string
  name: string | null
  email: string
}

/** The users who are missing from the index of folded names. */
export interface FoldState {
  /** Users whose folded text is not in the index yet, at most 1,000 of them. */
  waiting: Named[]
  /** True when users may be missing from the index who are not in `waiting`: after an upgrade, or a large import. */
  isPartial: boolean
}

const maxWaiting = 1_000
const scanRows = 2_500
/** SQLite writes these rows on the event loop, so that a batch must be short. */
const foldRows = 500

/** Reads which users the index of folded texts lacks. */
export async function readFoldState(db: Sql): Promise<FoldState> {
  const waiting = await db.query<Named>`
    SELECT id, name, email FROM unfolded_users JOIN users ON id = user_id LIMIT ${maxWaiting + 1}`
  const scans = await db.query`SELECT after_id FROM user_fold_scan LIMIT 1`
  return {
    waiting: waiting.slice(0, maxWaiting),
    isPartial: waiting.length > maxWaiting || scans.length > 0,
  }
}

/** Returns whether there is anything to fold. */
export async function isFoldDue(db: Sql): Promise<boolean> {
  const due = await db.query`
    SELECT 1 AS due FROM (SELECT user_id FROM unfolded_users LIMIT 1) AS made
    UNION ALL SELECT 1 AS due FROM user_fold_scan`
  return due.length > 0
}

/**
 * Continues the scan of the users who existed before the migration: reads the next ones, and queues those whose names must be
 * folded. Returns how many users it read: 0 when the scan is finished, undefined when there is no scan.
 */
export const scanForFolds = (db: Database): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    const [scan] = await tx.query<{ after_id: string }>`SELECT after_id FROM user_fold_scan`
    if (!scan) return undefined
    const users = await tx.query<Named>`
      SELECT id, name, email FROM users WHERE id > ${scan.after_id} ORDER BY id LIMIT ${scanRows}`
    const due = users.filter((user) => foldedTextOf(user) !== undefined).map(({ id }) => id)
    if (due.length > 0 && tx.engine === 'sqlite')
      await tx.query`
        INSERT OR IGNORE INTO unfolded_users (user_id) SELECT value FROM json_each(${JSON.stringify(due)})`
    else if (due.length > 0)
      await tx.query`
        INSERT INTO unfolded_users (user_id) SELECT json_array_elements_text(CAST(${JSON.stringify(due)} AS JSON))
        ON CONFLICT DO NOTHING`
    const last = users.at(-1)
    if (last) await tx.query`UPDATE user_fold_scan SET after_id = ${last.id}`
    else await tx.query`DELETE FROM user_fold_scan`
    return users.length
  })

/** On PostgreSQL, a user whom another transaction is changing is skipped without a wait, and folded after that transaction. */
const unlocked = { sqlite: sql``, postgres: sql`FOR UPDATE SKIP LOCKED` }

/**
 * Folds the names of the next queued users, and returns how many. They leave the queue before they are read, so that a change
 * that commits later queues its user again.
 */
export const foldWaiting = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const list = idLists[tx.engine]
    const waiting = await tx.query<{ user_id: string }>`
      SELECT user_id FROM unfolded_users ORDER BY user_id LIMIT ${foldRows} ${unlocked[tx.engine]}`
    if (waiting.length === 0) return 0
    const ids = JSON.stringify(waiting.map(({ user_id }) => user_id))
    await tx.query`DELETE FROM unfolded_users WHERE user_id ${list.begin}${ids}${list.end}`
    const users = await tx.query<Named>`
      SELECT id, name, email FROM users WHERE id ${list.begin}${ids}${list.end}`
    await tx.query`DELETE FROM user_folds WHERE user_id ${list.begin}${ids}${list.end}`
    const folds = JSON.stringify(users.flatMap((user) => foldOf(user) ?? []))
    if (tx.engine === 'sqlite')
      await tx.query`
        INSERT INTO user_folds (user_id, folded)
        SELECT json_extract(value, '$.id'), json_extract(value, '$.folded') FROM json_each(${folds})`
    else
      await tx.query`
        INSERT INTO user_folds (user_id, folded)
        SELECT value ->> 'id', value ->> 'folded' FROM json_array_elements(CAST(${folds} AS JSON))`
    return waiting.length
  })

function foldOf(user: Named): { id: string; folded: string } | undefined {
  const folded = foldedTextOf(user)
  return folded === undefined ? undefined : { id: user.id, folded }
}
