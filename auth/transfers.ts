import type { Transfer } from '#runtime/database/transfer.ts'
import { oidcClientTransfer } from './clients/transfer.ts'
import { signingKeyTransfer } from './core/keys/transfer.ts'
import { type SessionImport, sessionEpochTransfer, sessionTransfer } from './sessions/transfer.ts'

/**
 * The kinds of rows of the authentication service in an export, in the order of the file. Signing keys come before the sessions
 * whose tokens they sign.
 */
export const authTransfers: readonly Transfer<unknown, SessionImport>[] = [
  sessionEpochTransfer,
  signingKeyTransfer,
  sessionTransfer,
  oidcClientTransfer,
]
