import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { User } from '../core/user.ts'
import { toUser, type UserRow, userColumns } from '../core/user-store.ts'

export interface UserFilter {
  /** The prefix of a username or an e-mail address, in lower case. */
  prefix: string | null
  status: User['status'] | null
  role: User['role'] | null
  createdBefore: number
}

export interface PageFilter extends UserFilter {
  after: Position
}

export interface CountFilter extends UserFilter {
  createdAfter: number
}

/** Returns the end of the range of keys that begin with a prefix. U+10FFFF sorts after every character of a key. */
const endOf = (prefix: string): string => `${prefix}\u{10ffff}`

/**
 * Reads one page in order of `(created_at, id)`. It chooses the query whose index reads the fewest rows that are not on the page.
 */
export async function findUsersPage(db: Sql, filter: PageFilter, limit: number): Promise<User[]> {
  const { prefix, role, status } = filter
  const isWide = prefix !== null && (await fitsMany(db, prefix))
  if (prefix !== null && !isWide) return gatherPage(db, { ...filter, prefix }, limit)
  if (role !== null && role !== 'user') return pageOfRareRole(db, filter, limit)
  if (status !== null && status !== 'active') return pageOfRareStatus(db, filter, limit)
  return isWide ? walkToPage(db, filter, limit) : pageOfAll(db, filter, limit)
}

/**
 * The maximum number of rows that are sorted for a page, or counted in one statement. A prefix is common when
 * at least this many usernames, or addresses, begin with it.
 */
const maxGathered = 5_000

async function fitsMany(db: Sql, prefix: string): Promise<boolean> {
  const [row] = await db.query<{ names: number; addresses: number }>`
    SELECT
      (SELECT COUNT(*) FROM (SELECT 1 FROM users
        WHERE username_key >= ${prefix} AND username_key < ${endOf(prefix)} LIMIT ${maxGathered}) AS counted) AS names,
      (SELECT COUNT(*) FROM (SELECT 1 FROM users
        WHERE email_key >= ${prefix} AND email_key < ${endOf(prefix)} LIMIT ${maxGathered}) AS counted) AS addresses`
  return row?.names === maxGathered || row?.addresses === maxGathered
}

/**
 * Reads a page by a rare prefix: reads all its matches by the prefix indexes and sorts them. `+created_at` hides the column from
 * its index. A planner that takes the prefix for a common one would otherwise scan all users by age.
 */
async function gatherPage(
  db: Sql,
  { after, prefix, status, role, createdBefore }: PageFilter & { prefix: string },
  limit: number,
): Promise<User[]> {
  const rows = await db.query<UserRow>`
    SELECT ${userColumns} FROM users
    WHERE (username_key >= ${prefix} AND username_key < ${endOf(prefix)} OR email_key >= ${prefix} AND email_key < ${endOf(prefix)})
      AND (+created_at, id) > (${after.createdAt}, ${after.id}) AND +created_at < ${createdBefore}
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
    ORDER BY +created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

/**
 * Reads a page of a rare role, by a partial index. `role <> 'user'` repeats the condition of the index, because the planner uses
 * it only then.
 */
async function pageOfRareRole(
  db: Sql,
  { after, prefix, status, role, createdBefore }: PageFilter,
  limit: number,
): Promise<User[]> {
  const end = prefix && endOf(prefix)
  const rows = await db.query<UserRow>`
    SELECT ${userColumns} FROM users
    WHERE role <> 'user' AND role = ${role} AND (CAST(${status} AS TEXT) IS NULL OR status = ${status})
      AND (created_at, id) > (${after.createdAt}, ${after.id}) AND created_at < ${createdBefore}
      AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${end}
        OR email_key >= ${prefix} AND email_key < ${end})
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

async function pageOfRareStatus(
  db: Sql,
  { after, prefix, status, role, createdBefore }: PageFilter,
  limit: number,
): Promise<User[]> {
  const end = prefix && endOf(prefix)
  const rows = await db.query<UserRow>`
    SELECT ${userColumns} FROM users
    WHERE status <> 'active' AND status = ${status} AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (created_at, id) > (${after.createdAt}, ${after.id}) AND created_at < ${createdBefore}
      AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${end}
        OR email_key >= ${prefix} AND email_key < ${end})
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

/** Reads a page of all users by `(created_at, id)`, up to and including `upTo`. */
async function pageOfAll(
  db: Sql,
  { after, prefix, status, role, createdBefore }: PageFilter,
  limit: number,
  upTo: Position = { createdAt: createdBefore, id: '' },
): Promise<User[]> {
  const end = prefix && endOf(prefix)
  const rows = await db.query<UserRow>`
    SELECT ${userColumns} FROM users
    WHERE (created_at, id) > (${after.createdAt}, ${after.id}) AND (created_at, id) <= (${upTo.createdAt}, ${upTo.id})
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${end}
        OR email_key >= ${prefix} AND email_key < ${end})
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

/**
 * Reads a page by a common prefix. A scan of all users by age usually meets enough matches soon, but not if all of them came on
 * one day. It scans in chunks, because on SQLite a single long statement would block the event loop.
 */
async function walkToPage(db: Sql, filter: PageFilter, limit: number): Promise<User[]> {
  const found: User[] = []
  let { after } = filter
  for (;;) {
    const upTo = await findEndOfChunk(db, { ...filter, after })
    found.push(...(await pageOfAll(db, { ...filter, after }, limit - found.length, upTo)))
    if (found.length === limit || !upTo) return found
    after = upTo
    await nextTurn()
  }
}

