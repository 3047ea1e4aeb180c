import type { Sql } from '#runtime/database/database.ts'
import { endClientsAfterTakeover } from '../../clients/index.ts'
import { findConsentsSince } from '../grants/consent-store.ts'
import { revokeAccess } from './revoke-access.ts'

/** A takeover of an account: its owner has told the user service that somebody else has used it. */
export interface AccountTakeover {
  userId: string
  /** The user's session epoch that begins with this report. Sessions of this epoch belong to the owner. */
  epoch: number
  /** The earliest time when the thief may have given applications access to the account, in epoch milliseconds. */
  givenSince: number
  /** The earliest time when the thief may have made clients or client secrets, in epoch milliseconds. */
  madeSince: number
  /** The id of the user, and the ids of the API keys that the user made, directly or with other API keys. */
  madeBy: readonly string[]
}

/**
 * Ends the access that a thief may have left behind. The consents are removed, with the access that they gave. Clients that the
 * thief may have made are disabled, and secrets that the thief may have added are removed. Call it after the sessions have ended,
 * so that none of them gives access afterwards. It may be called again.
 */
export async function endAfterTakeover(
  tx: Sql,
  { at, ...takeover }: AccountTakeover & { at: number },
): Promise<void> {
  const { userId, epoch, givenSince: since, madeSince, madeBy } = takeover
  const consents = await findConsentsSince(tx, { userId, epoch, since })
  for (const { clientId } of consents) await revokeAccess(tx, { userId, clientId, by: null, at })
  await endClientsAfterTakeover(tx, { madeSince, madeBy, at })
}
