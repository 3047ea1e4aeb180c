import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/** A device on which a login needs the password only, for a fixed time. */
export interface TrustedDevice {
  /** The digest of the `device_token`. */
  digest: string
  id: string
  userId: string
  /** The key by which the login that remembered this device was counted: the id of the user, or the key of the login name. */
  countedBy: string
  /**
   * The user's session epoch (a number that rises when all sessions end) and the version of the second factors at that
   * login. The device counts only while neither has changed.
   */
  epoch: number
  factorsVersion: number
  name: string | null
  userAgent: string | null
  address: string
  createdAt: number
  expiresAt: number
}

interface Row {
  digest: string
  id: string
  user_id: string
  counted_by: string
  epoch: number
  factors_version: number
  name: string | null
  user_agent: string | null
  address: string
  created_at: number
  expires_at: number
}

const columns = sql`
  digest, id, user_id, counted_by, epoch, factors_version, name, user_agent, address, created_at, expires_at`

const toDevice = (row: Row): TrustedDevice => ({
  digest: row.digest,
  id: row.id,
  userId: row.user_id,
  countedBy: row.counted_by,
  epoch: row.epoch,
  factorsVersion: row.factors_version,
  name: row.name,
  userAgent: row.user_agent,
  address: row.address,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

const maxDevices = 20

/** Stores a device. The oldest devices of the user beyond the limit are removed. */
export async function insertDevice(tx: Sql, device: TrustedDevice): Promise<void> {
  const { digest, id, userId, countedBy, epoch, factorsVersion, name, userAgent, address } = device
  await tx.query`
    INSERT INTO known_devices (${columns})
    VALUES (${digest}, ${id}, ${userId}, ${countedBy}, ${epoch}, ${factorsVersion}, ${name}, ${userAgent}, ${address},
      ${device.createdAt}, ${device.expiresAt})`
  await tx.query`
    DELETE FROM known_devices WHERE digest IN (
      SELECT digest FROM known_devices WHERE user_id = ${userId}
      ORDER BY created_at DESC, digest LIMIT 1000 OFFSET ${maxDevices})`
}

/**
 * Finds a device by the digest of its token, its primary key. A device of an earlier session epoch is not found: its
 * holder, who may have been locked out by a change of the password, must get no further guesses with it.
 */
export async function findDevice(db: Sql, digest: string, now: number): Promise<TrustedDevice | undefined> {
  const [row] = await db.query<Row>`
    SELECT ${columns} FROM known_devices WHERE digest = ${digest} AND expires_at > ${now} AND epoch >= COALESCE(
      (SELECT epoch FROM session_epochs WHERE session_epochs.user_id = known_devices.user_id), 0)`
  return row && toDevice(row)
}

/** Finds the devices of a user, oldest first. Devices of an earlier session epoch are not valid any more and are left out. */
export async function findDevices(db: Sql, userId: string, now: number): Promise<TrustedDevice[]> {
  const rows = await db.query<Row>`
    SELECT ${columns} FROM known_devices
    WHERE user_id = ${userId} AND expires_at > ${now} AND epoch >= COALESCE(
      (SELECT epoch FROM session_epochs WHERE session_epochs.user_id = ${userId}), 0)
    ORDER BY created_at, id LIMIT ${maxDevices}`
  return rows.map(toDevice)
}

/** Removes a device of a user. Returns whether it was there. */
export async function removeDevice(tx: Sql, device: { id: string; userId: string }): Promise<boolean> {
  const removed = await tx.query`
    DELETE FROM known_devices WHERE user_id = ${device.userId} AND id = ${device.id} RETURNING id`
  return removed.length > 0
}

/**
 * Removes the devices of a user that are not valid any more, because the password or a second factor has changed since
 * they were remembered.
 */
export async function removeStaleDevices(
  tx: Sql,
  { userId, epoch, factorsVersion }: Pick<TrustedDevice, 'userId' | 'epoch' | 'factorsVersion'>,
): Promise<void> {
  await tx.query`
    DELETE FROM known_devices
    WHERE user_id = ${userId} AND (epoch <> ${epoch} OR factors_version <> ${factorsVersion})`
}

/** Removes the devices of all users, and returns how many. */
export async function removeAllDevices(tx: Sql): Promise<number> {
  const removed = await tx.query`DELETE FROM known_devices RETURNING id`
  return removed.length
}

/** Removes all devices of a user. */
export const removeDevices = async (tx: Sql, userId: string): Promise<void> => {
  await tx.query`DELETE FROM known_devices WHERE user_id = ${userId}`
}

export const expiredDevices = expiring({
  table: sql`known_devices`,
  key: sql`digest`,
  column: sql`expires_at`,
})
