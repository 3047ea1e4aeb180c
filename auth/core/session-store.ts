import type { EndReason } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { type LineOptions, record, recordWithoutLine } from '#runtime/events/record.ts'
import { siteKey } from '#runtime/network.ts'
import { expiring } from '#runtime/sweep.ts'
import type { Liveness, Session } from './session.ts'

export interface SessionRow {
  id: string
  user_id: string
  epoch: number
  generation: number
  rotated_at: number
  created_at: number
  amr: string | null
  authenticated_at: number | null
  idle_expires_at: number
  expires_at: number
  ended_at: number | null
  end_reason: EndReason | null
}

const sessionColumns = sql`
  id, user_id, epoch, generation, rotated_at, created_at, amr, authenticated_at, idle_expires_at, expires_at, ended_at, end_reason`

/** The columns that a new session has values for. */
export const newSessionColumns = sql`
  id, user_id, epoch, generation, rotated_at, created_at, amr, authenticated_at, idle_expires_at, expires_at, device_name,
  user_agent, address`

export const toSession = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  epoch: row.epoch,
  generation: row.generation,
  rotatedAt: row.rotated_at,
  createdAt: row.created_at,
  amr: row.amr?.split(' ') ?? ['pwd'],
  authenticatedAt: row.authenticated_at ?? row.created_at,
  idleExpiresAt: row.idle_expires_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  endReason: row.end_reason,
})

/** A device is shown to the owner of a session, who can recognise by it where the session is used. */
export interface Device {
  name: string | null
  userAgent: string | null
  address: string
}

export async function insertSession(tx: Sql, session: Session, device: Device): Promise<void> {
  await tx.query`
    INSERT INTO sessions (${newSessionColumns})
    VALUES (${session.id}, ${session.userId}, ${session.epoch}, ${session.generation}, ${session.rotatedAt},
      ${session.createdAt}, ${session.amr.join(' ')}, ${session.authenticatedAt}, ${session.idleExpiresAt},
      ${session.expiresAt}, ${device.name}, ${device.userAgent}, ${device.address})`
}

/**
 * Finds out whether a user has logged in before, and whether with the same kind of device from the same
 * network. Browser and name alone do not make a device, because many people share them. Only the newest
 * hundred sessions of the user count, ended ones included.
 */
export async function findDeviceHistory(
  db: Sql,
  userId: string,
  { name, userAgent, address }: Device,
): Promise<{ isFirst: boolean; isKnown: boolean }> {
  const rows = await db.query<{ address: string; is_alike: number }>`
    SELECT DISTINCT address,
      CASE WHEN device_name IS NOT DISTINCT FROM ${name} AND user_agent IS NOT DISTINCT FROM ${userAgent}
        THEN 1 ELSE 0 END AS is_alike
    FROM (
      SELECT address, device_name, user_agent FROM sessions WHERE user_id = ${userId}
      ORDER BY created_at DESC LIMIT 100
    ) AS latest`
  const site = siteKey(address)
  const isKnown = rows.some((row) => row.is_alike === 1 && siteKey(row.address) === site)
  return { isFirst: rows.length === 0, isKnown }
}

/** Finds a session by primary key. */
export async function findSession(db: Sql, id: string): Promise<Session | undefined> {
  const [row] = await db.query<SessionRow>`
    SELECT ${sessionColumns} FROM sessions WHERE id = ${id}`
  return row && toSession(row)
}

/** Finds when a session of a user ended, null if it has not. A session of another user is treated as one that does not exist. */
export async function findEndOf(
  db: Sql,
  session: { id: string; userId: string },
): Promise<{ endedAt: number | null } | undefined> {
  const [row] = await db.query<Pick<SessionRow, 'ended_at'>>`
    SELECT ended_at FROM sessions WHERE id = ${session.id} AND user_id = ${session.userId}`
  return row && { endedAt: row.ended_at }
}

/** Says whether `endUserSessionsExcept` would end a session of a user. */
export async function hasOtherSession(
  db: Sql,
  { userId, kept }: { userId: string; kept: string | undefined },
): Promise<boolean> {
  const rows = await db.query`
    SELECT id FROM sessions WHERE user_id = ${userId} AND ended_at IS NULL AND id <> ${kept ?? ''} LIMIT 1`
  return rows.length > 0
}

