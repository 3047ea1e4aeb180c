import { hash } from 'node:crypto'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/** Marks an assertion of a client as used, for all nodes. Returns false if it was used before. */
export async function useAssertion(
  db: Sql,
  { clientId, jti, expiresAt }: { clientId: string; jti: string; expiresAt: number },
): Promise<boolean> {
  const digest = hash('sha256', `${clientId} ${jti}`, 'base64url')
  const inserted = await db.query`
    INSERT INTO used_assertions (digest, expires_at) VALUES (${digest}, ${expiresAt})
    ON CONFLICT DO NOTHING RETURNING digest`
  return inserted.length > 0
}

export const expiredAssertions = expiring({
  table: sql`used_assertions`,
  key: sql`digest`,
  column: sql`expires_at`,
})