/** Returns the position of the last row of the next chunk; undefined when fewer rows than a chunk are left. */
export async function findEndOfChunk(
  db: Sql,
  { after, createdBefore }: Pick<PageFilter, 'after' | 'createdBefore'>,
): Promise<Position | undefined> {
  const [row] = await db.query<{ created_at: number; id: string }>`
    SELECT created_at, id FROM users
    WHERE (created_at, id) > (${after.createdAt}, ${after.id}) AND created_at < ${createdBefore}
    ORDER BY created_at, id LIMIT 1 OFFSET 4999`
  return row && { createdAt: row.created_at, id: row.id }
}

/** Counts users up to `atMost`. An exact count of millions of rows is a full scan, and nobody reads the number. */
export async function countUsers(db: Sql, filter: CountFilter, atMost: number): Promise<number> {
  const { prefix, status, role, createdAfter, createdBefore } = filter
  const end = prefix && endOf(prefix)
  const isRareRole = role !== null && role !== 'user'
  const isRareStatus = status !== null && status !== 'active'
  const isByKey = async (given: string) =>
    !(await fitsMany(db, given)) || (!isRareRole && !isRareStatus && (await cameMany(db, filter)))
  if (prefix !== null && (await isByKey(prefix))) return countFitting(db, { ...filter, prefix }, atMost)
  if (isRareRole) {
    const [row] = await db.query<{ total: number }>`
      SELECT COUNT(*) AS total FROM (
        SELECT 1 FROM users
        WHERE role <> 'user' AND role = ${role} AND (CAST(${status} AS TEXT) IS NULL OR status = ${status})
          AND created_at > ${createdAfter} AND created_at < ${createdBefore}
          AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${end}
            OR email_key >= ${prefix} AND email_key < ${end})
        LIMIT ${atMost}) AS counted`
    return row?.total ?? 0
  }
  if (isRareStatus) {
    const [row] = await db.query<{ total: number }>`
      SELECT COUNT(*) AS total FROM (
        SELECT 1 FROM users
        WHERE status <> 'active' AND status = ${status} AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
          AND created_at > ${createdAfter} AND created_at < ${createdBefore}
          AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${end}
            OR email_key >= ${prefix} AND email_key < ${end})
        LIMIT ${atMost}) AS counted`
    return row?.total ?? 0
  }
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM users
      WHERE created_at > ${createdAfter} AND created_at < ${createdBefore}
        AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
        AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${end}
          OR email_key >= ${prefix} AND email_key < ${end})
      LIMIT ${atMost}) AS counted`
  return row?.total ?? 0
}

/**
 * Returns true when at least 5,000 users fall into the date range. Counting by the prefix index is cheaper then than scanning the
 * range.
 */
async function cameMany(db: Sql, { createdAfter, createdBefore }: CountFilter): Promise<boolean> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM users WHERE created_at > ${createdAfter} AND created_at < ${createdBefore} LIMIT ${maxGathered}) AS counted`
  return row?.total === maxGathered
}

type Fitting = CountFilter & { prefix: string }

/**
 * Counts the matches of a prefix by the indexes of usernames and addresses, in chunks: if no match has the given status, the
 * count goes through all of them, and a single statement would block the event loop.
 */
async function countFitting(db: Sql, filter: Fitting, atMost: number): Promise<number> {
  let total = 0
  for (const countPiece of [countNames, countAddresses]) {
    let from = filter.prefix
    for (;;) {
      const piece = await countPiece(db, filter, from)
      total += piece.fitting
      if (total >= atMost) return atMost
      if (piece.passed < maxGathered || piece.last === null) break
      // The next chunk starts after the last key: a control character sorts before all characters of a key.
      from = `${piece.last}\u0001`
      await nextTurn()
    }
  }
  return total
}

interface Piece {
  passed: number
  fitting: number
  last: string | null
}

const pieceColumns = sql`COUNT(*) AS passed, COUNT(CASE WHEN fits THEN 1 END) AS fitting, MAX(piece_key) AS last`

const nothing: Piece = { passed: 0, fitting: 0, last: null }

async function countNames(db: Sql, filter: Fitting, from: string): Promise<Piece> {
  const { prefix, status, role, createdAfter, createdBefore } = filter
  const [piece = nothing] = await db.query<Piece>`
    SELECT ${pieceColumns} FROM (
      SELECT username_key AS piece_key, created_at > ${createdAfter} AND created_at < ${createdBefore}
        AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role}) AS fits
      FROM users WHERE username_key >= ${from} AND username_key < ${endOf(prefix)}
      ORDER BY username_key LIMIT ${maxGathered}) AS piece`
  return piece
}

/** Counts matches by address, except users who are counted by their username already. */
async function countAddresses(db: Sql, filter: Fitting, from: string): Promise<Piece> {
  const { prefix, status, role, createdAfter, createdBefore } = filter
  const [piece = nothing] = await db.query<Piece>`
    SELECT ${pieceColumns} FROM (
      SELECT email_key AS piece_key, NOT (username_key >= ${prefix} AND username_key < ${endOf(prefix)})
        AND created_at > ${createdAfter} AND created_at < ${createdBefore}
        AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role}) AS fits
      FROM users WHERE email_key >= ${from} AND email_key < ${endOf(prefix)}
      ORDER BY email_key LIMIT ${maxGathered}) AS piece`
  return piece
}
