import { endpoint } from '../declaration/endpoint.ts'
import { Cursor, Id, NextCursor, Time } from '../declaration/fields.ts'
import {
  array,
  freeObject,
  integer,
  nullable,
  object,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'

/**
 * An event has this shape everywhere: in lists, on streams, to webhooks and from the authentication service
 * to the user service.
 */
export const Event = object(
  {
    id: Id,
    type: string({
      description: 'A type of the catalog. Later versions can add types.',
      examples: ['user.created'],
    }),
    timestamp: Time,
    user_id: nullable(string({ description: 'The user that the event is about.' })),
    data: freeObject({ description: 'Data by type; see the catalog.' }),
  },
  { title: 'Event', description: 'Something that happened to a user, published after it was committed.' },
)
export type EventResource = Static<typeof Event>

export const tellEventsEndpoint = endpoint({
  name: 'tellEvents',
  method: 'POST',
  paths: ['/internal/events'],
  access: 'service',
  tag: 'internal',
  summary: 'Publish events of the other service',
  description: 'Idempotent: an event with the same `id` has no second effect.',
  body: object({ events: array(Event, { minItems: 1, maxItems: 32 }) }),
  success: 204,
  failures: [],
})

/** The parameters by which a request selects events. */
export const eventFilters = {
  type: optional(
    string({
      minLength: 1,
      maxLength: 500,
      description: 'Only events of these types, comma-separated.',
      examples: ['user.created', 'session.created,session.ended'],
    }),
  ),
  user_id: optional(string({ maxLength: 100, description: 'Only events about this user.' })),
}

export const listEventsEndpoint = endpoint({
  name: 'listEvents',
  method: 'GET',
  paths: ['/api/v1/events'],
  access: 'events:read',
  tag: 'events',
  summary: 'List events, oldest first',
  description:
    'Returns events in a total order in which no event is ever inserted before one that you have read. Store `position` and send it as `cursor` next time: you get every later event exactly once. `next_cursor` is null at the end of the list; `position` is always present. Events are kept for 30 days. The data of a deleted user is `{}`.',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional({
      ...Cursor,
      description:
        'A `next_cursor`, a `position`, or the `id` of an event on the stream. Starts with the oldest event if absent.',
    }),
    ...eventFilters,
  }),
  success: 200,
  reply: object(
    {
      data: array(Event),
      next_cursor: NextCursor,
      position: string({ description: 'The position at the end of this page. Events after it are new.' }),
    },
    { title: 'EventList' },
  ),
  failures: [],
})

export const EventHeartbeat = object(
  {
    at: string({
      format: 'date-time',
      description: 'Every event that was committed before this time has been sent on this stream.',
    }),
  },
  { title: 'EventHeartbeat' },
)

export const streamEventsEndpoint = endpoint({
  name: 'streamEvents',
  method: 'GET',
  paths: ['/api/v1/events/stream'],
  access: 'events:read',
  tag: 'events',
  summary: 'Stream events',
  description:
    'Server-sent events: each event once and in order, and a heartbeat immediately and every five seconds. The service can end the stream at any time; reconnect with the last `id` in `Last-Event-ID` or `after`. Without one, the stream starts with the next event. With the `position` of a list, it starts after that list.',
  query: object({
    after: optional(
      string({
        maxLength: 64,
        description:
          'The `id` of the last event received, or the `position` of a list. `Last-Event-ID` takes precedence.',
      }),
    ),
    ...eventFilters,
  }),
  success: 200,
  stream: { event: Event, heartbeat: EventHeartbeat },
  failures: ['overloaded', 'streams_limited'],
})

export const DeadLetter = object(
  {
    id: Id,
    sink: string({ description: 'The receiver of the delivery.', examples: ['auth'] }),
    type: string(),
    subject: string({ description: 'What the delivery is about: for most sinks, the id of a user.' }),
    attempts: integer(),
    last_error: string({ description: 'The error of the last attempt.' }),
    queued_at: Time,
    given_up_at: Time,
  },
  { title: 'DeadLetter', description: 'A failed delivery. Its content is not shown.' },
)
export type DeadLetterResource = Static<typeof DeadLetter>

