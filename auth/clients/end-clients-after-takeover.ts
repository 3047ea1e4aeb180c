import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import type { Client, ClientSecret } from './client.ts'
import { findClientsChangedSince, lockClient, replaceClient } from './client-store.ts'

/** What a thief may have made: the earliest time, and the ids of the user and of the API keys that count as made by the user. */
interface Made {
  madeSince: number
  madeBy: readonly string[]
}

/**
 * Disables the clients that a thief may have made, and removes the secrets that the thief may have added to older ones. A client
 * is not deleted: it may be the owner's, and then an admin enables it again with its settings. It may be called again.
 */
export async function endClientsAfterTakeover(
  tx: Sql,
  { at, ...made }: Made & { at: number },
): Promise<void> {
  for (const { id } of await findClientsChangedSince(tx, made.madeSince)) {
    const client = await lockClient(tx, id)
    if (client) await endWhatWasMade(tx, { client, ...made, at })
  }
}

/** Disables a client that the thief may have made, and ends the secrets that the thief may have added to an older one. */
async function endWhatWasMade(
  tx: Sql,
  { client, madeSince, madeBy, at }: Made & { client: Client; at: number },
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
