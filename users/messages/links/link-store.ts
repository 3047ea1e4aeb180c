import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { removeDeliveries } from '#runtime/events/outbox.ts'
import { expiring } from '#runtime/sweep.ts'
import { type RequestType, requestSink } from '../../core/queued-request.ts'
import { requireEmailKey } from '../../core/user.ts'
import { type ActionToken, digestOf, type TokenPurpose } from './link.ts'

interface LinkRow {
  purpose: TokenPurpose
  user_id: string
  email: string
  created_at: number
  expires_at: number
}

const linkColumns = sql`purpose, user_id, email, created_at, expires_at`

const toLink = (row: LinkRow): ActionToken => ({
  purpose: row.purpose,
  userId: row.user_id,
  email: row.email,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

export async function insertLink(tx: Sql, token: string, link: ActionToken): Promise<void> {
  await tx.query`
    INSERT INTO links (digest, purpose, user_id, email, email_key, created_at, expires_at)
    VALUES (${digestOf(token)}, ${link.purpose}, ${link.userId}, ${link.email}, ${requireEmailKey(link.email)}, ${link.createdAt},
      ${link.expiresAt})`
}

/** Finds a link that has not expired by its token, without using it up. */
export async function findLink(db: Sql, token: string, now: number): Promise<ActionToken | undefined> {
  const [row] = await db.query<LinkRow>`
    SELECT ${linkColumns} FROM links WHERE digest = ${digestOf(token)} AND expires_at > ${now}`
  return row && toLink(row)
}

/** Deletes a link and returns it. When several requests race for a link, only one gets it; the others get undefined. */
export async function takeLink(tx: Sql, token: string, now: number): Promise<ActionToken | undefined> {
  const [row] = await tx.query<LinkRow>`
    DELETE FROM links WHERE digest = ${digestOf(token)} AND expires_at > ${now}
    RETURNING ${linkColumns}`
  return row && toLink(row)
}

/**
 * Removes every link with which somebody could log in as the user, and the queued requests for such links. The links “This was
 * not me” stay, because the owner recovers the account with them.
 */
export async function removeEntryLinks(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM links WHERE user_id = ${userId} AND purpose <> 'take_back'`
  await removeDeliveries(tx, { sink: requestSink, subject: userId })
}

/** Removes the user's links that were sent to other addresses than the given one. */
export async function removeLinksElsewhere(tx: Sql, userId: string, emailKey: string): Promise<void> {
  await tx.query`DELETE FROM links WHERE user_id = ${userId} AND email_key <> ${emailKey}`
}

/** Removes the links with which the user could set a new password for a forgotten one, whether they were mailed or shown. */
export async function removeResetLinks(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM links WHERE user_id = ${userId} AND purpose IN ('reset_password', 'shown_reset')`
}

/** Finds the unused links of a user, newest first. Tokens of a login with a temporary password are left out: no link has them. */
export async function findLinksOf(
  db: Sql,
  { userId, now, limit }: { userId: string; now: number; limit: number },
): Promise<ActionToken[]> {
  const rows = await db.query<LinkRow>`
    SELECT ${linkColumns} FROM links
    WHERE user_id = ${userId} AND expires_at > ${now} AND purpose <> 'temporary_password'
    ORDER BY created_at DESC LIMIT ${limit}`
  return rows.map(toLink)
}

export async function removeLinksFor(tx: Sql, userId: string, purpose: TokenPurpose): Promise<void> {
  await tx.query`DELETE FROM links WHERE user_id = ${userId} AND purpose = ${purpose}`
}

export async function removeLaterLinks(tx: Sql, { userId, purpose, createdAt }: ActionToken): Promise<void> {
  await tx.query`DELETE FROM links WHERE user_id = ${userId} AND purpose = ${purpose} AND created_at >= ${createdAt}`
}

export async function forgetLinks(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM links WHERE user_id = ${userId}`
  await removeDeliveries(tx, { sink: requestSink, subject: userId })
}

/**
 * Removes the links of all users, and the queued requests for links. Returns the number of links. Queued sign-ups stay: they give
 * no access to existing users, and nobody could repeat them, because their usernames are held.
 */
export async function removeAllLinks(tx: Sql): Promise<number> {
  const removed = await tx.query`DELETE FROM links RETURNING digest`
  const kept: RequestType = 'sign_up'
  await tx.query`DELETE FROM outbox WHERE sink = ${requestSink} AND type <> ${kept}`
  return removed.length
}

export const expiredLinks = expiring({ table: sql`links`, key: sql`digest`, column: sql`expires_at` })
