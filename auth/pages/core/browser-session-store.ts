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

/** Finds by primary key the id of the session that a cookie belongs to. */
export async function findSessionId(db: Sql, digest: string): Promise<string | undefined> {
  const [row] = await db.query<{ session_id: string }>`
    SELECT session_id FROM browser_sessions WHERE digest = ${digest}`
  return row?.session_id
}

export async function removeBrowserSession(db: Sql, digest: string): Promise<void> {
  await db.query`DELETE FROM browser_sessions WHERE digest = ${digest}`
}

export const expiredBrowserSessions = expiring({
  table: sql`browser_sessions`,
  key: sql`digest`,
  column: sql`expires_at`,
})
