import type { EndReason } from '#contract/failures.ts'

export interface EndedSession {
  sessionId: string
  /** Undefined for one that this version does not know. */
  reason: EndReason | undefined
  /** Epoch milliseconds: from then on every token of it has expired. */
  forgetAtMs: number
}

/** The ended sessions whose tokens have not expired yet: as many as there is room for. */
export interface EndedSessions {
  add(session: EndedSession): void
  find(sessionId: string): EndedSession | undefined
  /** False while one had no room whose tokens may still live: then a session that is not found may have ended. */
  isComplete(): boolean
  /** Lets go of what is over. */
  sweep(): void
  size(): number
}

/** A clock that was set back must not make a token live again whose session was just forgotten. */
const marginMs = 60_000
const sweepAgainMs = 5_000

export function createEndedSessions({ room, now }: { room: number; now(): number }): EndedSessions {
  const sessions = new Map<string, EndedSession>()
  let completeFromMs = 0
  let sweptAtMs = 0

  function sweep(): void {
    // It looks at all of them, so not at every event of a flood.
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
