import { replayDeadLetters as replay } from '#runtime/events/dead-letters.ts'
import type { Users } from '../core/users.ts'

/** The batch size bounds how long one request occupies the database. */
const atOnce = 1_000

/** Replays up to a thousand dead letters, of one sink or of all, and returns how many. */
export async function replayDeadLetters(
  { db, clock, log }: Pick<Users, 'db' | 'clock' | 'log'>,
  input: { sink: string | undefined; by: string },
): Promise<number> {
  const { sink, by } = input
  const replayed = await replay(db, { sink, now: clock.now(), limit: atOnce })
  if (replayed > 0) log.info({ event: 'delivery.replayed', replayed, sink, by }, 'dead letters were replayed')
  return replayed
}
