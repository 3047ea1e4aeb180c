import type { Sql } from '#runtime/database/database.ts'
import { recordEvent } from '#runtime/events/event-log.ts'
import { tellAdmins } from '../core/tell-admins.ts'
import type { Webhook } from './webhook.ts'

/** What decides whether and where events go, and who can read or forge them: the admins are told of it. */
const telling = new Set(['url', 'event_types', 'secret', 'enabled'])

/** In the transaction of the change. `changed` has the names of the fields; nothing is recorded where it is empty. */
export async function recordUpdated(
  tx: Sql,
  webhook: Webhook,
  { changed, by }: { changed: string[]; by: string | null },
): Promise<void> {
  if (changed.length === 0) return
  const { id: webhookId, url, eventTypes, updatedAt: at } = webhook
  const data = { webhook_id: webhookId, url, event_types: eventTypes, changed, by }
  await recordEvent(tx, { type: 'webhook.updated', subject: null, data, at })
  if (changed.some((field) => telling.has(field)))
    await tellAdmins(tx, { kind: 'webhook_changed', webhookId, url, eventTypes, by }, at)
}
