import type { Clock } from '../clock.ts'
import { limitReached } from './limit-reached.ts'
import { createMemoryLimit } from './memory-limit.ts'

const quota = 60

/**
 * Makes a counter of what somebody changes by the routes of this process: sixty at once, then one a second. In memory, for a change must not
 * cost another write; whoever fills the disk is held all the same.
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
