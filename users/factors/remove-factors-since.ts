import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { hasSecondFactor, removePasskeysSince } from '../core/second-factor-store.ts'
import { raiseFactorsVersion } from '../core/user-store.ts'
import { findRecoveryCodes, removeRecoveryCodes } from './recovery-codes/recovery-code-store.ts'
import { findTotp, removeEnrolment, removeTotp } from './totp/totp-store.ts'

/**
 * Removes the second factors and recovery codes of a user that were added since a time, when the owner reports a theft (I120).
 * Older ones stay, because they belong to the owner. The caller has locked the user.
 */
export async function removeFactorsSince(
  tx: Sql,
  { userId, since, at }: { userId: string; since: number; at: number },
): Promise<void> {
  await removeEnrolment(tx, userId)
  const totp = await findTotp(tx, userId)
  const codes = await findRecoveryCodes(tx, userId)
  const isTotpNew = totp !== undefined && totp.addedAt >= since
  const areCodesNew = codes !== undefined && codes.madeAt >= since
  const passkeys = await removePasskeysSince(tx, { userId, since })
  for (const { id, name } of passkeys) {
    const data = { passkey_id: id, name, by: null }
    await record(tx, { type: 'user.passkey_removed', subject: userId, data, at })
  }
  if (!isTotpNew && !areCodesNew && passkeys.length === 0) return
  if (isTotpNew) {
    await removeTotp(tx, userId)
    await record(tx, { type: 'user.factor_removed', subject: userId, data: { kind: 'totp', by: null }, at })
  }
  await raiseFactorsVersion(tx, userId)
  if (areCodesNew || !(await hasSecondFactor(tx, userId))) await removeRecoveryCodes(tx, userId)
}
