import { isUuid } from '#contract/fields.ts'
import { getUserByEmailEndpoint, getUserByUsernameEndpoint } from '#contract/users.ts'
import { asMissing } from '../../core/as-missing.ts'
import type { Visit } from '../../core/visit.ts'

/** The fields of the filter, as they are in the address bar. */
export const filterFields = ['by', 'to', 'act', 'from', 'until'] as const

/** What is asked of the API. */
export interface ActQuery {
  by: string | undefined
  user_id: string | undefined
  type: string | undefined
  since: string | undefined
  until: string | undefined
}

/** Reads the filter of a page. Returns the name that nobody has, where a name was typed that nobody has. */
export async function readFilter(visit: Visit): Promise<ActQuery | { nobody: string }> {
  const { by, to, act, from, until } = visit.sent
  const ids: (string | undefined)[] = []
  for (const name of [by?.trim(), to?.trim()]) {
    const id = name ? await findId(visit, name) : undefined
    if (name && id === undefined) return { nobody: name }
    ids.push(id)
  }
  return {
    ...{ by: ids[0], user_id: ids[1] },
    type: act && Object.hasOwn(visit.texts.audit.acts, act) ? act : undefined,
    ...{ since: dayAt(from, 0), until: dayAt(until, 1) },
  }
}

/** Finds whom a text means. An id may be that of an API key, or of somebody who is deleted. */
async function findId({ ask }: Visit, name: string): Promise<string | undefined> {
  if (isUuid(name)) return name.toLowerCase()
  // Longer names cannot exist, and the API would refuse to look for them.
  if (name.length > 254) return undefined
  const isAddress = name.includes('@')
  const asked = isAddress
    ? ask(getUserByEmailEndpoint, { params: { email: name } })
    : ask(getUserByUsernameEndpoint, { params: { username: name } })
  return (await asked.catch(asMissing))?.body.id
}

const dayMs = 86_400_000

/** Returns the beginning of a day, in UTC, some days later; undefined for what is no day. */
function dayAt(day: string | undefined, daysLater: number): string | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at + daysLater * dayMs).toISOString()
}
