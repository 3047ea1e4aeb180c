import { loginNameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import { orders } from './user-order.ts'
import { findAmong, findIdByKey, type UserFilter } from './user-page-store.ts'

/**
 * Finds the user whose username or address is the text of a filter itself, without regard to case. The user must fit the rest of
 * the filter. A whole id needs no such look-up, because no other user is found by it.
 */
export async function findExactUser(db: Sql, filter: UserFilter): Promise<User | undefined> {
  const key = loginNameKey((filter.text ?? filter.prefix ?? '').trim())
  const id = key ? await findIdByKey(db, key) : undefined
  if (id === undefined) return undefined
  const order = orders.created_at
  const rest = { ...filter, text: null, unfolded: [], prefix: null }
  const [found] = await findAmong(db, [id], { filter: rest, order, after: order.first }, 1)
  return found
}
