import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import type { BrandingResource } from '#contract/system/branding.ts'
import { record } from '#runtime/events/record.ts'
import { requireMatch } from '#runtime/requests/etag.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import type { Users } from '../core/users.ts'
import { type Branding, changedFields, toBrandingResource } from './branding.ts'
import { lockBranding, replaceBranding } from './branding-store.ts'

/** The fields to change; null removes a value, and absent ones stay. */
type BrandingPatch = { [Name in keyof BrandingResource]?: BrandingResource[Name] | undefined }

/**
 * Changes the branding. A request that changes nothing keeps the version and leaves no event.
 * @throws {Failure} `reauthentication_required`, `precondition_failed`
 */
export async function updateBranding(
  users: Users,
  input: { patch: BrandingPatch; by: Caller; ifMatch: string | undefined },
): Promise<Branding> {
  const at = users.clock.now()
  // A stolen session must not give the sign-in page the name or the links of another site.
  requireRecentLogin(input.by, at)
  return users.db.transaction(async (tx) => {
    const before = await lockBranding(tx)
    requireMatch(before, input.ifMatch)
    const given = Object.entries(input.patch).filter(([, value]) => value !== undefined)
    const after = {
      ...before,
      ...toBrandingResource({ ...before, ...Object.fromEntries(given) }),
      version: before.version + 1,
      updatedAt: at,
    }
    const changed = changedFields(before, after)
    if (changed.length === 0) return before
    await replaceBranding(tx, after)
    const data = { changed, by: authorId(input.by) }
    await record(tx, { type: 'branding.updated', subject: null, data, at })
    return after
  })
}
