import type { Clock } from '../clock.ts'
import { limitReached } from './limit-reached.ts'
import { createMemoryLimit } from './memory-limit.ts'

const quota = 60

/**
 * Creates a counter that limits the changes that one user or API key makes through this process: sixty in a
 * burst, then one a second. It counts in memory, because a change must not cost another write; the limit
 * still bounds how fast a user can fill the disk.
 * @throws {Failure} `changes_limited`
 */
export function changeCounter(clock: Clock): (id: string) => void {
  const limit = createMemoryLimit({ quota, windowMs: 60_000 }, clock)
  return (id) => {
    const waitMs = limit.take(id)
    if (waitMs !== undefined)
      throw limitReached('changes_limited', { name: 'changes', quota, windowSeconds: 60, waitMs })
  }
}
