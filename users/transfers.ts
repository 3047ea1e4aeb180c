import type { Transfer } from '#runtime/database/transfer.ts'
import { apiKeyTransfer } from './api-keys/transfer.ts'
import { brandImageTransfer } from './branding/images/transfer.ts'
import { customTextTransfer } from './branding/texts/transfer.ts'
import { brandingTransfer } from './branding/transfer.ts'
import { identityTransfer } from './credentials/identities/transfer.ts'
import { passkeyTransfer } from './factors/passkeys/transfer.ts'
import { type FactorImport, recoveryCodesTransfer, totpTransfer } from './factors/transfer.ts'
import { deletedUserTransfer, userTransfer } from './import/transfer.ts'
import { notificationTransfer } from './messages/notifications/transfer.ts'
import {
  type AddressKeyImport,
  addressKeyTransfer,
  deletedAddressTransfer,
} from './sign-up/deleted-addresses/transfer.ts'
import { type WebhookImport, webhookTransfer } from './webhooks/transfer.ts'

/**
 * The kinds of rows of the user service in an export, in the order of the file. Authenticator apps come before other second
 * factors, because an app is imported only for a user whose factors were never changed. Recovery codes come after the other
 * factors, because they are imported only for a user who has one.
 */
export const userTransfers: readonly Transfer<unknown, FactorImport & WebhookImport & AddressKeyImport>[] = [
  userTransfer,
  deletedUserTransfer,
  totpTransfer,
  passkeyTransfer,
  recoveryCodesTransfer,
  identityTransfer,
  addressKeyTransfer,
  deletedAddressTransfer,
  apiKeyTransfer,
  webhookTransfer,
  notificationTransfer,
  brandingTransfer,
  brandImageTransfer,
  customTextTransfer,
]
