import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { findValidApiKeysBy, revokeApiKeysBy } from '../../api-keys/index.ts'
import { disableWebhooksBy, findEnabledWebhooksBy } from '../../webhooks/index.ts'

/** The API keys and webhooks of a user, which keep working after the sessions of the user have ended. */
export interface CreatedCredentials {
  apiKeys: { id: string; name: string }[]
  webhooks: { id: string; url: string }[]
}

/**
 * Finds working API keys and webhooks, newest first, that were made since a time by a user, or with an API key that the user
 * made, directly or with other API keys.
 */
export async function findCreatedCredentials(
  db: Sql,
  { madeBy, since, now }: { madeBy: string; since: number; now: number },
): Promise<CreatedCredentials> {
  const apiKeys = await findValidApiKeysBy(db, { madeBy, since, now, limit: maxListed })
  const webhooks = await findEnabledWebhooksBy(db, { madeBy, since })
  return { apiKeys, webhooks }
}

const maxListed = 50
/** The limit on events in one transaction. A thief who makes very many keys must not make revoking them too expensive. */
const maxEvents = 1_000

/**
 * Revokes API keys and disables webhooks that were made since a time by a user, or with an API key that the user made, directly
 * or with other API keys. Webhooks are not deleted: their waiting deliveries are kept, in case the webhook is legitimate.
 */
export async function revokeCreatedCredentials(
  tx: Sql,
  { madeBy, since, at }: { madeBy: string; since: number; at: number },
): Promise<CreatedCredentials> {
  const apiKeys = await revokeApiKeysBy(tx, { madeBy, since, at })
  for (const { id } of apiKeys.slice(0, maxEvents)) {
    const data = { api_key_id: id, by: null }
    await record(tx, { type: 'api_key.revoked', subject: null, data, at })
  }
  const webhooks = await disableWebhooksBy(tx, { madeBy, since, at })
  return { apiKeys, webhooks }
}

const maxLines = 20
const maxUrl = 100

/** Formats API keys and webhooks for people, one in a line; empty when there are none. */
export function linesOf({ apiKeys, webhooks }: CreatedCredentials): string {
  const lines = [
    ...apiKeys.map(({ id, name }) => `API key ${name} (${id})`),
    ...webhooks.map(({ id, url }) => `Webhook ${url.slice(0, maxUrl)} (${id})`),
  ]
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [`+ ${more}`] : [])].join('\n')
}
