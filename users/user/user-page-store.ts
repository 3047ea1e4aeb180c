import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import { toUser, type UserRow } from '../core/user-store.ts'

export interface UserFilter {
  /** How a username or an e-mail address begins, in lower case. */
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

/** Sorts after every text that begins with the prefix: no character of a key comes after it. */
const endOf = (prefix: string): string => `${prefix}\u{10ffff}`

/** One page in order of `(created_at, id)`, by whichever index passes the fewest whom the page has not. */
export async function findUsersPage(db: Sql, filter: PageFilter, limit: number): Promise<User[]> {
  const { prefix, role, status } = filter
  const isWide = prefix !== null && (await fitsMany(db, prefix))
  if (prefix !== null && !isWide) return gatherPage(db, { ...filter, prefix }, limit)
  if (role !== null && role !== 'user') return pageOfRareRole(db, filter, limit)
  if (status !== null && status !== 'active') return pageOfRareStatus(db, filter, limit)
  return isWide ? walkToPage(db, filter, limit) : pageOfAll(db, filter, limit)
}

/** So many are gathered and sorted for a page. */
const mostGathered = 5_000

async function fitsMany(db: Sql, prefix: string): Promise<boolean> {
  const [row] = await db.query<{ names: number; addresses: number }>`
    SELECT
      (SELECT COUNT(*) FROM (SELECT 1 FROM users
        WHERE username_key >= ${prefix} AND username_key < ${endOf(prefix)} LIMIT ${mostGathered}) AS counted) AS names,
      (SELECT COUNT(*) FROM (SELECT 1 FROM users
        WHERE email_key >= ${prefix} AND email_key < ${endOf(prefix)} LIMIT ${mostGathered}) AS counted) AS addresses`
  return row?.names === mostGathered || row?.addresses === mostGathered
}

/**
 * With a plus, as no index has the age. An engine that takes a rare prefix for a common one would pass all users on their way
 * by age, or read the whole table, rather than gather a few.
 */
async function gatherPage(
  db: Sql,
  { after, prefix, status, role, createdBefore }: PageFilter & { prefix: string },
  limit: number,
): Promise<User[]> {
  const rows = await db.query<UserRow>`
    SELECT id, username, email, name, locale, role, status, email_verified_at, password_hash IS NOT NULL AS has_password,
      metadata, session_epoch, version, created_at, updated_at, last_login_at
    FROM users
    WHERE (username_key >= ${prefix} AND username_key < ${endOf(prefix)} OR email_key >= ${prefix} AND email_key < ${endOf(prefix)})
      AND (+created_at, id) > (${after.createdAt}, ${after.id}) AND +created_at < ${createdBefore}
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
    ORDER BY +created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

/** The index is taken only where the statement itself says that it wants no usual ones. */
async function pageOfRareRole(
  db: Sql,
  { after, prefix, status, role, createdBefore }: PageFilter,
  limit: number,
): Promise<User[]> {
  const end = prefix && endOf(prefix)
  const rows = await db.query<UserRow>`
    SELECT id, username, email, name, locale, role, status, email_verified_at, password_hash IS NOT NULL AS has_password,
      metadata, session_epoch, version, created_at, updated_at, last_login_at
    FROM users
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
    SELECT id, username, email, name, locale, role, status, email_verified_at, password_hash IS NOT NULL AS has_password,
      metadata, session_epoch, version, created_at, updated_at, last_login_at
    FROM users
    WHERE status <> 'active' AND status = ${status} AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (created_at, id) > (${after.createdAt}, ${after.id}) AND created_at < ${createdBefore}
      AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${end}
        OR email_key >= ${prefix} AND email_key < ${end})
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

/** With a place to end at, those at it included. */
async function pageOfAll(
  db: Sql,
  { after, prefix, status, role, createdBefore }: PageFilter,
  limit: number,
  upTo: Position = { createdAt: createdBefore, id: '' },
): Promise<User[]> {
  const end = prefix && endOf(prefix)
  const rows = await db.query<UserRow>`
    SELECT id, username, email, name, locale, role, status, email_verified_at, password_hash IS NOT NULL AS has_password,
      metadata, session_epoch, version, created_at, updated_at, last_login_at
    FROM users
    WHERE (created_at, id) > (${after.createdAt}, ${after.id}) AND (created_at, id) <= (${upTo.createdAt}, ${upTo.id})
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${end}
        OR email_key >= ${prefix} AND email_key < ${end})
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

/**
 * Of those whom a common prefix fits a page is soon met on the way through all users. Where all of them came on one day it is not:
 * the way is gone in pieces, for on the embedded database nobody else gets a turn during a statement.
 */
async function walkToPage(db: Sql, filter: PageFilter, limit: number): Promise<User[]> {
  const found: User[] = []
  let { after } = filter
  for (;;) {
    const upTo = await placeBehind(db, { ...filter, after })
    found.push(...(await pageOfAll(db, { ...filter, after }, limit - found.length, upTo)))
    if (found.length === limit || !upTo) return found
    after = upTo
    await nextTurn()
  }
}

/** Of the last one of the next piece; undefined where the rest is less than one. */
async function placeBehind(db: Sql, { after, createdBefore }: PageFilter): Promise<Position | undefined> {
  const [row] = await db.query<{ created_at: number; id: string }>`
    SELECT created_at, id FROM users
    WHERE (created_at, id) > (${after.createdAt}, ${after.id}) AND created_at < ${createdBefore}
    ORDER BY created_at, id LIMIT 1 OFFSET 4999`
  return row && { createdAt: row.created_at, id: row.id }
}

/** Stops counting at `atMost`: an exact count of millions of rows is a scan that nobody reads. */
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

/** Otherwise they are looked through for whom a prefix fits, however many those are of all. */
async function cameMany(db: Sql, { createdAfter, createdBefore }: CountFilter): Promise<boolean> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM users WHERE created_at > ${createdAfter} AND created_at < ${createdBefore} LIMIT ${mostGathered}) AS counted`
  return row?.total === mostGathered
}

type Fitting = CountFilter & { prefix: string }

/** In the order of the keys and in pieces: where all of them are of another status, none would be the last that is looked at. */
async function countFitting(db: Sql, filter: Fitting, atMost: number): Promise<number> {
  let total = 0
  for (const countPiece of [countNames, countAddresses]) {
    let from = filter.prefix
    for (;;) {
      const piece = await countPiece(db, filter, from)
      total += piece.fitting
      if (total >= atMost) return atMost
      if (piece.passed < mostGathered || piece.last === null) break
      // Sorts after that key and before all others: no key has a control character.
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

const nothing: Piece = { passed: 0, fitting: 0, last: null }

async function countNames(db: Sql, filter: Fitting, from: string): Promise<Piece> {
  const { prefix, status, role, createdAfter, createdBefore } = filter
  const [piece = nothing] = await db.query<Piece>`
    SELECT COUNT(*) AS passed, COUNT(CASE WHEN fits THEN 1 END) AS fitting, MAX(piece_key) AS last FROM (
      SELECT username_key AS piece_key, created_at > ${createdAfter} AND created_at < ${createdBefore}
        AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role}) AS fits
      FROM users WHERE username_key >= ${from} AND username_key < ${endOf(prefix)}
      ORDER BY username_key LIMIT ${mostGathered}) AS piece`
  return piece
}

/** But those who are counted by their names. */
async function countAddresses(db: Sql, filter: Fitting, from: string): Promise<Piece> {
  const { prefix, status, role, createdAfter, createdBefore } = filter
  const [piece = nothing] = await db.query<Piece>`
    SELECT COUNT(*) AS passed, COUNT(CASE WHEN fits THEN 1 END) AS fitting, MAX(piece_key) AS last FROM (
      SELECT email_key AS piece_key, NOT (username_key >= ${prefix} AND username_key < ${endOf(prefix)})
        AND created_at > ${createdAfter} AND created_at < ${createdBefore}
        AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role}) AS fits
      FROM users WHERE email_key >= ${from} AND email_key < ${endOf(prefix)}
      ORDER BY email_key LIMIT ${mostGathered}) AS piece`
  return piece
}
