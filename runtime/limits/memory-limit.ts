import type { Clock } from '../clock.ts'

/** How often something may happen: so many at once, each of which comes back after its share of the window. */
export interface MemoryLimit {
  /** Counts one for a key: undefined, or for how many milliseconds there is none. */
  take(key: string): number | undefined
  /** How many keys are remembered. */
  size(): number
}

const keysBeforePruning = 1_000

/**
 * A limit of this process alone, for what must cost no write: several nodes have as many times the room. Keys must be ones that
 * nobody can make up, such as ids of users: each is remembered until it has all of its room again.
 */
export function createMemoryLimit(
  { quota, windowMs }: { quota: number; windowMs: number },
  clock: Clock,
): MemoryLimit {
  const gapMs = windowMs / quota
  const fullAt = new Map<string, number>()
  let pruneAt = keysBeforePruning

  function prune(now: number): void {
    for (const [key, at] of fullAt) if (at <= now || at > now + windowMs) fullAt.delete(key)
    pruneAt = Math.max(keysBeforePruning, 2 * fullAt.size)
  }

  return {
    take(key) {
      const now = clock.now()
      const latest = now + windowMs
      const before = fullAt.get(key) ?? now
      // One that is later than any we give is of a clock that has been set back since.
      const after = (before > now && before <= latest ? before : now) + gapMs
      if (after > latest) return after - latest
      if (fullAt.size >= pruneAt) prune(now)
      fullAt.set(key, after)
      return undefined
    },
    size: () => fullAt.size,
  }
}
