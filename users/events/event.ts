import { Failure } from '#contract/declaration/failures.ts'
import { type EventType, eventTypes, isEventType } from '#contract/events/event-types.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'

/** The filter of a reader of events. An undefined field does not filter. */
export interface EventFilter {
  types: EventType[] | undefined
  userId: string | undefined
}

/**
 * Reads a filter from a query. It refuses unknown types, because with a mistyped one the stream would be empty without a reason.
 * @throws {Failure} `invalid_request`
 */
export function readFilter(query: { type?: string | undefined; user_id?: string | undefined }): EventFilter {
  const types = query.type?.split(',') ?? []
  const unknown = types.find((type) => !isEventType(type))
  if (unknown !== undefined) {
    const detail = `There is no type ${unknown.slice(0, 64)}; there are: ${eventTypes.join(', ')}.`
    throw new Failure('invalid_request', { errors: [{ pointer: '/type', code: 'not_allowed', detail }] })
  }
  return {
    types: query.type === undefined ? undefined : [...new Set(types.filter(isEventType))],
    userId: query.user_id === undefined ? undefined : normalizeId(query.user_id),
  }
}
