/**
 * # Import
 *
 * Users come from elsewhere in three ways: as lines of an export of Latchkey, as *rows* of another system, which the console or
 * a command sends, and one by one at their first login, when an *old system* is asked whether a password is right there.
 *
 * An admin uploads a file of another system with Ada in it. `import-rows.ts` judges each row. `new-user.ts` reads hers:
 * `keepable-fields.ts` leaves out what cannot be kept, `check-password-hash.ts` refuses a hash that is of no known format or
 * costs too much, and `row-faults.ts` describes what is wrong. `import-rows.ts` decides for each row: she is here already, was
 * deleted here (and stays so), may not be made by this admin, or is made, by the same function as in a sign-up. The command line
 * imports thousands of rows in one transaction (`import-new-users.ts`), with authenticator apps and identities (`sign-in-methods.ts`),
 * and notifies only of new admins.
 *
 * If she is not in the file, she can log in all the same: `legacy-login.ts` asks the old system with a time limit,
 * `import-at-sign-in.ts` reads its reply as a row, and makes her with a hash of the password that she typed.
 *
 * `transfer.ts` describes users in an export, and `settings.ts` the URL of the old system.
 */
import { importUsersEndpoint } from '#contract/users/user-support.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'
import type { ImportAttempt } from '../credentials/index.ts'
import { createLegacyLogin, type LegacyLoginOptions } from './legacy-login.ts'

/** The URL, the credential and the timeouts of the old system. */
export type { LegacyLoginOptions } from './legacy-login.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadImportAtSignIn = lazily(() => import('./import-at-sign-in.ts'))

/** Opens the module that imports users from the rows that an admin sends. */
export const openImport = (users: Users): Module => ({
  routes: routesOnDemand([importUsersEndpoint], async () => (await loadRoutes()).importRoutes(users)),
})

/** Returns a function that asks an old system about a refused login. The function returns true when it has imported the user. */
export function openImportAtSignIn(
  users: Users,
  options: LegacyLoginOptions,
): (attempt: ImportAttempt) => Promise<boolean> {
  const legacy = createLegacyLogin(options, { log: users.log })
  return async (attempt) => (await loadImportAtSignIn()).importAtSignIn({ users, legacy }, attempt)
}
