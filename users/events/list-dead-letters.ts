import type { DeadLetterResource } from '#contract/events/events.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { decodeCursor, defaultPageRows, pageOf } from '#runtime/database/cursor.ts'
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
  const limit = input.limit ?? defaultPageRows
  const found = await findDeadLetters(db, decodeCursor(input.cursor), limit + 1)
  const { page, nextCursor } = pageOf(found, limit, cursorOf)
  return { deadLetters: page, nextCursor }
}

export const toDeadLetterResource = ({
  lastError,
  queuedAt,
  givenUpAt,
  ...letter
}: DeadLetter): DeadLetterResource => ({
  ...letter,
  last_error: lastError,
  queued_at: toRfc3339(queuedAt),
  given_up_at: toRfc3339(givenUpAt),
})
