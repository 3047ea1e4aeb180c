import type { Transfer } from '#runtime/database/transfer.ts'
import { apiKeyTransfer } from './api-keys/transfer.ts'
import { deletedUserTransfer, userTransfer } from './core/transfer.ts'
import { wayInTransfers } from './credentials/own-factors/way-in-transfers.ts'
import type { FactorImport } from './factors/transfer.ts'
import { notificationTransfer } from './messages/notifications/transfer.ts'
import {
  type AddressKeyImport,
  addressKeyTransfer,
  deletedAddressTransfer,
} from './sign-up/deleted-addresses/transfer.ts'
import { type WebhookImport, webhookTransfer } from './webhooks/transfer.ts'

/** The kinds of rows of the user service in an export, in the order of the file. */
export const userTransfers: readonly Transfer<unknown, FactorImport & WebhookImport & AddressKeyImport>[] = [
  userTransfer,
  deletedUserTransfer,
  ...wayInTransfers,
  addressKeyTransfer,
  deletedAddressTransfer,
  apiKeyTransfer,
  webhookTransfer,
  notificationTransfer,
]
