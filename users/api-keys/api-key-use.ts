import type { Users } from '../core/users.ts'
import type { ApiKey } from './api-key.ts'
import { recordUse } from './api-key-store.ts'

/** The time at which this process last tried to store a use of an API key, by the id of the key. */
type ApiKeyUses = Map<string, number>

/** The context of the use cases that check an API key. */
export interface ApiKeys extends Users {
  uses: ApiKeyUses
}

const everyMs = 60_000
const maxRemembered = 10_000

/**
 * Stores the time at which a key was used, at most once a minute. The request does not wait for this write, and does not fail
 * with it. The time is kept in memory too, so that a slow or failing write is not retried by every request.
 */
export function noteUse(users: ApiKeys, apiKey: ApiKey, now: number): void {
  // A stored time further in the future comes from a clock that was ahead, and is replaced.
  const isRecent = (noted = 0) => Math.abs(now - noted) < everyMs
  if (isRecent(users.uses.get(apiKey.id)) || isRecent(apiKey.lastUsedAt ?? 0)) return
  // A full map is cleared. Until it fills again, only the condition in the UPDATE statement prevents repeated writes.
  if (users.uses.size >= maxRemembered) users.uses.clear()
  users.uses.set(apiKey.id, now)
  recordUse(users.db, apiKey.id, { at: now, everyMs }).catch((cause: unknown) => {
    users.log.warn({ err: cause, api_key_id: apiKey.id }, 'cannot store the last use of an API key')
  })
}
