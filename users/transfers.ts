import type { Transfer } from '#runtime/database/transfer.ts'
import { apiKeyTransfer } from './api-keys/transfer.ts'
import {
  type AddressKeyImport,
  addressKeyTransfer,
  deletedAddressTransfer,
} from './deleted-addresses/transfer.ts'
import type { FactorImport } from './factors/transfer.ts'
import { notificationTransfer } from './notifications/transfer.ts'
import { wayInTransfers } from './own-factors/way-in-transfers.ts'
import { deletedUserTransfer, userTransfer } from './user/transfer.ts'
import { type WebhookImport, webhookTransfer } from './webhooks/export/transfer.ts'

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
