import { randomUUID } from 'node:crypto'
import { isUuid } from '#contract/declaration/fields.ts'
import { usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { findTaken } from '../core/user-store.ts'

/**
 * Returns a text with the characters and the length of a username: `ada.l` for `ada.(l)`, `jo-user` for `jo`. It may be taken.
 */
export function usernameStem(wanted: string): string {
  const stem =
    wanted
      .replace(/[^A-Za-z0-9._-]/g, '')
      .slice(0, 50)
      .replace(/^[._-]+|[._-]+$/g, '') || 'user'
  return stem.length < 3 || isUuid(stem) ? `${stem}-user` : stem
}

/** Finds a free username: `ada.l` for `ada.l`, or `ada.l-2` and so on when that is taken. */
export async function freeUsername(tx: Sql, wanted: string, now: number): Promise<string> {
  const base = usernameStem(wanted)
  for (let number = 1; number <= 20; number++) {
    const candidate = number === 1 ? base : `${base}-${number}`
    if (!(await findTaken(tx, { usernameKey: usernameKey(candidate), emailKey: '' }, { now })))
      return candidate
  }
  return `${base}-${randomUUID().slice(-12)}`
}
