import type { Revocation } from './revocation-store.ts'

/** The latest revocations (ended sessions) in memory, in the order of their positions in the feed and without gaps. */
export interface RecentRevocations {
  /** Sets the position after which all revocations will be added. Only the first call counts. */
  beginAfter(position: number): void
  /** Adds the next revocations. The oldest are removed when there is no room for them. */
  add(revocations: readonly Revocation[]): void
  /**
   * Drops the oldest revocations while `isExpired` is true for them, because no validator needs them any
   * more.
   */
  drop(isExpired: (revocation: Revocation) => boolean): void
  /** Finds the revocations after a position; undefined when some of them may not be in memory. */
  findAfter(position: number, limit: number): Revocation[] | undefined
}

export function createRecentRevocations(maxKept: number): RecentRevocations {
  const kept: Revocation[] = []
  /** All revocations after this position are in memory, except those that were dropped. */
  let keptAfter: number | undefined
  return {
    beginAfter(position) {
      keptAfter ??= position
    },
    add(revocations) {
      kept.push(...revocations)
      const removed = kept.splice(0, Math.max(0, kept.length - maxKept))
      keptAfter = removed.at(-1)?.position ?? keptAfter
    },
    drop(isExpired) {
      const firstLiving = kept.findIndex((one) => !isExpired(one))
      kept.splice(0, firstLiving === -1 ? kept.length : firstLiving)
    },
    findAfter(position, limit) {
      if (keptAfter === undefined || position < keptAfter) return undefined
      const first = firstAfter(kept, position)
      return kept.slice(first, first + limit)
    },
  }
}

function firstAfter(revocations: readonly Revocation[], position: number): number {
  let [low, high] = [0, revocations.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((revocations[middle]?.position ?? 0) > position) high = middle
    else low = middle + 1
  }
  return low
}
