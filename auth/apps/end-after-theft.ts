import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { findConsentsSince } from '../oidc/grants/consent-store.ts'
import { findClientsMadeSince, lockClient, replaceClient } from '../oidc-clients/client-store.ts'
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
 * deleted: it may be the owner's, and an admin enables it again with its settings. Call it after the sessions have ended, so that none
 * of them gives anything afterwards. May be repeated.
 */
export async function endAfterTheft(tx: Sql, { at, ...theft }: Theft & { at: number }): Promise<void> {
  const { userId, epoch, givenSince: since, madeSince, madeBy } = theft
  const consents = await findConsentsSince(tx, { userId, epoch, since })
  for (const { clientId } of consents) await revokeAccess(tx, { userId, clientId, by: null, at })
  const made = (await findClientsMadeSince(tx, madeSince)).filter(
    ({ createdBy }) => createdBy !== null && madeBy.includes(createdBy),
  )
  for (const found of made) {
    const client = await lockClient(tx, found.id)
    if (!client?.isEnabled) continue
    await replaceClient(tx, { ...client, isEnabled: false, updatedAt: at, version: client.version + 1 })
    const { id, name, redirectUris } = client
    const data = { client_id: id, name, redirect_uris: [...redirectUris], changed: ['enabled'], by: null }
    await record(tx, { type: 'client.updated', subject: null, data, at })
  }
}
