const sameWishMs = 2_000

/**
 * Stops at the first signal, and immediately at a second one. One request to stop may arrive as several
 * signals within two seconds, and counts once: systemd and terminals signal every process, and npm, or an old
 * Node that started this process, forwards the signal too.
 */
export function onStopSignals({ stop, stopAtOnce }: { stop(): void; stopAtOnce(): void }): void {
  let firstAt: number | undefined
  const hear = () => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > sameWishMs) stopAtOnce()
      return
    }
    firstAt = performance.now()
    stop()
  }
  process.on('SIGTERM', hear)
  process.on('SIGINT', hear)
}
