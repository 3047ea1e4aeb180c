import type { Sql } from '#runtime/database/database.ts'
import { type Fragment, sql } from '#runtime/database/sql.ts'
import type { User } from '../../core/user.ts'
import { toUser, type UserRow, userColumns } from '../../core/user-store.ts'
import { readSearch } from './searched-text.ts'
import type { Order, Position } from './user-order.ts'

type YesOrNo = 'true' | 'false'

/** The filter of a list of users. A field that is null does not filter. */
export interface UserFilter {
  /** The beginning of a username or an e-mail address, in lower case. */
  prefix: string | null
  /** A part of a username, an e-mail address or a name, as it was typed. */
  text: string | null
  /** The ids of users who match `text` and are not in the index of folded names yet. */
  unfolded: readonly string[]
  status: User['status'] | null
  role: User['role'] | null
  isVerified: YesOrNo | null
  hasFactor: YesOrNo | null
  hasLoggedIn: YesOrNo | null
  /** The bounds of the time of creation in epoch milliseconds. Users who were created exactly at a bound are left out. */
  createdAfter: number
  createdBefore: number
  /** A prefix. Users whose username begins with it are left out. */
  exceptNamed: string | null
}

/** The conditions of the indexes by which users are listed and counted: partial indexes, and `all`, which has every user. */
export const sources = {
  all: sql`1 = 1`,
  admins: sql`role <> 'user' AND role = 'admin'`,
  suspended: sql`status <> 'active' AND status = 'suspended'`,
  factors: sql`factors_version > 0`,
  unconfirmed: sql`email_verified_at IS NULL`,
} as const
export type Source = keyof typeof sources

/** A range of an ordered list: the users of an index (`source`) after the position `after`, up to and including `upTo`. */
export interface Stretch {
  source: Source
  order: Order
  after: Position
  upTo: Position
}

/** Returns the end of the range of keys that begin with a prefix. U+10FFFF sorts after every character of a key. */
export const endOf = (prefix: string): string => `${prefix}\u{10ffff}`

const rows = sql``
const counted = { begin: sql`COUNT(*) AS total FROM (SELECT `, columns: sql`1`, end: sql`) AS counted` }

/**
 * Reads the first users of a range who match a filter. It may read every row of the range, so the caller must keep the range
 * short.
 */
export async function findBetween(
  db: Sql,
  filter: UserFilter,
  stretch: Stretch,
  limit: number,
): Promise<User[]> {
  const shape = { begin: rows, columns: userColumns, end: rows, orderBy: stretch.order.orderBy }
  return (await between<UserRow>(db, { ...shape, filter, stretch, limit })).map(toUser)
}

/** Counts the users of a range who match a filter, up to `limit`. */
export async function countBetween(
  db: Sql,
  filter: UserFilter,
  stretch: Stretch,
  limit: number,
): Promise<number> {
  const shape = { ...counted, orderBy: stretch.order.orderBy }
  const [row] = await between<{ total: number }>(db, { ...shape, filter, stretch, limit })
  return row?.total ?? 0
}

interface Shape {
  begin: Fragment
  columns: Fragment
  end: Fragment
  orderBy: Fragment
  filter: UserFilter
  limit: number
}

/**
 * Selects the users of a range who match a filter. `COUNT` replaces `EXISTS`, for which PostgreSQL would read all factors into a
 * hash table. `factors_version` is compared first, so that nothing is looked up for users who never had a factor. `+ 0` hides
 * `created_at` from its index: the range already has a bound on each side, and with a second one the database would seek to one
 * of them and filter every row after it.
 */
