import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'

/** The recovery codes of a user. `key` is encrypted; `macs` has one entry for each code that was not used yet. */
export interface RecoveryCodeSet {
  key: string
  macs: readonly string[]
  madeAt: number
}

export const recoveryCodeColumns = sql`user_id, key, macs, made_at`

const toText = (macs: readonly string[]): string => macs.join(' ')
const toMacs = (text: string): string[] => text.split(' ').filter((mac) => mac !== '')

export async function findRecoveryCodes(db: Sql, userId: string): Promise<RecoveryCodeSet | undefined> {
  const [row] = await db.query<{ key: string; macs: string; made_at: number }>`
    SELECT key, macs, made_at FROM recovery_codes WHERE user_id = ${userId}`
  return row && { key: row.key, macs: toMacs(row.macs), madeAt: row.made_at }
}

/** Stores a set of codes. The set before is replaced as a whole (I98). */
export async function putRecoveryCodes(tx: Sql, userId: string, set: RecoveryCodeSet): Promise<void> {
  await tx.query`
    INSERT INTO recovery_codes (${recoveryCodeColumns})
    VALUES (${userId}, ${set.key}, ${toText(set.macs)}, ${set.madeAt})
    ON CONFLICT (user_id) DO UPDATE SET key = excluded.key, macs = excluded.macs, made_at = excluded.made_at`
}

/**
 * Uses up one code of a set that was read in this transaction. Returns how many codes are left, or undefined when the code is not
 * in the set, or when the set has changed since it was read. So only one of several requests at the same time, on all nodes, can
 * use a code.
 */
export async function takeRecoveryCode(
  tx: Sql,
  userId: string,
  { set, mac }: { set: RecoveryCodeSet; mac: string },
): Promise<number | undefined> {
  const rest = set.macs.filter((one) => one !== mac)
  if (rest.length === set.macs.length) return undefined
  const taken = await tx.query`
    UPDATE recovery_codes SET macs = ${toText(rest)} WHERE user_id = ${userId} AND macs = ${toText(set.macs)}
    RETURNING user_id`
  return taken.length > 0 ? rest.length : undefined
}

/** Removes the codes of a user. Returns false when there are none. */
export async function removeRecoveryCodes(tx: Sql, userId: string): Promise<boolean> {
  const removed = await tx.query`DELETE FROM recovery_codes WHERE user_id = ${userId} RETURNING user_id`
  return removed.length > 0
}
