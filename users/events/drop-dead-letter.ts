import { Failure } from '#contract/declaration/failures.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { dropDeadLetter as drop } from '#runtime/events/dead-letters.ts'
import type { Users } from '../core/users.ts'

/**
 * Removes a dead letter, which is a delivery that the outbox gave up after its last retry.
 * @throws {Failure} `dead_letter_not_found`, also when it was replayed meanwhile
 */
export async function dropDeadLetter(
  { db, clock }: Pick<Users, 'db' | 'clock'>,
  { id, by }: { id: string; by: string | null },
): Promise<void> {
  const isDropped = await drop(db, { id: normalizeId(id), by, now: clock.now() })
  if (!isDropped) throw new Failure('dead_letter_not_found')
}
