import type { EndReason } from '#contract/failures.ts'

/** A session that has ended, as the revocation feed tells it. */
export interface EndedSession {
  sessionId: string
  /** The reason is undefined when a later version of the service sent one that this version does not know. */
  reason: EndReason | undefined
  /** The time (epoch milliseconds) when the last token of the session has expired. */
  forgetAtMs: number
}

/** A bounded set of the ended sessions whose tokens have not expired yet. */
export interface EndedSessions {
  add(session: EndedSession): void
  find(sessionId: string): EndedSession | undefined
  /**
   * Returns false while there was no room for a session whose tokens may still be valid: then a session that
   * is not found may have ended.
   */
  isComplete(): boolean
  /** Removes the sessions whose tokens have expired. */
  sweep(): void
  size(): number
}

/**
 * The extra time for which sessions are kept, so that a clock that is set back does not make a token of a
 * removed session valid again.
 */
const marginMs = 60_000
const sweepAgainMs = 5_000

/** Creates an empty set with room for `room` sessions. `now` returns epoch milliseconds. */
export function createEndedSessions({ room, now }: { room: number; now(): number }): EndedSessions {
  const sessions = new Map<string, EndedSession>()
  let completeFromMs = 0
  let sweptAtMs = 0

  function sweep(): void {
    // A sweep is a full scan of the map, so it must not run for every event of a flood.
    if (Math.abs(now() - sweptAtMs) < sweepAgainMs) return
    sweptAtMs = now()
    for (const { sessionId, forgetAtMs } of sessions.values()) {
      if (forgetAtMs + marginMs <= sweptAtMs) sessions.delete(sessionId)
    }
  }

  return {
    add(session) {
      if (sessions.size >= room) sweep()
      if (sessions.size < room || sessions.has(session.sessionId)) sessions.set(session.sessionId, session)
      else completeFromMs = Math.max(completeFromMs, session.forgetAtMs + marginMs)
    },
    find: (sessionId) => sessions.get(sessionId),
    isComplete: () => now() >= completeFromMs,
    sweep,
    size: () => sessions.size,
  }
}
