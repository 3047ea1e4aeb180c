import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'
import type { TotpForm } from './totp.ts'

/** A confirmed authenticator app. `secret` is encrypted; `addedAt` is in epoch milliseconds. */
export interface TotpFactor {
  secret: string
  form: TotpForm
  /** The time step (RFC 6238) of the last code that was accepted. */
  lastStep: number
  addedAt: number
}

export const totpColumns = sql`user_id, secret, last_step, added_at, digits, period, algorithm`

export async function findTotp(db: Sql, userId: string): Promise<TotpFactor | undefined> {
  const [row] = await db.query<TotpForm & { secret: string; last_step: number; added_at: number }>`
    SELECT ${totpColumns} FROM totp_factors WHERE user_id = ${userId}`
  if (!row) return undefined
  const { secret, digits, period, algorithm } = row
  return { secret, form: { digits, period, algorithm }, lastStep: row.last_step, addedAt: row.added_at }
}

/** Stores a confirmed app, instead of the one before if there is one. */
export async function putTotp(tx: Sql, userId: string, totp: TotpFactor): Promise<void> {
  const { digits, period, algorithm } = totp.form
  await tx.query`
    INSERT INTO totp_factors (${totpColumns})
    VALUES (${userId}, ${totp.secret}, ${totp.lastStep}, ${totp.addedAt}, ${digits}, ${period}, ${algorithm})
    ON CONFLICT (user_id) DO UPDATE SET
      secret = excluded.secret, last_step = excluded.last_step, added_at = excluded.added_at,
      digits = excluded.digits, period = excluded.period, algorithm = excluded.algorithm`
}

/**
 * Stores a time step as used. Returns false when this step, or a later one, was used before. Of several requests at the same
 * time, on all nodes, only one gets true. An old code stays invalid even if a clock is set back (I93, I94).
 */
export async function takeStep(tx: Sql, userId: string, step: number): Promise<boolean> {
  const taken = await tx.query`
    UPDATE totp_factors SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step} RETURNING user_id`
  return taken.length > 0
}

/** Removes the app of a user. Returns false when there is none. */
export async function removeTotp(tx: Sql, userId: string): Promise<boolean> {
  const removed = await tx.query`DELETE FROM totp_factors WHERE user_id = ${userId} RETURNING user_id`
  return removed.length > 0
}

/**
 * Stores an app that is not confirmed yet, and replaces an earlier one that was not confirmed either. A confirmed app stays.
 */
export async function putEnrolment(
  tx: Sql,
  userId: string,
  { secret, expiresAt }: { secret: string; expiresAt: number },
): Promise<void> {
  await tx.query`
    INSERT INTO totp_enrolments (user_id, secret, expires_at) VALUES (${userId}, ${secret}, ${expiresAt})
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, expires_at = excluded.expires_at`
}

/** Returns the encrypted secret of the app that waits to be confirmed. */
export async function findEnrolment(db: Sql, userId: string, now: number): Promise<string | undefined> {
  const [row] = await db.query<{ secret: string }>`
    SELECT secret FROM totp_enrolments WHERE user_id = ${userId} AND expires_at > ${now}`
  return row?.secret
}

export async function removeEnrolment(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM totp_enrolments WHERE user_id = ${userId}`
}

export const expiredEnrolments = expiring({
  table: sql`totp_enrolments`,
  key: sql`user_id`,
  column: sql`expires_at`,
})
