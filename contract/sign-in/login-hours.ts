import { endpoint } from '../declaration/endpoint.ts'
import { Time } from '../declaration/fields.ts'
import { array, integer, object, optional, type Static } from '../declaration/schema.ts'

export const LoginHour = object(
  {
    hour: { ...Time, description: 'When the hour began.' },
    good: integer({ description: 'Sessions that began, by whatever way in.' }),
    bad: integer({ description: 'Wrong passwords, second factors and passkeys.' }),
    refused: integer({
      description:
        'What was not checked, or not let in: because of limits, or because a service was not there.',
    }),
  },
  { title: 'LoginHour', description: 'How logins went in one hour.' },
)
export type LoginHourResource = Static<typeof LoginHour>

export const listLoginHoursEndpoint = endpoint({
  name: 'listLoginHours',
  method: 'GET',
  paths: ['/api/v1/logins/by-hour'],
  access: 'events:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'authentication',
  summary: 'How logins went in each of the last hours, oldest first',
  description:
    'Every hour is there, also one without logins; the last one is the present one. All nodes together, written down every ten seconds: what a node counted in the seconds before it was killed is missing. The authentication service answers.',
  query: object({
    hours: optional(integer({ minimum: 1, maximum: 168, description: 'How many; 24 if absent.' })),
  }),
  success: 200,
  reply: object({ data: array(LoginHour) }, { title: 'LoginHourList' }),
  failures: [],
})

export const loginHourEndpoints = [listLoginHoursEndpoint]
