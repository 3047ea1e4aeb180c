import { startElapsed } from '../elapsed.ts'

/**
 * Heartbeats are events that the revocation feed (the stream of sessions that end) sends at an interval. They show how old the
 * information of one connection is.
 */
export interface Heartbeats {
  /** Takes a heartbeat. `atMs` is the time in it: epoch milliseconds by the clock of the sender. */
  hear(atMs: number): void
  /** Returns the estimated milliseconds since the latest heartbeat was sent; Infinity before the first. */
  ageMs(): number
}

/**
 * Estimates how old the information of a connection is, without relying on equal clocks of sender and receiver: each heartbeat is
 * compared with the fastest heartbeat of the connection. A heartbeat that was held up in a buffer has more lag than the fastest,
 * and is older by the difference when it arrives.
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
