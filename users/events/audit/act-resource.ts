import type { ActResource } from '#contract/events/audit.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Act } from './act.ts'

/**
 * Returns an act (the record of what somebody did to another user or to the system) in the form that clients read. `names` maps
 * the ids of users and API keys to their present names.
 */
export const toActResource = (
  { at, actor: by, subject: user_id, from, ...act }: Act,
  names: ReadonlyMap<string, string>,
): ActResource => ({
  ...act,
  timestamp: toRfc3339(at),
  by,
  by_name: nameOf(names, by),
  user_id,
  user_name: nameOf(names, user_id),
  address: from?.address ?? null,
  user_agent: from?.userAgent ?? null,
})

const nameOf = (names: ReadonlyMap<string, string>, id: string | null): string | null =>
  id === null ? null : (names.get(id) ?? null)
