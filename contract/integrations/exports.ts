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
  'The audit log records the start of the export and its number of rows. If the HTTP response is complete, so is the file. After an error, the connection closes early. Callers with an access token need a sign-in from the last five minutes.'

export const exportUsersEndpoint = endpoint({
  ...exported,
  name: 'exportUsers',
  paths: ['/api/v1/users/export'],
  access: 'users:read',
  httpOnly: 'a file is for people and spreadsheets, and programs read the list',
  tag: 'users',
  summary: 'Export users as a file',
  description: `Exports all users that the list returns for the same parameters, without passwords and second factors. Users who aren't created or changed during the export appear exactly once. A user created meanwhile can be missing, and a changed user can appear as before or after the change. If you sort by username, a renamed user can appear twice or not at all. ${rules}`,
  query: object({ format, ...userFilters }),
})

export const exportActsEndpoint = endpoint({
  ...exported,
  name: 'exportActs',
  paths: ['/api/v1/audit/export'],
  access: 'events:read',
  tag: 'events',
  summary: 'Export the audit log as a file',
  description: `Exports the actions that the list returns for the same parameters, up to the time of the request, newest first. ${rules}`,
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
