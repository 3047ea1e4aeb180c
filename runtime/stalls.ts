/** Detects stalls: times in which the process did not run, for example because it was suspended. */
export interface Stalls {
  hasJustEnded(): boolean
  stop(): void
}

/**
 * The duration from which a pause of the event loop counts as a stall. Clients wait no longer than this for a response, and no
 * working process blocks its event loop for so long.
 */
const usualLimitMs = 15_000
/** The time after a stall in which the requests that arrived during the stall are read. */
const readingMs = 1_000

/**
 * Watches for stalls of longer than `limitMs`. Requests that are read right after a stall may be as old as the stall, and most of
 * their clients have sent them again to another node.
 */
export function watchStalls(limitMs = usualLimitMs): Stalls {
  let aliveAt = performance.now()
  let endedAt = -Infinity
  const notice = () => {
    const now = performance.now()
    if (now - aliveAt > limitMs) endedAt = now
    aliveAt = now
    return now
  }
  const timer = setInterval(notice, limitMs / 4).unref()
  return {
    hasJustEnded: () => notice() - endedAt < readingMs,
    stop: () => clearInterval(timer),
  }
}
