import { findUserId } from '../../core/find-user-id.ts'
import type { Visit } from '../../core/visit.ts'

/** The names of the fields of the filter, which are also parameters of the URL. */
export const filterFields = ['by', 'to', 'act', 'from', 'until'] as const

/** The parameters with which the API is asked for acts. */
export interface ActQuery {
  by: string | undefined
  user_id: string | undefined
  type: string | undefined
  since: string | undefined
  until: string | undefined
}

/** Reads the filter of the page. Where a typed name belongs to nobody, it returns that name as `nobody` instead of a query. */
export async function readFilter(visit: Visit): Promise<ActQuery | { nobody: string }> {
  const { by, to, act, from, until } = visit.sent
  const ids: (string | undefined)[] = []
  for (const name of [by?.trim(), to?.trim()]) {
    const id = name ? await findUserId(visit, name) : undefined
    if (name && id === undefined) return { nobody: name }
    ids.push(id)
  }
  return {
    by: ids[0],
    user_id: ids[1],
    type: act && Object.hasOwn(visit.texts.audit.acts, act) ? act : undefined,
    since: dayAt(from, 0),
    until: dayAt(until, 1),
  }
}

const dayMs = 86_400_000

/**
 * Returns the time (UTC) at which the day begins that is `daysLater` days after a typed one; undefined for a text that is no
 * date.
 */
function dayAt(day: string | undefined, daysLater: number): string | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at + daysLater * dayMs).toISOString()
}
