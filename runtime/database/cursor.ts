import { Failure } from '#contract/failures.ts'

/** Where a page begins: behind the row at this place in the order of `(created_at, id)`. */
export interface Position {
  createdAt: number
  id: string
}

const start: Position = { createdAt: -1, id: '' }

export const encodeCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url')

/** Without a cursor: before everything. */
export function decodeCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return start
  const [, createdAt, id] =
    /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id }
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/cursor', code: 'invalid_format', detail: 'This is not a cursor of ours.' }],
  })
}
