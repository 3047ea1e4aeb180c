/** Tells whether this process has just gone on after it stood still. */
export interface Stalls {
  hasJustEnded(): boolean
  stop(): void
}

/** No client waits longer for a reply by itself, and no working process leaves its event loop alone for that long. */
const usualLimitMs = 15_000
/** The time in which the requests that have waited meanwhile are read. */
const readingMs = 1_000

/**
 * Notices when the process did not run for a while, as one that was stopped. Requests that are read right after
 * it are as old as that, and most of their clients have sent them again elsewhere.
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
