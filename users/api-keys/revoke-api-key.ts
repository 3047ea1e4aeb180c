import { Failure } from '#contract/declaration/failures.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import { record } from '#runtime/events/record.ts'
import type { Users } from '../core/users.ts'
import { markRevoked } from './api-key-store.ts'

/**
 * Revokes an API key; it is no error if it was revoked before. `by` is a user or an API key, by id; null for the command line.
 */
export async function revokeApiKey(users: Users, input: { id: string; by: string | null }): Promise<void> {
  if (!isUuid(input.id)) throw new Failure('api_key_not_found')
  const id = input.id.toLowerCase()
  const at = users.clock.now()
  await users.db.transaction(async (tx) => {
    const revoked = await markRevoked(tx, id, at)
    if (!revoked) throw new Failure('api_key_not_found')
    const data = { api_key_id: id, by: input.by }
    if (revoked.isFirst) await record(tx, { type: 'api_key.revoked', subject: null, data, at })
  })
}
