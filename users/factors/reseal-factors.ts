import { sql } from '#runtime/database/sql.ts'
import type { Users } from '../core/users.ts'
import { resealFactor } from './core/factor-secrets.ts'

const batchSize = 200

const sealedColumns = [
  { table: sql`totp_factors`, column: sql`secret`, kind: 'totp secret' },
  { table: sql`totp_enrolments`, column: sql`secret`, kind: 'totp secret' },
  { table: sql`recovery_codes`, column: sql`key`, kind: 'recovery key' },
] as const

/**
 * Encrypts the secrets of second factors with the current master key, which is the first in the setting. It runs at each start.
 * When the setting has several keys, it goes through all secrets and encrypts those again that have another key. When there is
 * one key, it reads one row of each table only: this is enough to refuse a start with a wrong key, and is fast with millions of
 * rows too.
 * @throws {StartFault} when a secret is encrypted with none of the keys
 */
export async function resealFactors(users: Pick<Users, 'db' | 'secrets'>): Promise<void> {
  const isChange = users.secrets.masterKeys.length > 1
  const limit = isChange ? batchSize : 1
  for (const sealed of sealedColumns) {
    let after = ''
    for (let rows = limit; rows === limit; ) {
      const batch = await resealBatch(users, { ...sealed, after, limit })
      after = batch.at(-1)?.user_id ?? after
      rows = isChange ? batch.length : 0
    }
  }
}

async function resealBatch(
  users: Pick<Users, 'db' | 'secrets'>,
  { table, column, kind, after, limit }: (typeof sealedColumns)[number] & { after: string; limit: number },
): Promise<{ user_id: string }[]> {
  const { db } = users
  const rows = await db.query<{ user_id: string; sealed: string }>`
    SELECT user_id, ${column} AS sealed FROM ${table} WHERE user_id > ${after} ORDER BY user_id LIMIT ${limit}`
  for (const { user_id: userId, sealed } of rows) {
    const anew = resealFactor(users, { kind, userId }, sealed)
    if (anew === undefined) continue
    // The condition on the old secret makes this update do nothing if the secret has been replaced since it was read.
    await db.query`UPDATE ${table} SET ${column} = ${anew} WHERE user_id = ${userId} AND ${column} = ${sealed}`
  }
  return rows
}
