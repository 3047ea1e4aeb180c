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

export const Act = object(
  {
    id: { ...Id, description: "The id of the action's event." },
    type: string({ description: 'The type of that event.', examples: ['user.suspended'] }),
    timestamp: Time,
    by: nullable(
      string({
        description: 'The user or API key that acted. Null for the command line and the service itself.',
      }),
    ),
    by_name: nullable(
      string({ description: 'The current username, or the name of the API key. Null once it is deleted.' }),
    ),
    user_id: nullable(string({ description: 'The user affected. Null if no user is.' })),
    user_name: nullable(string({ description: 'The current username. Null once the user is deleted.' })),
    address: nullable(
      string({
        description:
          'The IP address from which `by` acted. Null for the command line, and once `by` is deleted.',
      }),
    ),
    user_agent: nullable(string({ description: 'The user agent of `by`, if one was sent.' })),
    reason: nullable(
      string({
        description: 'The reason that `by` entered. Null without one, and once the user is deleted.',
      }),
    ),
    details: freeObject({
      description:
        'Ids, counts and keywords from the event. New names and addresses are only in the event itself. For a command, also `os_user` and `host` (the operating system account and the machine) and its `file`.',
    }),
  },
  { title: 'Act', description: 'An action on another user or on the system.' },
)
export type ActResource = Static<typeof Act>

/** The parameters by which a request selects acts. */
export const actFilters = {
  by: optional(string({ maxLength: 100, description: 'Only actions of this user or API key.' })),
  user_id: optional(string({ maxLength: 100, description: 'Only actions on this user.' })),
  type: optional(
    string({
      minLength: 1,
      maxLength: 100,
      description: 'Only actions of this type.',
      examples: ['user.suspended'],
    }),
  ),
  since: optional({ ...Time, description: 'Only actions at or after this time.' }),
  until: optional({ ...Time, description: 'Only actions before this time.' }),
}

export const listActsEndpoint = endpoint({
  name: 'listActs',
  method: 'GET',
  paths: ['/api/v1/audit'],
  access: 'events:read',
  tag: 'events',
  summary: 'List the audit log, newest first',
  description:
    'Lists what admins, API keys and the command line did in both services. Changes that users make to their own accounts are in the events. An action appears shortly after the response to its request and is kept for 400 days, even if the user is deleted.',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
    ...actFilters,
  }),
  success: 200,
  reply: object({ data: array(Act), next_cursor: NextCursor }, { title: 'ActList' }),
  failures: [],
})

export const auditEndpoints = [listActsEndpoint]
