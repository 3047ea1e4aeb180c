import { limitReached } from '#runtime/limits/limit-reached.ts'
import type { Login } from './login.ts'

/**
 * The rate limit of new sessions per user: a burst of 1,000, then one a second. A machine that logs in for each of its requests
 * has bursts and is no attack; a disk is filled by what goes on all day.
 */
export const sessionRate = { quota: 1_000, windowMs: 1_000_000 }

/**
 * Counts a session that is about to begin after a right password. Each session leaves a row and events for weeks, also when a
 * newer one displaces it. Wrong passwords are not counted here.
 * @throws {Failure} `sessions_limited`
 */
export function countSession({ sessionLimit }: Pick<Login, 'sessionLimit'>, userId: string): void {
  const waitMs = sessionLimit.take(userId)
  if (waitMs === undefined) return
  const { quota, windowMs } = sessionRate
  throw limitReached('sessions_limited', { name: 'sessions', quota, windowSeconds: windowMs / 1000, waitMs })
}
