import { Failure } from '#contract/declaration/failures.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { replayDeadLetter as replay } from '#runtime/events/dead-letters.ts'
import type { Users } from '../core/users.ts'

/**
 * Makes the outbox try a dead letter again. A dead letter is a delivery that the outbox gave up after its last retry.
 * @throws {Failure} `dead_letter_not_found`, also when it was replayed already
 */
export async function replayDeadLetter(
  { db, clock }: Pick<Users, 'db' | 'clock'>,
  { id, by }: { id: string; by: string | null },
): Promise<void> {
  const replayed = await replay(db, { id: normalizeId(id), by, now: clock.now() })
  if (!replayed) throw new Failure('dead_letter_not_found')
}
