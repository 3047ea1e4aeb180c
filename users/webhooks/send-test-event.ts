import { record } from '#runtime/events/record.ts'
import type { Users } from '../core/users.ts'
import { requireEnabled } from './find-webhook.ts'

/** Sends a test event to this webhook only, by the same path as all events, and returns its id. */
export const sendTestEvent = (users: Users, input: { id: string; by: string | null }): Promise<string> =>
  users.db.transaction(async (tx) => {
    const { id } = await requireEnabled(tx, input.id)
    const data = { webhook_id: id, by: input.by }
    return record(tx, { type: 'webhook.test', subject: null, data, at: users.clock.now() })
  })
