import { Failure } from '#contract/declaration/failures.ts'

/**
 * The position of a row in a list in the order of `(created_at, id)`. A cursor holds the position of the last row of a page, and
 * the next page begins after it. `createdAt` is in epoch milliseconds.
 */
export interface Position {
  createdAt: number
  id: string
}

/** The position at which a list begins that shows the newest rows first. */
export const newest: Position = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }

const start: Position = { createdAt: -1, id: '' }

export const encodeCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url')

/** Returns the position in a cursor; without a cursor, the position before all rows. @throws {Failure} `invalid_request` */
export function decodeCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return start
  const [, createdAt, id] =
    /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id }
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/cursor', code: 'invalid_format', detail: 'This is not a cursor of ours.' }],
  })
}

/** The number of rows on a page when the request names none. */
export const defaultPageRows = 50

/**
 * Makes a page of at most `limit` rows. The query for `found` must have read one row more than `limit`: only then is it known
 * whether there is another page. `nextCursor` is null on the last page.
 */
export function pageOf<Row>(
  found: Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: found.length > limit && last ? cursorOf(last) : null }
}
