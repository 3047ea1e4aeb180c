import type { Transfer } from '#runtime/database/transfer.ts'
import { type FactorImport, recoveryCodesTransfer, totpTransfer } from '../factors/transfer.ts'
import { identityTransfer } from '../identities/transfer.ts'
import { passkeyTransfer } from '../passkeys/transfer.ts'

/**
 * The kinds of rows with which people log in, besides the password, in the order of an export. Recovery codes must come after
 * the second factors, because they are imported only for a user who has one. Identities come last, because the import of
 * recovery codes compares the number of changes with what the user has, and identities count in both.
 */
export const wayInTransfers: readonly Transfer<unknown, FactorImport>[] = [
  totpTransfer,
  passkeyTransfer,
  recoveryCodesTransfer,
  identityTransfer,
]
