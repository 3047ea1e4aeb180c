import { recordEventOnce } from '#runtime/events/event-log.ts'
import { newId } from '#runtime/ids.ts'
import type { Users } from '../core/users.ts'
import { requireEnabled } from './find-webhook.ts'

/** Sends a test event to this webhook only, by the same path as all events, and returns its id. */
export async function sendTestEvent(users: Users, input: { id: string }): Promise<string> {
  const at = users.clock.now()
  const eventId = newId(at)
  await users.db.transaction(async (tx) => {
    const { id } = await requireEnabled(tx, input.id)
    const data = { webhook_id: id }
    await recordEventOnce(tx, { id: eventId, type: 'webhook.test', subject: null, data, at })
  })
  return eventId
}
