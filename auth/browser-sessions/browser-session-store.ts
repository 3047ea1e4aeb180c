import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

export async function insertBrowserSession(
  db: Sql,
  { digest, sessionId, expiresAt }: { digest: string; sessionId: string; expiresAt: number },
): Promise<void> {
  await db.query`
    INSERT INTO browser_sessions (digest, session_id, expires_at) VALUES (${digest}, ${sessionId}, ${expiresAt})`
}

/** What is stored about a cookie. */
export interface BrowserRow {
  sessionId: string
  /** When the admin console was last used with the cookie; null when it never was. */
  consoleUsedAt: number | null
}

/** Finds a cookie by primary key. */
export async function findBrowserRow(db: Sql, digest: string): Promise<BrowserRow | undefined> {
  const [row] = await db.query<{ session_id: string; console_used_at: number | null }>`
    SELECT session_id, console_used_at FROM browser_sessions WHERE digest = ${digest}`
  return row && { sessionId: row.session_id, consoleUsedAt: row.console_used_at }
}

/** Stores the time of a use of the console. A request that is handled late never moves the time back. */
export async function storeConsoleUse(
  db: Sql,
  { digest, at }: { digest: string; at: number },
): Promise<void> {
  await db.query`
    UPDATE browser_sessions SET console_used_at = ${at}
    WHERE digest = ${digest} AND (console_used_at IS NULL OR console_used_at < ${at})`
}

export async function removeBrowserSession(db: Sql, digest: string): Promise<void> {
  await db.query`DELETE FROM browser_sessions WHERE digest = ${digest}`
}

export const expiredBrowserSessions = expiring({
  table: sql`browser_sessions`,
  key: sql`digest`,
  column: sql`expires_at`,
})
