import { callerId } from '#contract/declaration/endpoint.ts'
import type { Schema } from '#contract/declaration/schema.ts'
import { Act } from '#contract/events/audit.ts'
import { Event } from '#contract/events/events.ts'
import {
  exportActsEndpoint,
  exportEventsEndpoint,
  exportUsersEndpoint,
} from '#contract/integrations/exports.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { listUsersEndpoint } from '#contract/users/list-users.ts'
import {
  listUserHistoryEndpoint,
  listUserLinksEndpoint,
  listUserMailsEndpoint,
  listUserNotificationsEndpoint,
  makeResetLinkEndpoint,
} from '#contract/users/one-user.ts'
import { User } from '#contract/users/user.ts'
import {
  changeUsersEndpoint,
  confirmEmailEndpoint,
  getLoginStateEndpoint,
  sendPasswordResetEndpoint,
} from '#contract/users/user-support.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { toRepeatable } from '#runtime/requests/idempotency.ts'
import { route } from '#runtime/requests/route.ts'
import { toResource } from '../core/user.ts'
import { tagged } from '../core/user-answers.ts'
import type { Users } from '../core/users.ts'
import { changeUsers } from './bulk/change-users.ts'
import { actPages } from './exports/act-pages.ts'
import { eventPages } from './exports/event-pages.ts'
import { exportRows } from './exports/export-rows.ts'
import { userPages } from './exports/user-pages.ts'
import { listUsers } from './lists/list-users.ts'
import { confirmEmail } from './support/confirm-email.ts'
import { findLoginState } from './support/find-login-state.ts'
import { listUserHistory } from './support/list-user-history.ts'
import { listUserLinks } from './support/list-user-links.ts'
import { listUserMails } from './support/list-user-mails.ts'
import { listUserNotifications } from './support/list-user-notifications.ts'
import { makeResetLink } from './support/make-reset-link.ts'
import { sendPasswordReset } from './support/send-password-reset.ts'
import type { UserAdministration } from './user/user-administration.ts'

/** The routes that few requests need, unlike those that find and change one user: they are loaded with the first request to one. */
export const directoryRoutes = (users: UserAdministration) => [
  ...supportRoutes(users),
  ...userListRoutes(users),
  ...bulkRoutes(users),
  ...exportRoutes(users),
]

const supportRoutes = (users: Users) => [
  route(getLoginStateEndpoint, ({ params }) => findLoginState(users, { userId: normalizeId(params.id) })),
  route(confirmEmailEndpoint, async ({ params, body, caller }) =>
    tagged(await confirmEmail(users, { userId: normalizeId(params.id), email: body.email, caller })),
  ),
  route(sendPasswordResetEndpoint, ({ params, caller }) =>
    sendPasswordReset(users, { userId: normalizeId(params.id), caller }),
  ),
  route(listUserHistoryEndpoint, ({ params, query }) =>
    listUserHistory(users, { userId: normalizeId(params.id), ...query }),
  ),
  route(listUserLinksEndpoint, async ({ params }) => ({
    data: await listUserLinks(users, { userId: normalizeId(params.id) }),
  })),
  route(listUserMailsEndpoint, async ({ params }) => ({
    data: await listUserMails(users, { userId: normalizeId(params.id) }),
  })),
  route(listUserNotificationsEndpoint, ({ params, query }) =>
    listUserNotifications(users, { userId: normalizeId(params.id), ...query }),
  ),
  route(makeResetLinkEndpoint, async ({ params, caller }) => {
    const { link, expiresAt } = await makeResetLink(users, { userId: normalizeId(params.id), caller })
    return { link, expires_at: toRfc3339(expiresAt) }
  }),
]

const userListRoutes = (users: Users) => [
  route(listUsersEndpoint, async ({ query }) => {
    const page = await listUsers(users, query)
    return {
      data: page.users.map(toResource),
      next_cursor: page.nextCursor,
      previous_cursor: page.previousCursor,
      total: page.total,
      total_is_capped: page.totalIsCapped,
      search_is_partial: page.searchIsPartial || undefined,
    }
  }),
]

const bulkRoutes = (users: UserAdministration) => [
  route(changeUsersEndpoint, async ({ body, caller, idempotencyKey }) => {
    const { action, ids, suspension_reason: suspensionReason } = body
    const scope = `changeUsers ${callerId(caller)}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, users.secrets.fingerprintKey)
    const failures = await changeUsers(users, { action, ids, suspensionReason, caller, repeatable })
    return { results: ids.map((id, at) => ({ id, failure: failures[at] ?? null })) }
  }),
]

const exportRoutes = (users: Users) => [
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
