import type { Sql } from '#runtime/database/database.ts'
import { removePasskeysSince } from '../core/second-factor-store.ts'
import { removeRecoveryCodes } from './recovery-codes/recovery-code-store.ts'
import { removeEnrolment, removeTotp } from './totp/totp-store.ts'

/** Removes everything about the second factors of a user. Returns whether there was a factor or a recovery code. */
export async function forgetFactors(tx: Sql, userId: string): Promise<boolean> {
  await removeEnrolment(tx, userId)
  const hadTotp = await removeTotp(tx, userId)
  const hadCodes = await removeRecoveryCodes(tx, userId)
  const passkeys = await removePasskeysSince(tx, { userId, since: 0 })
  return hadTotp || hadCodes || passkeys.length > 0
}
