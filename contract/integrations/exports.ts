import { endpoint } from '../declaration/endpoint.ts'
import { object, oneOf } from '../declaration/schema.ts'
import { actFilters } from '../events/audit.ts'
import { eventFilters } from '../events/events.ts'
import { exportFormats } from '../events/export-events.ts'
import { userFilters } from '../users/list-users.ts'

const format = oneOf(exportFormats, {
  description:
    '`csv`: RFC 4180 in UTF-8 with a line of names, where an apostrophe stands before what a spreadsheet would take for a formula. `jsonl`: a JSON object on each line, as in the list.',
})

const exported = {
  method: 'GET',
  success: 200,
  file: ['text/csv', 'application/jsonl'],
  failures: ['reauthentication_required'],
} as const

const rules =
  'A user needs a login of the last five minutes. The audit says that the export began, and with how many rows it ended. A file is whole when the reply ends as HTTP says; after a fault the connection is cut.'

export const exportUsersEndpoint = endpoint({
  ...exported,
  name: 'exportUsers',
  paths: ['/api/v1/users/export'],
  access: 'users:read',
  httpOnly: 'a file is for people and spreadsheets, and programs read the list',
  tag: 'users',
  summary: 'Export users as a file',
  description: `The users of the list with the same parameters, all of them, without passwords and second factors. Who is created meanwhile may be missing, and who changes meanwhile may be there in the new state, or, when sorted by a username that changes, twice or not at all. Everybody else is there once. ${rules}`,
  query: object({ format, ...userFilters }),
})

export const exportActsEndpoint = endpoint({
  ...exported,
  name: 'exportActs',
  paths: ['/api/v1/audit/export'],
  access: 'events:read',
  tag: 'events',
  summary: 'Export the audit as a file',
  description: `The acts of the list with the same parameters, up to the moment of the request, newest first. ${rules}`,
  query: object({ format, ...actFilters }),
})

export const exportEventsEndpoint = endpoint({
  ...exported,
  name: 'exportEvents',
  paths: ['/api/v1/events/export'],
  access: 'events:read',
  tag: 'events',
  summary: 'Export the events as a file',
  description: `The events of the list with the same parameters, up to the moment of the request, oldest first. ${rules}`,
  query: object({ format, ...eventFilters }),
})

export const exportEndpoints = [exportUsersEndpoint, exportActsEndpoint, exportEventsEndpoint]
