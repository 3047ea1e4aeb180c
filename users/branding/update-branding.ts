import type { Users } from '../core/users.ts'
import { type Branding, type BrandingSettings, toBrandingSettings } from './branding.ts'
import { type Change, changeBranding, requireRecentSignIn } from './change-branding.ts'

/** The fields to change; null removes a value, and absent ones stay. */
type BrandingPatch = { [Name in keyof BrandingSettings]?: BrandingSettings[Name] | undefined }

/**
 * Changes the branding. A request that changes nothing keeps the version and leaves no event.
 * @throws {Failure} `reauthentication_required`, `precondition_failed`
 */
export async function updateBranding(
  users: Users,
  { patch, ...change }: Change & { patch: BrandingPatch },
): Promise<Branding> {
  requireRecentSignIn(users, change.by)
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  return changeBranding(users, change, (_tx, before) => ({
    ...before,
    ...toBrandingSettings({ ...before, ...Object.fromEntries(given) }),
  }))
}
