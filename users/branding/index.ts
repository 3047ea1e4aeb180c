/**
 * # Branding
 *
 * The *branding* is how an installation presents itself to its users: a name, a color, images, and links to the privacy
 * policy, the terms and the help of the operator. It is one row of `instance_settings`, which holds settings that admins change while the services
 * run.
 *
 * Eve, an admin, signs in and changes the name (`routes.ts` → `update-branding.ts` → `change-branding.ts`). The row gets a new version, which its ETag
 * names, and `branding.updated` names the changed fields. `/internal/branding/find` returns it to the authentication service.
 *
 * She uploads a logo, light or dark, or an icon (`images/put-image.ts`). `images/read-image.ts` reads the file to its last byte, so
 * that only a whole PNG or WebP is stored. `/internal/branding/images/find` returns its content.
 *
 * She replaces the subject of an invitation (`texts/put-text.ts`), which is stored beside the branding and raises its version. Emails and
 * pages show the text (`texts/find-texts.ts`).
 *
 * `transfer.ts` describes the branding in an export.
 */
import { brandingEndpoints, internalBrandingEndpoints } from '#contract/system/branding.ts'
import { customTextEndpoints, findCustomTextsEndpoint } from '#contract/system/custom-texts.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'

/** Finds the branding that is stored. */
export { findBranding } from './branding-store.ts'
/** Finds the texts that emails show in place of their defaults. */
export { findCustomTexts } from './texts/find-texts.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** Opens the module that stores the branding and returns it to admins and to the authentication service. */
export const openBranding = (users: Users): Module => ({
  routes: routesOnDemand(
    [...brandingEndpoints, ...customTextEndpoints, ...internalBrandingEndpoints, findCustomTextsEndpoint],
    async () => (await loadRoutes()).brandingRoutes(users),
  ),
})