export const listDeadLettersEndpoint = endpoint({
  name: 'listDeadLetters',
  method: 'GET',
  paths: ['/api/v1/events/dead-letters'],
  access: 'events:read',
  tag: 'events',
  summary: 'List failed deliveries, oldest first',
  description:
    'Lists deliveries that the receiver rejected permanently or failed to accept for days. They are kept for 30 days, or until you replay them. For those of the authentication service, use `latchkey events dead-letters`.',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
  }),
  success: 200,
  reply: object({ data: array(DeadLetter), next_cursor: NextCursor }, { title: 'DeadLetterList' }),
  failures: [],
})

export const replayDeadLetterEndpoint = endpoint({
  name: 'replayDeadLetter',
  method: 'POST',
  paths: ['/api/v1/events/dead-letters/{id}/replay'],
  access: 'events:write',
  tag: 'events',
  summary: 'Replay a failed delivery',
  description:
    'Attempts the delivery immediately, before others queued for the same receiver and subject, and retries it as long as a new one.',
  params: object({ id: string({ maxLength: 100, description: 'The id of the failed delivery.' }) }),
  success: 204,
  failures: ['dead_letter_not_found'],
})

export const dropDeadLetterEndpoint = endpoint({
  name: 'dropDeadLetter',
  method: 'DELETE',
  paths: ['/api/v1/events/dead-letters/{id}'],
  access: 'events:write',
  tag: 'events',
  summary: 'Remove a failed delivery',
  description:
    "Removes a delivery that can't succeed, such as email to an address that doesn't exist. Can't be undone; recorded in the audit log. A delivery in progress isn't removed.",
  params: object({ id: string({ maxLength: 100, description: 'The id of the failed delivery.' }) }),
  success: 204,
  failures: ['dead_letter_not_found'],
})

export const replayDeadLettersEndpoint = endpoint({
  name: 'replayDeadLetters',
  method: 'POST',
  paths: ['/api/v1/events/dead-letters/replay'],
  access: 'events:write',
  tag: 'events',
  summary: 'Replay failed deliveries',
  description: 'Replays up to 1,000 deliveries, oldest first. Repeat the request until `replayed` is 0.',
  body: object(
    {
      sink: optional(string({ minLength: 1, maxLength: 100, description: 'Only deliveries to this sink.' })),
    },
    { title: 'DeadLetterReplay' },
  ),
  success: 200,
  reply: object(
    { replayed: integer({ description: 'The number of deliveries queued again.' }) },
    { title: 'ReplayedDeadLetters' },
  ),
  failures: [],
})

export const Backlog = object(
  {
    sink: string({ description: 'The receiver, as in a failed delivery.', examples: ['mail'] }),
    waiting: integer({
      description: 'The number of queued deliveries, including those waiting for a retry.',
    }),
    failing: integer({ description: 'How many of these failed at least once and will be retried.' }),
    dead_letters: integer({ description: 'The number of failed deliveries.' }),
    overdue_seconds: integer({
      description:
        'How long the oldest delivery has been due. It grows when deliveries stop or are too slow.',
    }),
  },
  { title: 'Backlog', description: 'The queued deliveries of one receiver.' },
)
export type BacklogResource = Static<typeof Backlog>

export const listBacklogEndpoint = endpoint({
  name: 'listBacklog',
  method: 'GET',
  paths: ['/api/v1/events/backlog'],
  access: 'events:read',
  tag: 'events',
  summary: 'List queued deliveries by receiver',
  description:
    'Counts queued email, calls to the other service and similar deliveries, examining at most 100,000. A receiver with an empty queue is not listed. Deliveries to webhooks are listed with the webhook. For the queues of the authentication service, see its metrics.',
  success: 200,
  reply: object({ data: array(Backlog) }, { title: 'BacklogList' }),
  failures: [],
})

export const deadLetterEndpoints = [
  listBacklogEndpoint,
  listDeadLettersEndpoint,
  replayDeadLettersEndpoint,
  replayDeadLetterEndpoint,
  dropDeadLetterEndpoint,
]

export const eventEndpoints = [listEventsEndpoint, streamEventsEndpoint, ...deadLetterEndpoints]
