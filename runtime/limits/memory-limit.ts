import type { Clock } from '../clock.ts'

/** A rate limit in memory: a burst of `quota`, which refills evenly over the window. */
export interface MemoryLimit {
  /**
   * Counts one use of a key. Returns undefined when the limit allows it, otherwise the milliseconds until it
   * will.
   */
  take(key: string): number | undefined
  /** Returns the number of keys that are remembered. */
  size(): number
}

const keysBeforePruning = 1_000

/**
 * Creates a rate limit of this process alone, for actions that must not cost a write. With several nodes the
 * limit is as many times higher. Keys must be ones that nobody can invent, such as ids of users, because each
 * stays in memory until its quota is full again.
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
      // No use can set a later time than `latest`. So a later time was set before the clock was set back, and is ignored.
      const after = (before > now && before <= latest ? before : now) + gapMs
      if (after > latest) return after - latest
      if (fullAt.size >= pruneAt) prune(now)
      fullAt.set(key, after)
      return undefined
    },
    size: () => fullAt.size,
  }
}