const between = <Row>(
  db: Sql,
  { begin, columns, end, orderBy, filter, stretch, limit }: Shape & { stretch: Stretch },
): Promise<Row[]> => {
  const { prefix, text, unfolded, status, role, isVerified, hasFactor, hasLoggedIn, exceptNamed } = filter
  const { typed, part, beginning, needle } = patternsOf(db, text)
  const list = idLists[db.engine]
  const { source, order, after, upTo } = stretch
  const [isAfter, isAfterId, isAfterEnd] = order.isAfter
  const [isUpTo, isUpToId, isUpToEnd] = order.isUpTo
  return db.query<Row>`
    SELECT ${begin}${columns} FROM users
    WHERE ${sources[source]} AND ${isAfter}${after.key}${isAfterId}${after.id}${isAfterEnd}
      AND ${isUpTo}${upTo.key}${isUpToId}${upTo.id}${isUpToEnd}
      AND created_at + 0 > ${filter.createdAfter} AND created_at + 0 < ${filter.createdBefore}
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (CAST(${isVerified} AS TEXT) IS NULL OR CASE WHEN email_verified_at IS NULL THEN 'false' ELSE 'true' END = ${isVerified})
      AND (CAST(${hasLoggedIn} AS TEXT) IS NULL OR CASE WHEN last_login_at IS NULL THEN 'false' ELSE 'true' END = ${hasLoggedIn})
      AND (CAST(${prefix} AS TEXT) IS NULL OR username_key >= ${prefix} AND username_key < ${prefix && endOf(prefix)}
        OR email_key >= ${prefix} AND email_key < ${prefix && endOf(prefix)})
      AND (CAST(${exceptNamed} AS TEXT) IS NULL
        OR NOT (username_key >= ${exceptNamed} AND username_key < ${exceptNamed && endOf(exceptNamed)}))
      AND (CAST(${text} AS TEXT) IS NULL OR username_key LIKE ${part} ESCAPE '!' OR email_key LIKE ${part} ESCAPE '!'
        OR name LIKE ${typed} ESCAPE '!' OR LOWER(name) LIKE ${part} ESCAPE '!'
        OR CAST(${beginning} AS TEXT) IS NOT NULL
          AND (' ' || username_key || ' ' || email_key || ' ' || LOWER(COALESCE(name, ''))) ${matches[db.engine]} ${beginning}
        OR (SELECT folded FROM user_folds WHERE user_folds.user_id = users.id) LIKE ${needle} ESCAPE '!'
        OR users.id ${list.begin}${JSON.stringify(unfolded)}${list.end})
      AND (CAST(${hasFactor} AS TEXT) IS NULL OR CASE WHEN factors_version > 0
        AND (SELECT COUNT(*) FROM totp_factors WHERE totp_factors.user_id = users.id)
          + (SELECT COUNT(*) FROM passkeys WHERE passkeys.user_id = users.id) > 0 THEN 'true' ELSE 'false' END = ${hasFactor})
    ORDER BY ${orderBy} LIMIT ${limit}${end}`
}

interface Among {
  filter: UserFilter
  order: Order
  after: Position
}

/** Reads those of the given users who match a filter and come after a position. */
export async function findAmong(
  db: Sql,
  ids: readonly string[],
  among: Among,
  limit: number,
): Promise<User[]> {
  const shape = { begin: rows, columns: userColumns, end: rows, orderBy: among.order.orderByHidden }
  return (await amongIds<UserRow>(db, ids, { ...shape, ...among, limit })).map(toUser)
}

/** Counts those of the given users who match a filter. */
export async function countAmong(db: Sql, ids: readonly string[], among: Among): Promise<number> {
  const shape = { ...counted, orderBy: among.order.orderByHidden, limit: ids.length }
  const [row] = await amongIds<{ total: number }>(db, ids, { ...shape, ...among })
  return row?.total ?? 0
}

/** Selects those of the given users who match a filter. The index of the order is not used, because few users have these ids. */
const amongIds = <Row>(
  db: Sql,
  ids: readonly string[],
  { begin, columns, end, orderBy, filter, order, after, limit }: Shape & Among,
): Promise<Row[]> => {
  const { prefix, text, unfolded, status, role, isVerified, hasFactor, hasLoggedIn } = filter
  const { typed, part, beginning, needle } = patternsOf(db, text)
  const list = idLists[db.engine]
  const [isAfter, isAfterId, isAfterEnd] = order.isAfterHidden
  return db.query<Row>`
    SELECT ${begin}${columns} FROM users
    WHERE id ${list.begin}${JSON.stringify(ids)}${list.end} AND ${isAfter}${after.key}${isAfterId}${after.id}${isAfterEnd}
      AND created_at + 0 > ${filter.createdAfter} AND created_at + 0 < ${filter.createdBefore}
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (CAST(${isVerified} AS TEXT) IS NULL OR CASE WHEN email_verified_at IS NULL THEN 'false' ELSE 'true' END = ${isVerified})
      AND (CAST(${hasLoggedIn} AS TEXT) IS NULL OR CASE WHEN last_login_at IS NULL THEN 'false' ELSE 'true' END = ${hasLoggedIn})
      AND (CAST(${prefix} AS TEXT) IS NULL OR username_key || '' >= ${prefix} AND username_key || '' < ${prefix && endOf(prefix)}
        OR email_key || '' >= ${prefix} AND email_key || '' < ${prefix && endOf(prefix)})
      AND (CAST(${text} AS TEXT) IS NULL OR username_key LIKE ${part} ESCAPE '!' OR email_key LIKE ${part} ESCAPE '!'
        OR name LIKE ${typed} ESCAPE '!' OR LOWER(name) LIKE ${part} ESCAPE '!'
        OR CAST(${beginning} AS TEXT) IS NOT NULL
          AND (' ' || username_key || ' ' || email_key || ' ' || LOWER(COALESCE(name, ''))) ${matches[db.engine]} ${beginning}
        OR (SELECT folded FROM user_folds WHERE user_folds.user_id = users.id) LIKE ${needle} ESCAPE '!'
        OR users.id ${list.begin}${JSON.stringify(unfolded)}${list.end})
      AND (CAST(${hasFactor} AS TEXT) IS NULL OR CASE WHEN factors_version > 0
        AND (SELECT COUNT(*) FROM totp_factors WHERE totp_factors.user_id = users.id)
          + (SELECT COUNT(*) FROM passkeys WHERE passkeys.user_id = users.id) > 0 THEN 'true' ELSE 'false' END = ${hasFactor})
    ORDER BY ${orderBy} LIMIT ${limit}${end}`
}

