/**
 * # Directory
 *
 * This room finds, lists, searches, changes, suspends and deletes users, one or many at once. It exports whole lists, and helps
 * users whom no mail reaches (*support*). A list goes by a *cursor*; a search compares *folded* names: `MÜLLER` and `müller`
 * are one.
 *
 * An admin looks for Ada: `routes.ts` → `lists/list-users.ts` → `find-users.ts` picks the index by what is asked, and
 * `user-page-store.ts` reads a page. In the background `fold-names.ts` fills the index of names. The admin opens her page
 * (`user/find-user.ts`), reads why she cannot sign in (`support/find-login-state.ts`), and sends her a link for a new password
 * (`support/send-password-reset.ts`). A new role goes by `user/update-user.ts`, which checks the rights of the caller, that one
 * admin is left (`last-admin.ts`), and that the user is unchanged since (`If-Match`). A suspension goes the same way: it raises
 * her session epoch, and the authentication service ends every session below it before the response (`core/deliver-orders.ts`).
 * `bulk/change-users.ts` changes fifty users at once with the same functions. `user/delete-user.ts` removes her, and has every
 * module of the service forget her in the same transaction.
 *
 * Only the routes that find and change one user are loaded at a start.
 */
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { exportEndpoints } from '#contract/integrations/exports.ts'
import { userListEndpoints } from '#contract/users/list-users.ts'
import { oneUserEndpoints } from '#contract/users/one-user.ts'
import {
  bulkEndpoints,
  importUsersEndpoint,
  setTemporaryPasswordEndpoint,
  userSupportEndpoints,
} from '#contract/users/user-support.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { fullBuckets } from '../core/rate-limit-store.ts'
import { startFolding } from './lists/fold-names.ts'
import { userRoutes } from './user/routes.ts'
import type { UserAdministration } from './user/user-administration.ts'

/** Finds the id of the user of a login name, by which failed logins are counted. */
export { findLoginUser } from './user/find-login-user.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** The rooms `credentials` and `import` answer these. */
const elsewhere: readonly Endpoint[] = [setTemporaryPasswordEndpoint, importUsersEndpoint]

const onDemand = [
  ...userSupportEndpoints,
  ...oneUserEndpoints,
  ...userListEndpoints,
  ...bulkEndpoints,
  ...exportEndpoints,
].filter((one) => !elsewhere.includes(one))

/** Opens the module that finds, lists, changes, exports and deletes users, and indexes their names for the search. */
export const openDirectory = (users: UserAdministration): Module => ({
  routes: [
    ...userRoutes(users),
    ...routesOnDemand(onDemand, async () => (await loadRoutes()).directoryRoutes(users)),
  ],
  rpcs: async () => [(await loadRpcs()).directoryRpcs],
  sweeps: [fullBuckets],
  start: () => [startFolding(users)],
})