/** Finds by primary key the fields that decide whether a session lives. */
export async function findLiveness(db: Sql, sessionId: string): Promise<Liveness | undefined> {
  const [row] = await db.query<
    Pick<SessionRow, 'epoch' | 'idle_expires_at' | 'expires_at' | 'ended_at' | 'end_reason'> & {
      key_set_version: number
    }
  >`
    SELECT epoch, idle_expires_at, expires_at, ended_at, end_reason,
      (SELECT version FROM key_sets WHERE key_sets.id = 'signing') AS key_set_version
    FROM sessions WHERE id = ${sessionId}`
  return (
    row && {
      epoch: row.epoch,
      idleExpiresAt: row.idle_expires_at,
      expiresAt: row.expires_at,
      endedAt: row.ended_at,
      endReason: row.end_reason,
      keySetVersion: row.key_set_version,
    }
  )
}

/**
 * Advances a session to its next generation by a conditional write, so that only one of several concurrent refreshes
 * succeeds. Returns undefined for the other refreshes, and when the session has ended in the meantime.
 */
export async function advanceGeneration(
  db: Sql,
  session: { id: string; generation: number; rotatedAt: number; idleExpiresAt: number },
): Promise<Session | undefined> {
  const [row] = await db.query<SessionRow>`
    UPDATE sessions SET generation = generation + 1, rotated_at = ${session.rotatedAt},
      idle_expires_at = ${session.idleExpiresAt}
    WHERE id = ${session.id} AND generation = ${session.generation} AND ended_at IS NULL
      AND idle_expires_at > ${session.rotatedAt} AND expires_at > ${session.rotatedAt}
    RETURNING ${sessionColumns}`
  return row && toSession(row)
}

/**
 * Stores that the user of a session has re-authenticated. The session advances to its next generation, because the
 * reply has new tokens, but it ends when it would have ended before. Returns undefined when this session, or all
 * sessions of the user, have ended.
 */
export async function authenticateAnew(
  tx: Sql,
  { id, userId, epoch, amr, at }: { id: string; userId: string; epoch: number; amr: string[]; at: number },
): Promise<Session | undefined> {
  const [row] = await tx.query<SessionRow>`
    UPDATE sessions SET amr = ${amr.join(' ')}, authenticated_at = ${at}, generation = generation + 1, rotated_at = ${at}
    WHERE id = ${id} AND user_id = ${userId} AND epoch = ${epoch} AND ended_at IS NULL
      AND idle_expires_at > ${at} AND expires_at > ${at}
    RETURNING ${sessionColumns}`
  return row && toSession(row)
}

interface Ended {
  id: string
  user_id: string
}

interface End {
  reason: EndReason
  at: number
  /**
   * The id of the user or the API key that ended the session on purpose, or null for the command line. Absent when it ended for
   * another reason.
   */
  by?: string | null
  /** The network address of the user's own client, if that ended the session or caused its end; otherwise absent. */
  address?: string | undefined
}

const sessionEnded = ({ id, user_id: subject }: Ended, { reason, at, by, address }: End) => {
  const from = address === undefined ? {} : { address }
  const data = { session_id: id, reason, ...(by === undefined ? {} : { by }), ...from }
  return { type: 'session.ended', subject, data, at } as const
}

/**
 * Ends a session and records it. If the session has ended before, the first reason stays. Call it in a transaction,
 * like all functions that end sessions. The row is kept until the session's last refresh token has expired, so that a
 * client which still uses it learns the reason.
 */
export async function endSession(
  tx: Sql,
  id: string,
  { level, ...end }: End & Pick<LineOptions, 'level'>,
): Promise<void> {
  const ended = await tx.query<Ended>`
    UPDATE sessions SET ended_at = ${end.at}, end_reason = ${end.reason}, expires_at = idle_expires_at
    WHERE id = ${id} AND ended_at IS NULL RETURNING id, user_id`
  for (const session of ended) await record(tx, sessionEnded(session, end), { level })
}

