/**
 * # Setup
 *
 * The *setup checklist* leads the admins of a new installation through its setup: own password, second factor, email address,
 * branding, test email and first application. It is one row of `instance_settings`, which a migration writes on an installation
 * without users. The row keeps only what cannot be read elsewhere: the first admin with a digest of the password hash that they
 * began with, with which mail server a test email was accepted, and whether the checklist was dismissed.
 *
 * The first start creates the user `admin`; `note-first-admin.ts` notes it. Eve signs in with the generated password and reads the
 * checklist (`read-checklist.ts`). She changes the password, so that its digest differs, and sends a test email
 * (`messages/mail/send-test-email.ts` → `note-tested-email.ts`). When she has had enough, `dismiss-checklist.ts` hides it for all
 * admins.
 */
import { setupChecklistEndpoints } from '#contract/system/setup-checklist.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'

/** Notes the first admin, whose generated password the checklist asks to replace. */
export { noteFirstAdmin } from './note-first-admin.ts'
/** Notes that a test email was accepted. */
export { noteTestedEmail } from './note-tested-email.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** Opens the module that stores the setup checklist. `mailer` tells whether the mail server has changed since the last test. */
export const openSetup = (users: Users, { mailer }: { mailer: Pick<Mailer, 'server'> }): Module => ({
  routes: routesOnDemand(setupChecklistEndpoints, async () =>
    (await loadRoutes()).setupRoutes(users, mailer),
  ),
})
