import type { Transfer } from '#runtime/database/transfer.ts'
import { passkeyTransfer } from '../../factors/passkeys/transfer.ts'
import { type FactorImport, recoveryCodesTransfer, totpTransfer } from '../../factors/transfer.ts'
import { identityTransfer } from '../identities/transfer.ts'

/**
 * The kinds of rows with which people log in, besides the password, in the order of an export. Authenticator apps come first,
 * because an app is imported only for a user whose factors were never changed. Recovery codes come after the other second
 * factors, because they are imported only for a user who has one.
 */
export const wayInTransfers: readonly Transfer<unknown, FactorImport>[] = [
  totpTransfer,
  passkeyTransfer,
  recoveryCodesTransfer,
  identityTransfer,
]