/** The SQL with which each engine reads a JSON array of ids as a list. */
export const idLists = {
  sqlite: { begin: sql`IN (SELECT value FROM json_each(`, end: sql`))` },
  postgres: { begin: sql`= ANY (ARRAY(SELECT json_array_elements_text(CAST(`, end: sql` AS JSON))))` },
}

/** The operators with which each engine compares a text with a pattern that has classes of characters. */
const matches = { sqlite: sql`GLOB`, postgres: sql`~` }

/** ASCII characters that are no letter and no digit, as a class of both engines. */
const separator = '[ -/:-@[-`{-~]'

interface Patterns {
  typed: string | null
  part: string | null
  beginning: string | null
  needle: string | null
}

/** Returns the patterns for the forms of a text. Users whose name is not folded yet are found by the text as it was typed. */
function patternsOf({ engine }: Sql, text: string | null): Patterns {
  if (text === null) return { typed: null, part: null, beginning: null, needle: null }
  const { typed, part, beginning, needle } = readSearch(text)
  return {
    typed: within(typed),
    part: within(part),
    beginning: beginning && beginningPatterns[engine](beginning),
    needle: within(needle),
  }
}

const within = (text: string | null): string | null => text && `%${text.replace(/[!%_]/g, '!$&')}%`

const beginningPatterns = {
  sqlite: (text: string) => `*${separator}${text.replace(/[*?[]/g, '[$&]')}*`,
  postgres: (text: string) => `${separator}${text.replace(/[^a-z0-9]/g, '\\$&')}`,
}

/** Returns the position of the last user of the next chunk; undefined when the range has fewer users than a chunk. */
export async function findEndOfChunk(
  db: Sql,
  { source, order, after, upTo }: Stretch,
): Promise<Position | undefined> {
  const [isAfter, isAfterId, isAfterEnd] = order.isAfter
  const [isUpTo, isUpToId, isUpToEnd] = order.isUpTo
  const [row] = await db.query<Position>`
    SELECT ${order.position} FROM users
    WHERE ${sources[source]} AND ${isAfter}${after.key}${isAfterId}${after.id}${isAfterEnd}
      AND ${isUpTo}${upTo.key}${isUpToId}${upTo.id}${isUpToEnd}
    ORDER BY ${order.orderBy} LIMIT 1 OFFSET 4999`
  return row
}

/** Counts all users of a range, up to `limit`. It reads only the index, and no rows. */
export async function countStretch(
  db: Sql,
  { source, order, after, upTo }: Stretch,
  limit: number,
): Promise<number> {
  const [isAfter, isAfterId, isAfterEnd] = order.isAfter
  const [isUpTo, isUpToId, isUpToEnd] = order.isUpTo
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM users
      WHERE ${sources[source]} AND ${isAfter}${after.key}${isAfterId}${after.id}${isAfterEnd}
        AND ${isUpTo}${upTo.key}${isUpToId}${upTo.id}${isUpToEnd}
      ORDER BY ${order.orderBy} LIMIT ${limit}) AS counted`
  return row?.total ?? 0
}

/** Returns the ids of the users of a range, at most `limit` of them. */
export async function findIdsBetween(
  db: Sql,
  { source, order, after, upTo }: Stretch,
  limit: number,
): Promise<string[]> {
  const [isAfter, isAfterId, isAfterEnd] = order.isAfter
  const [isUpTo, isUpToId, isUpToEnd] = order.isUpTo
  const found = await db.query<{ id: string }>`
    SELECT id FROM users
    WHERE ${sources[source]} AND ${isAfter}${after.key}${isAfterId}${after.id}${isAfterEnd}
      AND ${isUpTo}${upTo.key}${isUpToId}${upTo.id}${isUpToEnd}
    ORDER BY ${order.orderBy} LIMIT ${limit}`
  return found.map(({ id }) => id)
}

/** Returns the id of the user with this key of a username or of an address. No key is both, because no username has an `@`. */
export async function findIdByKey(db: Sql, key: string): Promise<string | undefined> {
  const [row] = await db.query<{
    id: string
  }>`SELECT id FROM users WHERE username_key = ${key} OR email_key = ${key}`
  return row?.id
}
