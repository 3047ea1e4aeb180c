import { loggedFields } from '#contract/events/event-types.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'

/**
 * The audit record of what somebody did to another user or to the system. It is stored apart from the event log and outlives it.
 */
export interface Act {
  id: string
  type: string
  /** The id of the user or API key that acted; null for the command line and for the service itself. */
  actor: string | null
  subject: string | null
  /**
   * Ids, counts and words of this product, but no text that somebody entered, because the act outlives the users that it names.
   * Acts of a command also have its account of the operating system, its host and its file.
   */
  details: Record<string, unknown>
  /**
   * The network address and user agent of the actor; undefined for commands and the service itself, or after the actor was
   * deleted.
   */
  from: { address: string; userAgent: string | null } | undefined
  /** The reason, in the words of the actor. It is removed when the user whom the act is about (the subject) is deleted. */
  reason: string | null
  at: number
}

/** The types of events that are recorded as acts although such an event never names who caused it. */
const withoutAuthor: ReadonlySet<string> = new Set(['keys.rotated', 'session.all_ended', 'webhook.disabled'])

/**
 * The details about a command of the command line, by name, with their fields in an event. The operator who ran the command may
 * keep them as long as the audit, because they name no user.
 */
const ofCommand = { os_user: 'by_os_user', host: 'by_host', file: 'file' } as const

/**
 * Returns the act that an event reports. Returns undefined when users did something to themselves, and for most events that name
 * no author.
 */
export function findAct({ id, type, subject, data, at }: LoggedEvent): Act | undefined {
  const { by } = data
  const isAuthored = by === null || typeof by === 'string'
  if (isAuthored ? by !== null && by === subject : !withoutAuthor.has(type)) return undefined
  const details: Record<string, unknown> = {}
  for (const name of loggedFields) if (name !== 'by' && data[name] !== undefined) details[name] = data[name]
  for (const [name, field] of Object.entries(ofCommand))
    if (data[field] !== undefined) details[name] = data[field]
  const { by_address: address, by_user_agent: agent, suspension_reason: why } = data
  const from =
    typeof address === 'string' ? { address, userAgent: typeof agent === 'string' ? agent : null } : undefined
  const reason = typeof why === 'string' ? why : null
  return { id, type, actor: isAuthored ? by : null, subject, details, from, reason, at }
}
