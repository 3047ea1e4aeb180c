import { startElapsed } from './elapsed.ts'

/** How old what one connection told us is. */
export interface Heartbeats {
  /** `atMs` is the time in it, by the clock of the one who sent it. */
  hear(atMs: number): void
  /** Milliseconds since the latest one was sent, as far as can be told; Infinity before the first. */
  ageMs(): number
}

/**
 * Two clocks need not agree, so it is compared with the quickest heartbeat of the connection: one that was held up in a
 * buffer comes with more lag, and is so much older than its arrival.
 */
export function createHeartbeats(): Heartbeats {
  const sinceStart = startElapsed()
  let leastLagMs = Infinity
  let ageMs = () => Infinity
  return {
    hear(atMs) {
      const lagMs = sinceStart() - atMs
      leastLagMs = Math.min(leastLagMs, lagMs)
      const heldUpMs = lagMs - leastLagMs
      const sinceHeard = startElapsed()
      if (heldUpMs < ageMs()) ageMs = () => heldUpMs + sinceHeard()
    },
    ageMs: () => ageMs(),
  }
}
