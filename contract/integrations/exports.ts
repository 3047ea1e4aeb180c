import { endpoint } from '../declaration/endpoint.ts'
import { object, oneOf } from '../declaration/schema.ts'
import { actFilters } from '../events/audit.ts'
import { eventFilters } from '../events/events.ts'
import { exportFormats } from '../events/export-events.ts'
import { userFilters } from '../users/list-users.ts'

const format = oneOf(exportFormats, {
  description:
    '`csv`: RFC 4180 in UTF-8 with a header line; an apostrophe precedes values that a spreadsheet would read as a formula. `jsonl`: one JSON object on each line, as in the list.',
})

const exported = {
  method: 'GET',
  success: 200,
  file: ['text/csv', 'application/jsonl'],
  failures: ['reauthentication_required'],
} as const

const rules =
  'The audit log records the start of the export and its number of rows. The file is complete if the HTTP response is complete; after an error the connection is closed early. Callers with an access token need a sign-in from the last five minutes.'

export const exportUsersEndpoint = endpoint({
  ...exported,
  name: 'exportUsers',
  paths: ['/api/v1/users/export'],
  access: 'users:read',
  httpOnly: 'a file is for people and spreadsheets, and programs read the list',
  tag: 'users',
  summary: 'Export users as a file',
  description: `Exports all users that the list returns for the same parameters, without passwords and second factors. Users created during the export can be missing. Users changed during the export can appear in their new state or, if sorted by a username that changes, twice or not at all. All others appear exactly once. ${rules}`,
  query: object({ format, ...userFilters }),
})

export const exportActsEndpoint = endpoint({
  ...exported,
  name: 'exportActs',
  paths: ['/api/v1/audit/export'],
  access: 'events:read',
  tag: 'events',
  summary: 'Export the audit log as a file',
  description: `Exports the acts that the list returns for the same parameters, up to the time of the request, newest first. ${rules}`,
  query: object({ format, ...actFilters }),
})

export const exportEventsEndpoint = endpoint({
  ...exported,
  name: 'exportEvents',
  paths: ['/api/v1/events/export'],
  access: 'events:read',
  tag: 'events',
  summary: 'Export the events as a file',
  description: `Exports the events that the list returns for the same parameters, up to the time of the request, oldest first. ${rules}`,
  query: object({ format, ...eventFilters }),
})

export const exportEndpoints = [exportUsersEndpoint, exportActsEndpoint, exportEventsEndpoint]
