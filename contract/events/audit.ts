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
    id: { ...Id, description: 'The id of the event that told of it.' },
    type: string({ description: 'The type of that event.', examples: ['user.suspended'] }),
    timestamp: Time,
    by: nullable(
      string({
        description:
          'The user or the API key that did it; null for the command line and for the service itself.',
      }),
    ),
    by_name: nullable(
      string({ description: 'The present username, or the name of the API key; null when it is gone.' }),
    ),
    user_id: nullable(string({ description: 'Whom it was done to; null for what is about nobody.' })),
    user_name: nullable(string({ description: 'The present username; null when the user is deleted.' })),
    address: nullable(
      string({
        description:
          'The network address from which `by` acted; null for the command line, and when `by` is deleted.',
      }),
    ),
    user_agent: nullable(string({ description: 'The user agent of `by`, as far as it was sent.' })),
    reason: nullable(
      string({ description: 'Why, as `by` has entered it; null without one, and when the user is deleted.' }),
    ),
    details: freeObject({
      description:
        'What the event says in ids, counts and words of this product. Names and addresses that were changed are in the event only. Of a command of the command line also `os_user` and `host`, on which account of the operating system and where it ran, and its `file`.',
    }),
  },
  { title: 'Act', description: 'Something that was done to somebody else, or to the system.' },
)
export type ActResource = Static<typeof Act>

/** The parameters by which a request selects acts. */
export const actFilters = {
  by: optional(string({ maxLength: 100, description: 'By this user or API key only.' })),
  user_id: optional(string({ maxLength: 100, description: 'Done to this user only.' })),
  type: optional(
    string({
      minLength: 1,
      maxLength: 100,
      description: 'Of this type only.',
      examples: ['user.suspended'],
    }),
  ),
  since: optional({ ...Time, description: 'At this time or later.' }),
  until: optional({ ...Time, description: 'Before this time.' }),
}

export const listActsEndpoint = endpoint({
  name: 'listActs',
  method: 'GET',
  paths: ['/api/v1/audit'],
  access: 'events:read',
  tag: 'events',
  summary: 'What administrators did, newest first',
  description:
    'Acts of users with rights, of API keys and of the command line, in both services. What users do to themselves is in the events. An act appears shortly after its reply, is kept for 400 days, and stays when the user is deleted.',
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
