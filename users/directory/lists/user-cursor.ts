import { Failure } from '#contract/declaration/failures.ts'
import { encodeCursor } from '#runtime/database/cursor.ts'
import { isByAge, type Position, type Sort } from './user-order.ts'

/** The beginning of a page of users: after a position, or before it when the reader goes back. */
export interface Beginning {
  position: Position
  isBack: boolean
}

/** Returns the cursor of a page. In the usual order it has the form of all other lists, which earlier versions read too. */
export const encodeBeginning = (sort: Sort, { position: { key, id }, isBack }: Beginning): string =>
  sort === 'created_at' && !isBack
    ? encodeCursor({ createdAt: Number(key), id })
    : Buffer.from(`${sort} ${isBack ? 'before' : 'after'} ${key} ${id}`).toString('base64url')

/** Reads a cursor of a list in this order. @throws {Failure} `invalid_request` */
export function decodeBeginning(sort: Sort, cursor: string): Beginning {
  const text = Buffer.from(cursor, 'base64url').toString()
  const usual = sort === 'created_at' && /^\d{1,15} \S+$/.test(text) ? `created_at after ${text}` : text
  const [, ofSort, side, key = '', id = ''] =
    /^(\S{1,20}) (before|after) (\S{1,100}) ([0-9a-f-]{36})$/.exec(usual) ?? []
  const isKey = isByAge(sort) ? /^\d{1,15}$/.test(key) : true
  if (ofSort === sort && isKey)
    return { position: { key: isByAge(sort) ? Number(key) : key, id }, isBack: side === 'before' }
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/cursor', code: 'invalid_format', detail: 'This is not a cursor of this list.' }],
  })
}
