import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/**
 * The step that a login still needs: to prove a second factor that the user has, or to add one because the deployment demands it.
 */
export type Step = 'second_factor' | 'enrolment'

/** A login that waits for its next step. */
export interface PendingLogin {
  /** The digest of the `login_token`. */
  digest: string
  userId: string
  step: Step
  /** The methods that were proven so far (RFC 8176). */
  amr: readonly string[]
  /**
   * The user's session epoch and the version of the second factors when the login began. When either number rises, the
   * login ends.
   */
  epoch: number
  factorsVersion: number
  /** The key by which the first step was counted: the id of the user, or the key of the login name. */
  countedBy: string
  deviceName: string | null
  /**
   * The session whose level the login raises, for a step-up whose first step was at a provider; a normal login begins a
   * new session.
   */
  sessionId?: string | undefined
  /** When the login began (epoch milliseconds). */
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
  session_id: string | null
  created_at: number
}

/**
 * The maximum numbers of logins of one user that wait for a step. A login displaces only others from the same network,
 * so that a stranger who knows the password cannot end the login of the owner. The limit for the user bounds what many
 * networks together can store.
 */
const maxLogins = { ofNetwork: 20, ofUser: 1_000 }

/** Stores a login that waits for its next step. The oldest such logins of the user from the same network make room. */
export async function insertPendingLogin(
  tx: Sql,
  {
    digest,
    userId,
    step,
    amr,
    epoch,
    factorsVersion,
    countedBy,
    deviceName,
    sessionId,
  }: Omit<PendingLogin, 'createdAt'>,
  { network, now, expiresAt }: { network: string; now: number; expiresAt: number },
): Promise<void> {
  await tx.query`
    INSERT INTO logins (
      digest, user_id, step, amr, epoch, factors_version, counted_by, device_name, session_id, network, created_at,
      expires_at)
    VALUES (${digest}, ${userId}, ${step}, ${amr.join(' ')}, ${epoch}, ${factorsVersion}, ${countedBy}, ${deviceName},
      ${sessionId ?? null}, ${network}, ${now}, ${expiresAt})`
  await tx.query`
    DELETE FROM logins WHERE digest IN (
      SELECT digest FROM logins WHERE user_id = ${userId} AND network = ${network}
      ORDER BY created_at DESC, digest LIMIT 1000 OFFSET ${maxLogins.ofNetwork})`
  await tx.query`
    DELETE FROM logins WHERE digest IN (
      SELECT digest FROM logins WHERE user_id = ${userId}
      ORDER BY created_at DESC, digest LIMIT 1000 OFFSET ${maxLogins.ofUser})`
}

/**
 * The maximum number of recovery codes that are tried in one login. It only limits the work: a code has 80 random bits, so that
 * nobody can guess it.
 */
const maxRecoveryAttempts = 10

/** Finds a login by primary key; undefined when it is complete, has expired, or had too many wrong recovery codes. */
export async function findPendingLogin(
  db: Sql,
  digest: string,
  now: number,
): Promise<PendingLogin | undefined> {
  const [row] = await db.query<Row>`
    SELECT digest, user_id, step, amr, epoch, factors_version, counted_by, device_name, session_id, created_at
    FROM logins
    WHERE digest = ${digest} AND expires_at > ${now} AND recovery_tries < ${maxRecoveryAttempts}`
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
      sessionId: row.session_id ?? undefined,
      createdAt: row.created_at,
    }
  )
}

/**
 * Removes a login. Returns true for exactly one of several concurrent callers, on any node: only that caller may make
 * the session.
 */
export async function takePendingLogin(tx: Sql, digest: string, now: number): Promise<boolean> {
  const taken = await tx.query`
    DELETE FROM logins WHERE digest = ${digest} AND expires_at > ${now} RETURNING digest`
  return taken.length > 0
}

/**
 * Counts one more recovery code that is tried in a login. Returns false when the login is over or `maxRecoveryAttempts` is
 * reached.
 */
export async function countRecoveryAttempt(db: Sql, digest: string, now: number): Promise<boolean> {
  const counted = await db.query`
    UPDATE logins SET recovery_tries = recovery_tries + 1
    WHERE digest = ${digest} AND expires_at > ${now} AND recovery_tries < ${maxRecoveryAttempts} RETURNING digest`
  return counted.length > 0
}

/**
 * Releases the counted attempt of a recovery code that could not be checked, for example because the user service did
 * not reply.
 */
export const releaseRecoveryAttempt = async (db: Sql, digest: string): Promise<void> => {
  await db.query`UPDATE logins SET recovery_tries = recovery_tries - 1 WHERE digest = ${digest}`
}

/** Removes a login when it is clear that no later step can complete it. */
export const removePendingLogin = async (db: Sql, digest: string): Promise<void> => {
  await db.query`DELETE FROM logins WHERE digest = ${digest}`
}

/** Removes all logins of a user that wait for a step. */
export const removePendingLogins = async (tx: Sql, userId: string): Promise<void> => {
  await tx.query`DELETE FROM logins WHERE user_id = ${userId}`
}

export const expiredPendingLogins = expiring({
  table: sql`logins`,
  key: sql`digest`,
  column: sql`expires_at`,
})
