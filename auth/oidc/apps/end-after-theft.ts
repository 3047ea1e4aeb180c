import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import type { Client, ClientSecret } from '../../clients/client.ts'
import { findClientsChangedSince, lockClient, replaceClient } from '../../clients/client-store.ts'
import { findConsentsSince } from '../grants/consent-store.ts'
import { revokeAccess } from './revoke-access.ts'

/** A theft of an account: its owner has told the user service that somebody else has used it. */
export interface Theft {
  userId: string
  /** The user's session epoch that begins with this report. What is done in a session of this epoch, the owner does. */
  epoch: number
  /** The earliest time when the thief may have given applications access to the account, in epoch milliseconds. */
  givenSince: number
  /** The earliest time when the thief may have made clients or client secrets, in epoch milliseconds. */
  madeSince: number
  /** The ids of the user, and of the API keys that count as made by the user. */
  madeBy: readonly string[]
}

/**
 * Ends the access that a thief may have left behind. The consents are removed, with the access that they gave. Clients that the
 * thief may have made are disabled, not deleted: a client may be the owner's, and then an admin enables it again with its
 * settings. Secrets that were added to older clients are removed. Call it after the sessions have ended, so that none of them
 * gives access afterwards. It may be called again.
 */
export async function endAfterTheft(tx: Sql, { at, ...theft }: Theft & { at: number }): Promise<void> {
  const { userId, epoch, givenSince: since, madeSince, madeBy } = theft
  const consents = await findConsentsSince(tx, { userId, epoch, since })
  for (const { clientId } of consents) await revokeAccess(tx, { userId, clientId, by: null, at })
  for (const { id } of await findClientsChangedSince(tx, madeSince)) {
    const client = await lockClient(tx, id)
    if (client) await endWhatWasMade(tx, { client, madeSince, madeBy, at })
  }
}

/** Disables a client that the thief may have made, and ends the secrets that the thief may have added to an older one. */
async function endWhatWasMade(
  tx: Sql,
  { client, madeSince, madeBy, at }: Pick<Theft, 'madeSince' | 'madeBy'> & { client: Client; at: number },
): Promise<void> {
  const isOfThief = ({ createdBy, createdAt }: Pick<ClientSecret, 'createdBy' | 'createdAt'>) =>
    createdBy != null && madeBy.includes(createdBy) && createdAt >= madeSince
  const changed = { ...client, updatedAt: at, version: client.version + 1 }
  const about = { client_id: client.id, name: client.name, by: null }
  if (isOfThief(client)) {
    if (!client.isEnabled) return
    await replaceClient(tx, { ...changed, isEnabled: false })
    const data = { ...about, redirect_uris: [...client.redirectUris], changed: ['enabled'] }
    await record(tx, { type: 'client.updated', subject: null, data, at })
    return
  }
  const ended = client.secrets.filter(isOfThief)
  if (ended.length === 0) return
  await replaceClient(tx, { ...changed, secrets: client.secrets.filter((one) => !isOfThief(one)) })
  for (const { id: secret_id } of ended)
    await record(tx, { type: 'client.secret_revoked', subject: null, data: { ...about, secret_id }, at })
}
