import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/** An account at a provider that a person has proven in a browser, and may link to a user in the same browser. */
export interface LinkProof {
  /** The digest of the secret of the browser. */
  browser: string
  id: string
  /** The user and the session that asked for the link; null where the person was not signed in. */
  userId: string | null
  sessionId: string | null
  provider: string
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  returnTo: string | null
}

interface Row {
  browser: string
  id: string
  user_id: string | null
  session_id: string | null
  provider: string
  issuer: string
  subject: string
  email: string | null
  email_verified: number
  return_to: string | null
}

const columns = sql`
  browser, id, user_id, session_id, provider, issuer, subject, email, email_verified, return_to`

const toProof = (row: Row): LinkProof => ({
  browser: row.browser,
  id: row.id,
  userId: row.user_id,
  sessionId: row.session_id,
  provider: row.provider,
  issuer: row.issuer,
  subject: row.subject,
  email: row.email,
  emailVerified: row.email_verified === 1,
  returnTo: row.return_to,
})

/** Stores a proof. It replaces the earlier proof of the browser, so that a browser has at most one. */
export async function storeLinkProof(tx: Sql, one: LinkProof, expiresAt: number): Promise<void> {
  await tx.query`DELETE FROM link_proofs WHERE browser = ${one.browser}`
  await tx.query`
    INSERT INTO link_proofs (${columns}, expires_at)
    VALUES (${one.browser}, ${one.id}, ${one.userId}, ${one.sessionId}, ${one.provider}, ${one.issuer}, ${one.subject},
      ${one.email}, ${one.emailVerified ? 1 : 0}, ${one.returnTo}, ${expiresAt})`
}

export async function findLinkProof(
  db: Sql,
  { browser, now }: { browser: string; now: number },
): Promise<LinkProof | undefined> {
  const [row] = await db.query<Row>`
    SELECT ${columns} FROM link_proofs WHERE browser = ${browser} AND expires_at > ${now}`
  return row && toProof(row)
}

/** Removes a proof and returns it. Of several callers at the same time, exactly one gets it (I146). */
export async function takeLinkProof(
  db: Sql,
  { browser, id, now }: { browser: string; id: string; now: number },
): Promise<LinkProof | undefined> {
  const [row] = await db.query<Row>`
    DELETE FROM link_proofs WHERE browser = ${browser} AND id = ${id} AND expires_at > ${now} RETURNING ${columns}`
  return row && toProof(row)
}

export const removeLinkProofs = async (tx: Sql, userId: string): Promise<void> => {
  await tx.query`DELETE FROM link_proofs WHERE user_id = ${userId}`
}

export const expiredLinkProofs = expiring({
  table: sql`link_proofs`,
  key: sql`browser`,
  column: sql`expires_at`,
})
