import { limitReached } from '#runtime/limits/limit-reached.ts'
import type { Login } from './login.ts'

/**
 * A thousand at once, then one a second. A machine that logs in for each of its requests has bursts, and is no attack: what
 * fills a disk is what goes on all day.
 */
export const sessionRate = { quota: 1_000, windowMs: 1_000_000 }

/**
 * Counts a session that a right password is about to begin: each leaves a row and events for weeks, also when a newer one puts
 * it out. Whoever guesses uses none of it up.
 * @throws {Failure} `sessions_limited`
 */
export function countSession({ sessionLimit }: Pick<Login, 'sessionLimit'>, userId: string): void {
  const waitMs = sessionLimit.take(userId)
  if (waitMs === undefined) return
  const { quota, windowMs } = sessionRate
  throw limitReached('sessions_limited', { name: 'sessions', quota, windowSeconds: windowMs / 1000, waitMs })
}
