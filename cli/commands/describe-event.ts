import type { EventResource } from '#contract/events/events.ts'

interface EventWords {
  /** The network address, or the host of a command, where the event has one. */
  from: string
  /** The author of an event, in words. */
  by: string
  /**
   * The details of an event, for the last column: the reason, the device or the changed fields, depending on the type
   * of the event.
   */
  why: string
}

const nothing = '-'

/** Describes an event in words for the command `history`. `nameOf` returns the username for an id. */
export function describeEvent(
  { type, user_id, data }: EventResource,
  nameOf: (id: string) => string,
): EventWords {
  return {
    from: textOf(data.address) ?? textOf(data.by_host) ?? nothing,
    by: authorOf(data, { type, user_id, nameOf }),
    why: whyOf(data),
  }
}

/** The types of events that only the user can cause, or a thief who has the user's password or mailbox. */
const ownTypes = ['session.created', 'user.password_changed', 'user.email_change_requested', 'user.secured']

function authorOf(
  { by, by_os_user: account }: EventResource['data'],
  { type, user_id, nameOf }: Pick<EventResource, 'type' | 'user_id'> & { nameOf: (id: string) => string },
): string {
  if (typeof by === 'string') return by === user_id ? 'self' : nameOf(by)
  // There is no id when the service itself removes a user, or when an operator uses the command line.
  if (by === null) return textOf(account) === undefined ? 'operator' : `operator ${account}`
  return ownTypes.includes(type) ? 'self' : nothing
}

function whyOf(data: EventResource['data']): string {
  const { reason, suspension_reason, how, why, changed, device_name, user_agent, email, new_email } = data
  const words = [suspension_reason, reason, how, why, device_name ?? user_agent, new_email ?? email]
  const fields = Array.isArray(changed) ? changed.join(', ') : undefined
  const found = [fields, ...words].find((one) => textOf(one) !== undefined)
  return textOf(found) ?? nothing
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
