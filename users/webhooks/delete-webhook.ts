import { record } from '#runtime/events/record.ts'
import { requireMatch } from '#runtime/requests/etag.ts'
import type { Users } from '../core/users.ts'
import { requireLocked } from './find-webhook.ts'
import { markDeleted } from './webhook-store.ts'

/**
 * Deletes a webhook. Nothing is sent from then on; waiting deliveries and the list of past ones are removed in the background.
 * `by` is null on the command line.
 */
export async function deleteWebhook(
  users: Users,
  input: { id: string; by: string | null; ifMatch?: string | undefined },
): Promise<void> {
  await users.db.transaction(async (tx) => {
    const webhook = await requireLocked(tx, input.id)
    requireMatch(webhook, input.ifMatch)
    const at = users.clock.now()
    await markDeleted(tx, webhook.id, at)
    const data = { webhook_id: webhook.id, url: webhook.url, by: input.by }
    await record(tx, { type: 'webhook.deleted', subject: null, data, at })
  })
}
