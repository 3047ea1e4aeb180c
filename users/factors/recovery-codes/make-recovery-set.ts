import type { Sql } from '#runtime/database/database.ts'
import type { Users } from '../../core/users.ts'
import { sealFactor } from '../core/factor-secrets.ts'
import { newRecoveryCodes, newRecoveryKey, recoveryCodeMac } from './recovery-code.ts'
import { putRecoveryCodes } from './recovery-code-store.ts'

/** Stores a new set of recovery codes and returns them. They cannot be read again later. The earlier set becomes invalid. */
export async function makeRecoverySet(
  tx: Sql,
  users: Users,
  { userId, at }: { userId: string; at: number },
): Promise<string[]> {
  const codes = newRecoveryCodes()
  const key = newRecoveryKey()
  await putRecoveryCodes(tx, userId, {
    key: sealFactor(users, { kind: 'recovery key', userId }, key),
    macs: codes.map((code) => recoveryCodeMac(key, code)),
    madeAt: at,
  })
  return codes
}
