import { Failure } from '#contract/failures.ts'
import { normalizeId } from '#contract/user-in-path.ts'
import { replayDeadLetter as replay } from '#runtime/events/dead-letters.ts'
import type { Users } from '../core/users.ts'

/**
 * Replays a dead letter: the outbox tries it again.
 * @throws {Failure} `dead_letter_not_found`, also when it was replayed already
 */
export async function replayDeadLetter(
  { db, clock, log }: Pick<Users, 'db' | 'clock' | 'log'>,
  input: { id: string; by: string },
): Promise<void> {
  const id = normalizeId(input.id)
  if (!(await replay(db, id, clock.now()))) throw new Failure('dead_letter_not_found')
  log.info({ event: 'delivery.replayed', delivery_id: id, by: input.by }, 'a dead letter was replayed')
}
