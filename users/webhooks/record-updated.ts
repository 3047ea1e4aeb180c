import type { Sql } from '#runtime/database/database.ts'
import { recordWithoutLine } from '#runtime/events/record.ts'
import { alertAdmins } from '../core/alert-admins.ts'
import type { Webhook } from './webhook.ts'

/**
 * The fields whose change is reported to the admins. They decide whether and where events are sent, and who
 * can read or forge them.
 */
const telling = new Set(['url', 'event_types', 'secret', 'enabled'])

/** Records a change, in its transaction. `changed` has the names of the changed fields; nothing is recorded when it is empty. */
export async function recordUpdated(
  tx: Sql,
  webhook: Webhook,
  { changed, by }: { changed: string[]; by: string | null },
): Promise<void> {
  if (changed.length === 0) return
  const { id: webhookId, url, eventTypes, updatedAt: at } = webhook
  const data = { webhook_id: webhookId, url, event_types: eventTypes, changed, by }
  await recordWithoutLine(tx, { type: 'webhook.updated', subject: null, data, at })
  if (changed.some((field) => telling.has(field)))
    await alertAdmins(tx, { kind: 'webhook_changed', webhookId, url, eventTypes, by }, at)
}
