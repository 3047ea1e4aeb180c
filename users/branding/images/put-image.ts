import type { BrandImageName } from '#contract/system/branding.ts'
import type { Users } from '../../core/users.ts'
import type { Branding } from '../branding.ts'
import { type Change, changeBranding, requireRecentSignIn } from '../change-branding.ts'
import { findBrandImages, replaceBrandImage } from './image-store.ts'
import { readImage } from './read-image.ts'

/**
 * Sets an image of the branding. A request with the image that is set keeps the version and leaves no event.
 * @throws {Failure} `image_damaged`, `image_dimensions_invalid`, `image_unsupported`, `reauthentication_required`,
 *   `precondition_failed`
 */
export async function putBrandImage(
  users: Users,
  { name, bytes, ...change }: Change & { name: BrandImageName; bytes: Uint8Array },
): Promise<Branding> {
  requireRecentSignIn(users, change.by)
  const image = await readImage(bytes)
  return changeBranding(users, change, async (tx, before) => {
    await replaceBrandImage(tx, name, image)
    return { ...before, ...(await findBrandImages(tx)) }
  })
}
