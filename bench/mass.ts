import { closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Session } from '#auth/core/session.ts'
import type { UserResource } from '#contract/users/user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { sqlitePath } from '#runtime/database/open-database.ts'

/**
 * Generated users who signed up over a year, with five sessions each. They are written directly into the
 * databases because an import of that many takes an hour.
 */
export interface Mass {
  users: number
  user(number: number): UserResource
  /**
   * Returns a session that is still valid, and its user. Each number below `livingSessions` gives another
   * session, spread over all generated users.
   */
  livingSession(number: number): { session: Session; user: UserResource }
  livingSessions: number
  /** The disk space of one row of a user and of a session, including its share of all indexes. */
  bytes: { user: number; session: number }
  fillSeconds: number
}

export const sessionsOfUser = 5

export const livingSessionsOf = (users: number): number =>
  Math.floor((users * (sessionsOfUser - 1)) / sessionsOfUser)

const dayMs = 24 * 3_600_000
const yearMs = 365 * dayMs
const sessionMs = 90 * dayMs
const idleMs = 30 * dayMs
/**
 * A large prime, coprime to every number of rows that is used. Multiplying a row number by it, modulo the
 * number of rows, spreads neighbours over the whole table.
 */
const stride = 15_485_863
const rowsAtOnce = 1_000_000
const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron']
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/**
 * Writes the generated users into databases that have their schema and that no process has opened yet. The
 * schema is the same afterwards. All users have the same password. `withSessions` false leaves their sessions out.
 */
export async function fillMass(
  urls: { users: string; auth: string },
  {
    users,
    phc,
    now = Date.now(),
    withSessions = true,
  }: { users: number; phc: string; now?: number; withSessions?: boolean },
): Promise<Mass> {
  const startedAt = performance.now()
  const sessions = users * sessionsOfUser
  const times: Times = {
    now,
    firstUser: now - yearMs,
    everyUserMs: Math.floor(yearMs / users),
    firstSession: now - sessionMs,
    everySessionMs: Math.floor(sessionMs / sessions),
  }
  const userBytes = await fill(urls.users, [{ table: 'users', count: users, rows: userRows(times, phc) }])
  const sessionBytes = withSessions
    ? await fill(urls.auth, [
        { table: 'session_epochs', count: users, rows: epochRows(times) },
        { table: 'sessions', count: sessions, rows: sessionRows(times, users) },
      ])
    : 0
  const livingSessions = withSessions ? livingSessionsOf(users) : 0
  return {
    users,
    user: (number) => user(times, number),
    livingSession(number) {
      if (number >= livingSessions) throw new Error(`There are ${livingSessions} living sessions only.`)
      return livingSession(times, users, users + sessionsOfUser * ((number * stride) % livingSessions))
    },
    livingSessions,
    bytes: { user: userBytes / users, session: sessionBytes / sessions },
    fillSeconds: (performance.now() - startedAt) / 1_000,
  }
}

/**
 * The times of the generated rows in whole milliseconds, so that SQL and JavaScript compute the same values.
 */
interface Times {
  now: number
  firstUser: number
  everyUserMs: number
  firstSession: number
  everySessionMs: number
}

/** Builds the INSERT statement for the row numbers `n` that the given query returns. */
type Rows = (numbers: string, hex: Hex) => string
/**
 * Builds an SQL expression that writes a number with twelve hexadecimal digits, which differs between the
 * database engines.
 */
type Hex = (number: string) => string

const userRows =
  ({ firstUser, everyUserMs }: Times, phc: string): Rows =>
  (numbers, hex) =>
    `
    INSERT INTO users (id, username, username_key, email, email_key, name, role, status, email_verified_at, password_hash,
      metadata, session_epoch, version, created_at, updated_at, last_login_at)
    SELECT ${id(hex, 'at', 'n')}, username, username, username || '@example.com', username || '@example.com', word || ' ' || n,
      'user', 'active', at, '${phc}', '{"plan":"' || word || '","locale":"en"}', 0, 1, at, at, at
    FROM (SELECT n, at, word, word || '.' || n AS username FROM (
      SELECT n, ${firstUser} + n * ${everyUserMs} AS at,
        substr('${words.join('')}', CAST(n % ${words.length} AS INTEGER) * 5 + 1, 5) AS word
      FROM (${numbers}) AS numbers) AS timed) AS named`

const epochRows =
  ({ firstUser, everyUserMs }: Times): Rows =>
  (numbers, hex) =>
    `
    INSERT INTO session_epochs (user_id, epoch)
    SELECT ${id(hex, `${firstUser} + n * ${everyUserMs}`, 'n')}, 0 FROM (${numbers}) AS numbers`

/**
 * Builds the rows of sessions. The five sessions of a user are spread over the table. One of the five has
 * ended and is kept until its last refresh token expires. The oldest, unless it is the ended one, was never
 * refreshed and has expired. The others are valid. The oldest sessions of all users expire during the
 * measurement.
 */
const sessionRows =
  (times: Times, users: number): Rows =>
  (numbers, hex) =>
    `
    INSERT INTO sessions (id, user_id, epoch, generation, rotated_at, created_at, idle_expires_at, expires_at, ended_at,
      end_reason, user_agent, address)
    SELECT ${id(hex, 'at', 'n')}, ${id(hex, `${times.firstUser} + owner * ${times.everyUserMs}`, 'owner')}, 0, 1 + n % 50,
      rotated_at, at, rotated_at + ${idleMs}, CASE WHEN has_ended = 1 THEN rotated_at + ${idleMs} ELSE at + ${sessionMs} END,
      CASE WHEN has_ended = 1 THEN rotated_at END, CASE WHEN has_ended = 1 THEN 'logout' END, '${userAgent}',
      '10.' || (n / 65536 % 256) || '.' || (n / 256 % 256) || '.' || (n % 256)
    FROM (SELECT n, at, has_ended, (n * ${stride} + n / ${users}) % ${users} AS owner,
        CASE WHEN n < ${users} AND has_ended = 0 THEN at ELSE ${times.now} - (${times.now} - at) / 4 END AS rotated_at
      FROM (SELECT n, ${times.firstSession} + n * ${times.everySessionMs} AS at,
          CASE WHEN n % ${sessionsOfUser} = ${sessionsOfUser - 1} THEN 1 ELSE 0 END AS has_ended
        FROM (${numbers}) AS numbers) AS timed) AS owned`

