import type { Schema } from '#contract/declaration/schema.ts'
import { Act } from '#contract/events/audit.ts'
import { Event } from '#contract/events/events.ts'
import {
  exportActsEndpoint,
  exportEventsEndpoint,
  exportUsersEndpoint,
} from '#contract/integrations/exports.ts'
import { User } from '#contract/users/user.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../../core/users.ts'
import { actPages } from './act-pages.ts'
import { eventPages } from './event-pages.ts'
import { exportRows } from './export-rows.ts'
import { userPages } from './user-pages.ts'

export const exportRoutes = (users: Users) => [
  route(exportUsersEndpoint, ({ caller, query: { format, ...query } }) =>
    exportRows(users, {
      list: 'users',
      format,
      caller,
      columns: columnsOf(User),
      pages: userPages(users, query),
    }),
  ),
  route(exportActsEndpoint, ({ caller, query: { format, ...query } }) =>
    exportRows(users, {
      list: 'acts',
      format,
      caller,
      columns: columnsOf(Act),
      pages: actPages(users, query),
    }),
  ),
  route(exportEventsEndpoint, ({ caller, query: { format, ...query } }) =>
    exportRows(users, {
      list: 'events',
      format,
      caller,
      columns: columnsOf(Event),
      pages: eventPages(users, query),
    }),
  ),
]

/** Returns the columns of a CSV file: the fields of the list's resource, in their order. */
const columnsOf = ({ properties = {} }: Schema): string[] => Object.keys(properties)
