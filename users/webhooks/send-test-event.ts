import { recordEventOnce } from '#runtime/events/event-log.ts'
import { newId } from '#runtime/ids.ts'
import type { Users } from '../core/users.ts'
import { requireEnabled } from './find-webhook.ts'

/** Gives the id of an event that goes the way of all others, but to this webhook only. */
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
