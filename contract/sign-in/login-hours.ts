import { endpoint } from '../declaration/endpoint.ts'
import { Time } from '../declaration/fields.ts'
import { array, integer, object, optional, type Static } from '../declaration/schema.ts'

export const LoginHour = object(
  {
    hour: { ...Time, description: 'The start of the hour.' },
    good: integer({ description: 'Sessions started, by any sign-in method.' }),
    bad: integer({ description: 'Wrong passwords, second factors and passkeys.' }),
    refused: integer({
      description:
        'Sign-ins that were not checked or not allowed, because of limits or an unavailable service.',
    }),
  },
  { title: 'LoginHour', description: 'Sign-ins in one hour.' },
)
export type LoginHourResource = Static<typeof LoginHour>

export const listLoginHoursEndpoint = endpoint({
  name: 'listLoginHours',
  method: 'GET',
  paths: ['/api/v1/logins/by-hour'],
  access: 'events:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'authentication',
  summary: 'List sign-ins by hour, oldest first',
  description:
    'Lists every hour, including hours without sign-ins; the last entry is the current hour. Counts are totals of all nodes. Each node stores its counts every ten seconds, so a crash can lose the last seconds. Served by the authentication service.',
  query: object({
    hours: optional(integer({ minimum: 1, maximum: 168, description: 'The number of hours. Default: 24.' })),
  }),
  success: 200,
  reply: object({ data: array(LoginHour) }, { title: 'LoginHourList' }),
  failures: [],
})

export const loginHourEndpoints = [listLoginHoursEndpoint]
