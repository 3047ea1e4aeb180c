import { loggedFields } from '#contract/event-types.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'

/** An act is what somebody did to somebody else or to the system, as it is kept when the event is gone. */
export interface Act {
  id: string
  type: string
  /** The user or the API key that did it; null for the command line and for the service itself. */
  actor: string | null
  subject: string | null
  /** Ids, counts and words of this product. Nothing that somebody has entered, because the act outlives the users that it names. */
  details: Record<string, unknown>
  /** From where it was done. Undefined for commands and for the service itself. It is gone when the actor is deleted. */
  from: { address: string; userAgent: string | null } | undefined
  /** Why, in the words of the actor. It is gone when the subject is deleted. */
  reason: string | null
  at: number
}

/** The types of events that never have an author, and are acts all the same. */
const withoutAuthor = new Set(['keys.rotated', 'session.all_ended', 'webhook.disabled'])

/** Returns the act that an event tells of; undefined when users did it to themselves, or when it happened by itself. */
export function findAct({ id, type, subject, data, at }: LoggedEvent): Act | undefined {
  const { by } = data
  const isAuthored = by === null || typeof by === 'string'
  if (isAuthored ? by !== null && by === subject : !withoutAuthor.has(type)) return undefined
  const details: Record<string, unknown> = {}
  for (const name of loggedFields) if (name !== 'by' && data[name] !== undefined) details[name] = data[name]
  const { by_address: address, by_user_agent: agent, suspension_reason: why } = data
  const from =
    typeof address === 'string' ? { address, userAgent: typeof agent === 'string' ? agent : null } : undefined
  const reason = typeof why === 'string' ? why : null
  return { id, type, actor: isAuthored ? by : null, subject, details, from, reason, at }
}
