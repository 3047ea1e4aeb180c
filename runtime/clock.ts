/** The source of the current time, handed to every context so that a test can set it. */
export interface Clock {
  /** The current time in epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Writes a time as RFC 3339, in UTC with milliseconds: every time leaves the services in this form. */
export const toRfc3339 = (epochMs: number): string => new Date(epochMs).toISOString()