/** Builds the SQL of an id in the form of `newId`, which begins with the time. */
const id = (hex: Hex, at: string, number: string): string =>
  `substr(${hex(at)}, 1, 8) || '-' || substr(${hex(at)}, 9) || '-7000-8000-' || ${hex(number)}`

function idOf(at: number, number: number): string {
  const [time, rest] = [at, number].map((one) => one.toString(16).padStart(12, '0'))
  return `${time?.slice(0, 8)}-${time?.slice(8)}-7000-8000-${rest}`
}

function user({ firstUser, everyUserMs }: Times, number: number): UserResource {
  const createdAt = firstUser + number * everyUserMs
  const word = words[number % words.length]
  return {
    id: idOf(createdAt, number),
    username: `${word}.${number}`,
    email: `${word}.${number}@example.com`,
    name: `${word} ${number}`,
    role: 'user',
    status: 'active',
    is_active: true,
    locale: null,
    email_verified: true,
    has_password: true,
    metadata: { plan: word, locale: 'en' },
    created_at: toRfc3339(createdAt),
    updated_at: toRfc3339(createdAt),
    last_login_at: toRfc3339(createdAt),
  }
}

function livingSession(
  times: Times,
  users: number,
  number: number,
): { session: Session; user: UserResource } {
  const owner = user(times, (number * stride + Math.floor(number / users)) % users)
  const createdAt = times.firstSession + number * times.everySessionMs
  const rotatedAt = times.now - Math.floor((times.now - createdAt) / 4)
  const session = {
    id: idOf(createdAt, number),
    userId: owner.id,
    epoch: 0,
    generation: 1 + (number % 50),
    rotatedAt,
    createdAt,
    amr: ['pwd'],
    authenticatedAt: createdAt,
    idleExpiresAt: rotatedAt + idleMs,
    expiresAt: createdAt + sessionMs,
    endedAt: null,
    endReason: null,
  }
  return { session, user: owner }
}

/** Inserts the rows, and returns by how many bytes the database has grown. */
async function fill(url: string, parts: { table: string; count: number; rows: Rows }[]): Promise<number> {
  const path = sqlitePath(url)
  const db = path === undefined ? await openPostgres(url) : openSqlite(path)
  try {
    const before = await db.bytes()
    for (const { table, count, rows } of parts) {
      // Indexes are dropped and built again: sorting all rows once for each index is far faster than
      // inserting them one by one.
      const indexes = await db.indexes(table)
      for (const { name } of indexes) await db.run(`DROP INDEX ${name}`)
      for (let from = 0; from < count; from += rowsAtOnce)
        await db.run(rows(numbers(from, Math.min(count, from + rowsAtOnce)), db.hex))
      for (const { statement } of indexes) await db.run(statement)
    }
    await db.settle()
    return (await db.bytes()) - before
  } finally {
    await db.close()
  }
}

const numbers = (from: number, to: number): string => `
  WITH RECURSIVE counted (n) AS (SELECT CAST(${from} AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < ${to})
  SELECT n FROM counted`

interface Filling {
  hex: Hex
  run(statement: string): unknown
  /** Returns the indexes of a table, except the index of its primary key. */
  indexes(table: string): Promise<{ name: string; statement: string }[]>
  /**
   * Does the maintenance that the database would otherwise do by itself during the measurement, such as a
   * checkpoint.
   */
  settle(): unknown
  bytes(): Promise<number>
  close(): unknown
}

/** Opens a SQLite database for filling, without durability. After a crash, the filling has to be repeated. */
function openSqlite(path: string): Filling {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA threads = 2')
  return {
    hex: (number) => `printf('%012x', ${number})`,
    run: (statement) => db.exec(statement),
    indexes: async (table) =>
      db
        .prepare(
          `SELECT name, sql AS statement FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?`,
        )
        .all(table) as { name: string; statement: string }[],
    // ANALYZE is not run, because Latchkey does not run it: the statements of Latchkey must find their
    // indexes without statistics.
    settle: () => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    bytes: async () => statSync(path).size,
    close() {
      db.close()
      const fd = openSync(path, 'r+')
      fsyncSync(fd)
      closeSync(fd)
    },
  }
}

async function openPostgres(url: string): Promise<Filling> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    "SET synchronous_commit = 'off'; SET maintenance_work_mem = '512MB'; SET work_mem = '64MB'",
  )
  return {
    hex: (number) => `lpad(to_hex(${number}), 12, '0')`,
    run: (statement) => client.query(statement),
    async indexes(table) {
      const { rows } = await client.query<{ name: string; statement: string }>(
        `SELECT indexname AS name, indexdef AS statement FROM pg_indexes
         WHERE tablename = $1 AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
        [table],
      )
      return rows
    },
    async settle() {
      await client.query('VACUUM (ANALYZE)')
      await client.query('CHECKPOINT')
    },
    async bytes() {
      const { rows } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      )
      return Number(rows[0]?.bytes)
    },
    close: () => client.end(),
  }
}
