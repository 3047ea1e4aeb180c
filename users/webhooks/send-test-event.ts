import { Failure } from '#contract/failures.ts'
import { recordToldEvent } from '#runtime/event-log.ts'
import { newId } from '#runtime/ids.ts'
import type { Users } from '../users.ts'
import { requireLocked } from './find-webhook.ts'

/** Gives the id of an event that goes the way of all others, but to this webhook only. */
export async function sendTestEvent(users: Users, input: { id: string }): Promise<string> {
  const at = users.clock.now()
  const eventId = newId(at)
  await users.db.transaction(async (tx) => {
    const webhook = await requireLocked(tx, input.id)
    if (webhook.disabledReason !== null) throw new Failure('webhook_disabled')
    const data = { webhook_id: webhook.id }
    await recordToldEvent(tx, { id: eventId, type: 'webhook.test', subject: null, data, at })
  })
  return eventId
}
