import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { findConsentsSince } from '../oidc/grants/consent-store.ts'
import type { Client, ClientSecret } from '../oidc-clients/client.ts'
import { findClientsChangedSince, lockClient, replaceClient } from '../oidc-clients/client-store.ts'
import { revokeAccess } from './revoke-access.ts'

/** What the user service knows of a user whose owner said that somebody else was at work. */
export interface Theft {
  userId: string
  /** The epoch that begins with it. What is done in a session of this epoch is done by the owner. */
  epoch: number
  /** When the thief may have begun to allow something to applications, in epoch milliseconds. */
  givenSince: number
  /** When the thief may have begun to make clients. */
  madeSince: number
  /** The user, and the API keys that count as made by the user. */
  madeBy: readonly string[]
}

/**
 * Ends what a thief may have left here: the consents are forgotten, with what they gave, and the clients are disabled. A client is not
 * deleted: it may be the owner's, and an admin enables it again with its settings. Secrets that were added to older clients end. Call it after the sessions have ended, so that none
 * of them gives anything afterwards. May be repeated.
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
