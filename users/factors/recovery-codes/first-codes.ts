import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import type { Users } from '../../core/users.ts'
import { makeRecoverySet } from './make-recovery-set.ts'
import { findRecoveryCodes } from './recovery-code-store.ts'

/**
 * Makes recovery codes for a user who has none left. Returns undefined when some are left. No mail is sent about them, because
 * the mail about the new factor is enough.
 */
export async function firstCodes(
  tx: Sql,
  users: Users,
  { userId, at }: { userId: string; at: number },
): Promise<string[] | undefined> {
  const before = await findRecoveryCodes(tx, userId)
  if (before !== undefined && before.macs.length > 0) return undefined
  await record(tx, { type: 'user.recovery_codes_made', subject: userId, data: { by: userId }, at })
  return makeRecoverySet(tx, users, { userId, at })
}
