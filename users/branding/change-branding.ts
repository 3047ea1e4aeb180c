import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import type { BrandingResource } from '#contract/system/branding.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { requireMatch } from '#runtime/requests/etag.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import type { Users } from '../core/users.ts'
import { type Branding, changedFields } from './branding.ts'
import { lockBranding, replaceBranding } from './branding-store.ts'

export interface Change {
  by: Caller
  ifMatch: string | undefined
}

/** The branding as it shall be. `changedText` names a text that was stored or deleted, which is no field of the branding. */
type Written = BrandingResource & { changedText?: string }

/**
 * Changes the branding in one transaction: `write` gets the branding as it is, and returns it as it shall be. A change that changes
 * nothing keeps the version and leaves no event.
 * @throws {Failure} `precondition_failed`, and those of `write`
 */
export function changeBranding(
  users: Users,
  { by, ifMatch }: Change,
  write: (tx: Sql, before: Branding) => Written | Promise<Written>,
): Promise<Branding> {
  const at = users.clock.now()
  return users.db.transaction(async (tx) => {
    const before = await lockBranding(tx)
    requireMatch(before, ifMatch)
    const { changedText, ...written } = await write(tx, before)
    const after = { ...before, ...written, version: before.version + 1, updatedAt: at }
    const changed = [...changedFields(before, after), ...(changedText === undefined ? [] : [changedText])]
    if (changed.length === 0) return before
    await replaceBranding(tx, after)
    await record(tx, { type: 'branding.updated', subject: null, data: { changed, by: authorId(by) }, at })
    return after
  })
}

/**
 * Requires a recent sign-in: a stolen session must not give the sign-in page the name, the logo or the links of another site.
 * @throws {Failure} `reauthentication_required`
 */
export const requireRecentSignIn = ({ clock }: Users, by: Caller): void => requireRecentLogin(by, clock.now())