/** Ends the living sessions of a user except the one to keep, and returns how many. The caller writes one log line for all. */
export async function endUserSessionsExcept(
  tx: Sql,
  { userId, kept, ...end }: { userId: string; kept: string | undefined } & End,
): Promise<number> {
  const ended = await tx.query<Ended>`
    UPDATE sessions SET ended_at = ${end.at}, end_reason = ${end.reason}, expires_at = idle_expires_at
    WHERE user_id = ${userId} AND ended_at IS NULL AND id <> ${kept ?? ''}
    RETURNING id, user_id`
  for (const session of ended) await recordWithoutLine(tx, sessionEnded(session, end))
  return ended.length
}

/** Ends the oldest living sessions of a user until `max` are left. */
export async function endOldestSessions(
  tx: Sql,
  { userId, max, reason, at }: { userId: string; max: number; reason: EndReason; at: number },
): Promise<void> {
  const ended = await tx.query<Ended>`
    UPDATE sessions SET ended_at = ${at}, end_reason = ${reason}, expires_at = idle_expires_at
    WHERE id IN (
      SELECT id FROM sessions
      WHERE user_id = ${userId} AND ended_at IS NULL AND idle_expires_at > ${at} AND expires_at > ${at}
      ORDER BY created_at DESC, id DESC LIMIT 1000 OFFSET ${max})
    RETURNING id, user_id`
  for (const session of ended) await record(tx, sessionEnded(session, { reason, at }))
}

/**
 * Raises a user's session epoch (a number that rises when all sessions of the user end) to at least `epoch`, and returns the epoch
 * in force. If this call has raised it, the caller ends the sessions below with `endUserSessionsBeforeEpoch`, in the same transaction.
 * The first epoch of a user has not risen: every user with a session has a row. Locks this row.
 */
export async function raiseEpoch(
  tx: Sql,
  { userId, epoch }: { userId: string; epoch: number },
): Promise<{ inForce: number; hasRisen: boolean }> {
  const [row] = await tx.query<{ epoch: number }>`
    INSERT INTO session_epochs (user_id, epoch) VALUES (${userId}, ${epoch})
    ON CONFLICT (user_id) DO UPDATE SET epoch = session_epochs.epoch
    RETURNING epoch`
  const stored = row?.epoch ?? epoch
  if (stored >= epoch) return { inForce: stored, hasRisen: false }
  await tx.query`UPDATE session_epochs SET epoch = ${epoch} WHERE user_id = ${userId}`
  return { inForce: epoch, hasRisen: true }
}

interface KeptSession {
  id: string
  /** The lowest epoch that the kept session may have. If its epoch is lower, it ends with the others. */
  since: number
}

/**
 * Ends the living sessions of a user that are of a lower session epoch, and returns how many. Only the session `kept` goes on, in this
 * epoch, if its epoch is at least `since`. The caller writes one log line for all.
 */
export async function endUserSessionsBeforeEpoch(
  tx: Sql,
  {
    userId,
    epoch,
    kept,
    ...end
  }: { userId: string; epoch: number; kept?: KeptSession | undefined; reason: EndReason; at: number },
): Promise<number> {
  if (kept) await keepSession(tx, { ...kept, userId, epoch })
  const ended = await tx.query<Ended>`
    UPDATE sessions SET ended_at = ${end.at}, end_reason = ${end.reason}, expires_at = idle_expires_at
    WHERE user_id = ${userId} AND ended_at IS NULL AND epoch < ${epoch}
    RETURNING id, user_id`
  for (const session of ended) await recordWithoutLine(tx, sessionEnded(session, end))
  return ended.length
}

/** Raises a living session to the given session epoch, so that it is not ended with the others. */
async function keepSession(
  tx: Sql,
  { id, userId, since, epoch }: KeptSession & Pick<Session, 'userId' | 'epoch'>,
): Promise<void> {
  await tx.query`
    UPDATE sessions SET epoch = ${epoch}
    WHERE id = ${id} AND user_id = ${userId} AND epoch >= ${since} AND epoch < ${epoch} AND ended_at IS NULL`
}

export const expiredSessions = expiring({ table: sql`sessions`, key: sql`id`, column: sql`expires_at` })
