import { Failure } from '#contract/failures.ts'
import { isUuid } from '#contract/fields.ts'
import { recordEvent } from '#runtime/events/event-log.ts'
import type { Users } from '../core/users.ts'
import { markRevoked } from './api-key-store.ts'

/** Revokes a key. Repeating it is no error. `by` is null on the command line. */
export async function revokeApiKey(users: Users, input: { id: string; by: string | null }): Promise<void> {
  if (!isUuid(input.id)) throw new Failure('api_key_not_found')
  const id = input.id.toLowerCase()
  const at = users.clock.now()
  const revoked = await users.db.transaction(async (tx) => {
    const marked = await markRevoked(tx, id, at)
    const data = { api_key_id: id, by: input.by }
    if (marked?.isFirst) await recordEvent(tx, { type: 'api_key.revoked', subject: null, data, at })
    return marked
  })
  if (!revoked) throw new Failure('api_key_not_found')
  if (revoked.isFirst)
    users.log.info({ event: 'api_key.revoked', api_key_id: id, by: input.by }, 'an API key was revoked')
}
