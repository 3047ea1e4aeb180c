import { limitReached } from '#runtime/limit-reached.ts'
import type { Auth } from './auth.ts'

/** As many at once as a user can have; then one a second. */
export const sessionRate = { quota: 100, windowMs: 100_000 }

/**
 * Counts a session that a right password is about to begin: each leaves a row and events for weeks, also when a newer one puts
 * it out. Whoever guesses uses none of it up.
 * @throws {Failure} `sessions_limited`
 */
export function countSession({ beginnings }: Pick<Auth, 'beginnings'>, userId: string): void {
  const waitMs = beginnings.take(userId)
  if (waitMs === undefined) return
  const { quota, windowMs } = sessionRate
  throw limitReached('sessions_limited', { name: 'sessions', quota, windowSeconds: windowMs / 1000, waitMs })
}
