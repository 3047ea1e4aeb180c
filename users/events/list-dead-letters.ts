import { decodeCursor } from '#runtime/database/cursor.ts'
import { cursorOf, type DeadLetter, findDeadLetters } from '#runtime/events/dead-letters.ts'
import type { Users } from '../core/users.ts'

export interface DeadLetterPage {
  deadLetters: DeadLetter[]
  nextCursor: string | null
}

export async function listDeadLetters(
  { db }: Pick<Users, 'db'>,
  input: { limit?: number | undefined; cursor?: string | undefined },
): Promise<DeadLetterPage> {
  const limit = input.limit ?? 50
  // One more than asked for tells whether there is another page.
  const found = await findDeadLetters(db, decodeCursor(input.cursor), limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { deadLetters: page, nextCursor: found.length > limit && last ? cursorOf(last) : null }
}
