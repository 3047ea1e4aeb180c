import { Failure } from '#contract/declaration/failures.ts'
import {
  type BrandImageName,
  deleteBrandImageEndpoint,
  findBrandImageEndpoint,
  findBrandingEndpoint,
  getBrandImageEndpoint,
  getBrandingEndpoint,
  putBrandImageEndpoint,
  updateBrandingEndpoint,
} from '#contract/system/branding.ts'
import { etagOf } from '#runtime/requests/etag.ts'
import { Answer, route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { type Branding, toBrandingResource } from './branding.ts'
import { findBranding } from './branding-store.ts'
import { deleteBrandImage } from './images/delete-image.ts'
import { findBrandImage } from './images/image-store.ts'
import { putBrandImage } from './images/put-image.ts'
import { updateBranding } from './update-branding.ts'

const tagged = (branding: Branding) => new Answer(toBrandingResource(branding), { etag: etagOf(branding) })

export const brandingRoutes = (users: Users) => [
  route(getBrandingEndpoint, async () => tagged(await findBranding(users.db))),
  route(updateBrandingEndpoint, async ({ body, caller, ifMatch }) =>
    tagged(await updateBranding(users, { patch: body, by: caller, ifMatch })),
  ),
  route(getBrandImageEndpoint, async ({ params }) => {
    const [branding, { type, content }] = await Promise.all([
      findBranding(users.db),
      storedImage(users, params.image),
    ])
    const headers = { 'content-type': type, etag: etagOf(branding) }
    return new Answer<Uint8Array>(Buffer.from(content, 'base64'), headers)
  }),
  route(putBrandImageEndpoint, async ({ params, body, caller, ifMatch }) =>
    tagged(await putBrandImage(users, { name: params.image, bytes: body, by: caller, ifMatch })),
  ),
  route(deleteBrandImageEndpoint, ({ params, caller, ifMatch }) =>
    deleteBrandImage(users, { name: params.image, by: caller, ifMatch }),
  ),
  route(findBrandingEndpoint, async () => toBrandingResource(await findBranding(users.db))),
  route(findBrandImageEndpoint, ({ body }) => storedImage(users, body.image)),
]

/** @throws {Failure} `image_not_found` */
async function storedImage({ db }: Users, name: BrandImageName) {
  const found = await findBrandImage(db, name)
  if (!found) throw new Failure('image_not_found')
  return found
}
