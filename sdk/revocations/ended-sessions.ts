import type { EndReason } from '#contract/declaration/failures.ts'

/** A session that has ended, as it is published in the revocation feed (the stream of sessions that end). */
export interface EndedSession {
  sessionId: string
  /** The reason is undefined when a later version of the service sent one that this version does not know. */
  reason: EndReason | undefined
  /**
   * The time (epoch milliseconds) at which the last access token of the session expires, so that the session can be removed from
   * the set.
   */
  forgetAtMs: number
}

/** A bounded set of the ended sessions whose tokens have not expired yet. */
export interface EndedSessions {
  /** Adds a session. Returns false when there was no room for it. */
  add(session: EndedSession): boolean
  find(sessionId: string): EndedSession | undefined
  /**
   * Returns true when the set is complete, so that a session which is not in it has not ended. Returns false while a token of a
   * session that did not fit into the set, or was removed from it, may still be valid: until the token has expired, and again if
   * the clock is set back to before that.
   */
  isComplete(): boolean
  /** Removes the sessions whose tokens have expired. */
  sweep(): void
  size(): number
}

/** The extra time for which sessions are kept, so that a clock that is set back a little leaves the set complete. */
const marginMs = 60_000
const sweepAgainMs = 5_000

/** Creates an empty set with room for `room` sessions. `now` returns epoch milliseconds. */
export function createEndedSessions({ room, now }: { room: number; now(): number }): EndedSessions {
  const sessions = new Map<string, EndedSession>()
  let completeFromMs = 0
  let sweptAtMs = 0

  function sweep(): void {
    // A sweep reads the whole map, so it must not run for every event of a flood.
    if (Math.abs(now() - sweptAtMs) < sweepAgainMs) return
    sweptAtMs = now()
    for (const { sessionId, forgetAtMs } of sessions.values()) {
      if (forgetAtMs + marginMs > sweptAtMs) continue
      sessions.delete(sessionId)
      completeFromMs = Math.max(completeFromMs, forgetAtMs)
    }
  }

  return {
    add(session) {
      if (sessions.size >= room) sweep()
      const hasRoom = sessions.size < room || sessions.has(session.sessionId)
      if (hasRoom) sessions.set(session.sessionId, session)
      else completeFromMs = Math.max(completeFromMs, session.forgetAtMs + marginMs)
      return hasRoom
    },
    find: (sessionId) => sessions.get(sessionId),
    isComplete: () => now() >= completeFromMs,
    sweep,
    size: () => sessions.size,
  }
}
