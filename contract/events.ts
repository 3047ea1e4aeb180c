import { endpoint } from './endpoint.ts'
import { Id, Time } from './fields.ts'
import { literal, nullable, object, type Static, string } from './schema.ts'

/** What the authentication service tells the user service. */
export const SessionCreatedEvent = object(
  {
    id: Id,
    type: literal('session.created'),
    user_id: Id,
    session_id: Id,
    device_name: nullable(string({ description: 'As it was given; otherwise what the user agent says.' })),
    user_agent: nullable(string()),
    address: string(),
    created_at: Time,
  },
  { title: 'SessionCreatedEvent', description: 'A login from a device that is new for its user.' },
)
export type SessionCreatedEvent = Static<typeof SessionCreatedEvent>

export const tellEventEndpoint = endpoint({
  name: 'tellEvent',
  method: 'POST',
  paths: ['/internal/events'],
  access: 'service',
  tag: 'internal',
  summary: 'Tell what happened in the other service',
  description:
    'May be repeated: an event with the same `id` has no second effect. One about a deleted user has none.',
  body: SessionCreatedEvent,
  success: 204,
  failures: [],
})
