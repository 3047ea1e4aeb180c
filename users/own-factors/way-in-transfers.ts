import type { Transfer } from '#runtime/database/transfer.ts'
import { type FactorImport, recoveryCodesTransfer, totpTransfer } from '../factors/transfer.ts'
import { identityTransfer } from '../identities/transfer.ts'
import { passkeyTransfer } from '../passkeys/transfer.ts'

/**
 * The kinds of rows by which people get in, besides the password, in the order of an export. Recovery codes come after the factors
 * that they stand in for, and an identity makes a history that those would look at.
 */
export const wayInTransfers: readonly Transfer<unknown, FactorImport>[] = [
  totpTransfer,
  passkeyTransfer,
  recoveryCodesTransfer,
  identityTransfer,
]
