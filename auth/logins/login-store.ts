import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'
import type { Step } from './next-step.ts'

/** A login that waits for its next step. */
export interface BegunLogin {
  /** The digest of the `login_token`. */
  digest: string
  userId: string
  step: Step
  /** The methods that were proven so far (RFC 8176). */
  amr: readonly string[]
  /** The session epoch of the user and the version of the second factors when the login began. It ends when either rises. */
  epoch: number
  factorsVersion: number
  /** The key by which the first step was counted: the id of the user, or the key of the login name. */
  countedBy: string
  deviceName: string | null
}

/** A stored login. `createdAt` is when it began. */
export interface StoredLogin extends BegunLogin {
  createdAt: number
}

interface Row {
  digest: string
  user_id: string
  step: Step
  amr: string
  epoch: number
  factors_version: number
  counted_by: string
  device_name: string | null
  created_at: number
}

/**
 * The limits on logins of a user that wait for a step. Those that began in one network push out none of another, so that a
 * stranger who knows the password does not end the login of the owner. The total bounds what many networks together store.
 */
const maxLogins = { ofNetwork: 20, ofUser: 1_000 }

/** Stores a login that waits for its next step. The oldest such logins of the user from the same network make room. */
export async function insertLogin(
  tx: Sql,
  { digest, userId, step, amr, epoch, factorsVersion, countedBy, deviceName }: BegunLogin,
  { network, now, expiresAt }: { network: string; now: number; expiresAt: number },
): Promise<void> {
  await tx.query`
    INSERT INTO logins (
      digest, user_id, step, amr, epoch, factors_version, counted_by, device_name, network, created_at, expires_at)
    VALUES (${digest}, ${userId}, ${step}, ${amr.join(' ')}, ${epoch}, ${factorsVersion}, ${countedBy}, ${deviceName},
      ${network}, ${now}, ${expiresAt})`
  await tx.query`
    DELETE FROM logins WHERE digest IN (
      SELECT digest FROM logins WHERE user_id = ${userId} AND network = ${network}
      ORDER BY created_at DESC, digest LIMIT 1000 OFFSET ${maxLogins.ofNetwork})`
  await tx.query`
    DELETE FROM logins WHERE digest IN (
      SELECT digest FROM logins WHERE user_id = ${userId}
      ORDER BY created_at DESC, digest LIMIT 1000 OFFSET ${maxLogins.ofUser})`
}

/** In one login at most this many recovery codes are tried. Nobody guesses one of 80 random bits: it bounds the work. */
const maxRecoveryTries = 10

/** Finds a login by primary key; undefined when it is complete, has expired, or had too many wrong recovery codes. */
export async function findLogin(db: Sql, digest: string, now: number): Promise<StoredLogin | undefined> {
  const [row] = await db.query<Row>`
    SELECT digest, user_id, step, amr, epoch, factors_version, counted_by, device_name, created_at FROM logins
    WHERE digest = ${digest} AND expires_at > ${now} AND recovery_tries < ${maxRecoveryTries}`
  return (
    row && {
      digest: row.digest,
      userId: row.user_id,
      step: row.step,
      amr: row.amr.split(' '),
      epoch: row.epoch,
      factorsVersion: row.factors_version,
      countedBy: row.counted_by,
      deviceName: row.device_name,
      createdAt: row.created_at,
    }
  )
}

/** Removes a login. True for exactly one of several callers at once, on any node: that one may make its session. */
export async function takeLogin(tx: Sql, digest: string, now: number): Promise<boolean> {
  const taken = await tx.query`
    DELETE FROM logins WHERE digest = ${digest} AND expires_at > ${now} RETURNING digest`
  return taken.length > 0
}

/** Counts one more recovery code that is tried in a login. Returns false for a login that is over, or that has had enough. */
export async function countRecoveryTry(db: Sql, digest: string, now: number): Promise<boolean> {
  const counted = await db.query`
    UPDATE logins SET recovery_tries = recovery_tries + 1
    WHERE digest = ${digest} AND expires_at > ${now} AND recovery_tries < ${maxRecoveryTries} RETURNING digest`
  return counted.length > 0
}

/** Takes a try back that had no outcome. */
export const takeBackRecoveryTry = async (db: Sql, digest: string): Promise<void> => {
  await db.query`UPDATE logins SET recovery_tries = recovery_tries - 1 WHERE digest = ${digest}`
}

/** Removes a login that no later step can complete. */
export const removeLogin = async (db: Sql, digest: string): Promise<void> => {
  await db.query`DELETE FROM logins WHERE digest = ${digest}`
}

/** Removes all logins of a user that wait for a step. */
export const removeLogins = async (tx: Sql, userId: string): Promise<void> => {
  await tx.query`DELETE FROM logins WHERE user_id = ${userId}`
}

export const expiredLogins = expiring({
  table: sql`logins`,
  key: sql`digest`,
  column: sql`expires_at`,
})
