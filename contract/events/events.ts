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
      description: 'One of the catalogue; new types may be added.',
      examples: ['user.created'],
    }),
    timestamp: Time,
    user_id: nullable(string({ description: 'Whom it is about.' })),
    data: freeObject({ description: 'By the type; see the catalogue.' }),
  },
  { title: 'Event', description: 'What happened to a user, told after it was committed.' },
)
export type EventResource = Static<typeof Event>

export const tellEventsEndpoint = endpoint({
  name: 'tellEvents',
  method: 'POST',
  paths: ['/internal/events'],
  access: 'service',
  tag: 'internal',
  summary: 'Tell what happened in the other service',
  description: 'May be repeated: an event with the same `id` has no second effect.',
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
      description: 'Of this type only; several with commas between them.',
      examples: ['user.created', 'session.created,session.ended'],
    }),
  ),
  user_id: optional(string({ maxLength: 100, description: 'About this user only.' })),
}

export const listEventsEndpoint = endpoint({
  name: 'listEvents',
  method: 'GET',
  paths: ['/api/v1/events'],
  access: 'events:read',
  tag: 'events',
  summary: 'What happened, oldest first',
  description:
    'In one order, in which nothing is ever put before what has been read: whoever keeps `position` and sends it as `cursor` next time, today or in a week, misses nothing and gets nothing twice. `next_cursor` is null at the end, as in every list; `position` is always there. Events are kept for 30 days. The data of a user who was deleted is `{}`.',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional({
      ...Cursor,
      description:
        'A `next_cursor`, a `position`, or the `id` of an event on the stream; from the oldest if absent.',
    }),
    ...eventFilters,
  }),
  success: 200,
  reply: object(
    {
      data: array(Event),
      next_cursor: NextCursor,
      position: string({ description: 'Up to where this page goes: what comes after it is new.' }),
    },
    { title: 'EventList' },
  ),
  failures: [],
})

export const EventHeartbeat = object(
  { at: string({ format: 'date-time', description: 'When the end of the order was looked up.' }) },
  { title: 'EventHeartbeat' },
)

export const streamEventsEndpoint = endpoint({
  name: 'streamEvents',
  method: 'GET',
  paths: ['/api/v1/events/stream'],
  access: 'events:read',
  tag: 'events',
  summary: 'What happens, as it happens',
  description:
    'Server-sent events: each event once and in order, and a heartbeat at once and every five seconds. The service may end the stream at any time; come back with the last `id`, by `Last-Event-ID` or `after`. Without one it begins with what comes from now on; the `position` of a list brings what came after that list.',
  query: object({
    after: optional(
      string({
        maxLength: 64,
        description:
          'The `id` of the last event that arrived, or the `position` of a list; `Last-Event-ID` wins.',
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
    sink: string({ description: 'Where it was to go.', examples: ['auth'] }),
    type: string(),
    subject: string({ description: 'What it is about: the id of a user, in most sinks.' }),
    attempts: integer(),
    last_error: string({ description: 'Why the last attempt failed.' }),
    queued_at: Time,
    given_up_at: Time,
  },
  { title: 'DeadLetter', description: 'A delivery that was given up. What is in it is not shown.' },
)
export type DeadLetterResource = Static<typeof DeadLetter>

export const listDeadLettersEndpoint = endpoint({
  name: 'listDeadLetters',
  method: 'GET',
  paths: ['/api/v1/events/dead-letters'],
  access: 'events:read',
  tag: 'events',
  summary: 'Deliveries that were given up, the first of them first',
  description:
    'What its receiver refused for good, or did not take for days. They stay for 30 days, or until they are replayed. Those of the authentication service are shown by `latchkey events dead-letters`.',
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
  summary: 'Deliver a dead letter after all',
  description:
    'It is tried at once, before what waits for the same receiver about the same subject, and again for as long as a new one.',
  params: object({ id: string({ maxLength: 100, description: 'The id of the dead letter.' }) }),
  success: 204,
  failures: ['dead_letter_not_found'],
})

export const dropDeadLetterEndpoint = endpoint({
  name: 'dropDeadLetter',
  method: 'DELETE',
  paths: ['/api/v1/events/dead-letters/{id}'],
  access: 'events:write',
  tag: 'events',
  summary: 'Remove a dead letter without delivering it',
  description:
    'For what nobody will ever take, such as a mail to an address that is not there. It cannot be undone, and is in the audit. A delivery that is tried is not removed.',
  params: object({ id: string({ maxLength: 100, description: 'The id of the dead letter.' }) }),
  success: 204,
  failures: ['dead_letter_not_found'],
})

export const replayDeadLettersEndpoint = endpoint({
  name: 'replayDeadLetters',
  method: 'POST',
  paths: ['/api/v1/events/dead-letters/replay'],
  access: 'events:write',
  tag: 'events',
  summary: 'Deliver the dead letters after all',
  description: 'A thousand at once, the oldest first: repeat it until `replayed` is 0.',
  body: object(
    { sink: optional(string({ minLength: 1, maxLength: 100, description: 'Of this sink only.' })) },
    { title: 'DeadLetterReplay' },
  ),
  success: 200,
  reply: object(
    { replayed: integer({ description: 'How many are tried again.' }) },
    { title: 'ReplayedDeadLetters' },
  ),
  failures: [],
})

export const Backlog = object(
  {
    sink: string({ description: 'Where it is to go, as in a dead letter.', examples: ['mail'] }),
    waiting: integer({ description: 'How many wait, also for another attempt.' }),
    failing: integer({ description: 'How many of these have failed at least once, and are tried again.' }),
    dead_letters: integer({ description: 'How many were given up.' }),
    overdue_seconds: integer({
      description:
        'For how long the first of them has been due: it grows when nobody delivers, or not fast enough.',
    }),
  },
  { title: 'Backlog', description: 'What waits for one receiver.' },
)
export type BacklogResource = Static<typeof Backlog>

export const listBacklogEndpoint = endpoint({
  name: 'listBacklog',
  method: 'GET',
  paths: ['/api/v1/events/backlog'],
  access: 'events:read',
  tag: 'events',
  summary: 'What waits to be delivered, by receiver',
  description:
    'Mails, orders to the other service and the like; a receiver for whom nothing waits is not listed. Deliveries to webhooks are listed with the webhook. 100,000 deliveries are looked at, at most. What waits in the authentication service is in its metrics.',
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
