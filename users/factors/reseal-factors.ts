import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { Users } from '../core/users.ts'
import { resealFactor } from './core/factor-secrets.ts'

const batchSize = 200

const places = [
  { table: sql`totp_factors`, column: sql`secret`, kind: 'totp secret' },
  { table: sql`totp_enrolments`, column: sql`secret`, kind: 'totp secret' },
  { table: sql`recovery_codes`, column: sql`key`, kind: 'recovery key' },
] as const

/**
 * Encrypts the secrets of second factors with the current master key, which is the first in the setting. It runs at the first start
 * with both keys, and reads nothing when there is one key only.
 */
export async function resealFactors(users: Pick<Users, 'db' | 'secrets'>): Promise<void> {
  if (users.secrets.masterKeys.length < 2) return
  for (const place of places) {
    let after = ''
    for (let more = true; more; ) {
      const rows = await resealBatch(users, { ...place, after })
      after = rows.at(-1)?.user_id ?? after
      more = rows.length === batchSize
    }
  }
}

async function resealBatch(
  users: Pick<Users, 'db' | 'secrets'>,
  { table, column, kind, after }: (typeof places)[number] & { after: string },
): Promise<{ user_id: string }[]> {
  const db: Sql = users.db
  const rows = await db.query<{ user_id: string; sealed: string }>`
    SELECT user_id, ${column} AS sealed FROM ${table} WHERE user_id > ${after} ORDER BY user_id LIMIT ${batchSize}`
  for (const { user_id: userId, sealed } of rows) {
    const anew = resealFactor(users, { kind, userId }, sealed)
    if (anew === undefined) continue
    // Somebody may have replaced the secret since it was read.
    await db.query`UPDATE ${table} SET ${column} = ${anew} WHERE user_id = ${userId} AND ${column} = ${sealed}`
  }
  return rows
}
