import type { Users } from '../core/users.ts'
import type { ApiKey } from './api-key.ts'
import { recordUse } from './api-key-store.ts'

/** When this process last tried to note the use of a key, by its id. */
type ApiKeyUses = Map<string, number>

/** The context of the use cases that are shown an API key. */
export interface ApiKeys extends Users {
  uses: ApiKeyUses
}

const everyMs = 60_000
const mostRemembered = 10_000

/**
 * Once a minute for each key, beside the request: nobody waits for it, and a request does not fail because a write does.
 * Remembered here too, so that neither a slow nor a failing write is tried again by each request that comes meanwhile.
 */
export function noteUse(users: ApiKeys, apiKey: ApiKey, now: number): void {
  const noted = Math.max(users.uses.get(apiKey.id) ?? 0, apiKey.lastUsedAt ?? 0)
  if (now - noted < everyMs) return
  // Forgotten all at once: then the condition in the database decides alone.
  if (users.uses.size >= mostRemembered) users.uses.clear()
  users.uses.set(apiKey.id, now)
  recordUse(users.db, apiKey.id, { at: now, unlessAfter: now - everyMs }).catch((cause: unknown) => {
    users.log.warn({ err: cause, api_key_id: apiKey.id }, 'the use of an API key could not be noted')
  })
}
