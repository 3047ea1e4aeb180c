import { Failure } from '#contract/declaration/failures.ts'
import type { BrandImageName } from '#contract/system/branding.ts'
import type { Users } from '../../core/users.ts'
import { type Change, changeBranding, requireRecentSignIn } from '../change-branding.ts'
import { fieldOf, removeBrandImage } from './image-store.ts'

/**
 * Deletes an image of the branding.
 * @throws {Failure} `image_not_found`, `reauthentication_required`, `precondition_failed`
 */
export async function deleteBrandImage(
  users: Users,
  { name, ...change }: Change & { name: BrandImageName },
): Promise<void> {
  requireRecentSignIn(users, change.by)
  await changeBranding(users, change, async (tx, before) => {
    const field = fieldOf(name)
    if (before[field] === null) throw new Failure('image_not_found')
    await removeBrandImage(tx, name)
    return { ...before, [field]: null }
  })
}
