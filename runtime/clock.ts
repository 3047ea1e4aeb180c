/** Epoch milliseconds. Handed to every context, so that a test can decide what time it is. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** RFC 3339, UTC, milliseconds: how every time leaves the services. */
export const toRfc3339 = (epochMs: number): string => new Date(epochMs).toISOString()
