import { Failure } from '#contract/declaration/failures.ts'
import { type CustomTextId, customTextIds } from '#contract/rules/custom-text-list.ts'
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
import {
  deleteCustomTextEndpoint,
  findCustomTextsEndpoint,
  getCustomTextEndpoint,
  listCustomTextsEndpoint,
  putCustomTextEndpoint,
} from '#contract/system/custom-texts.ts'
import { etagOf } from '#runtime/requests/etag.ts'
import { Answer, route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { type Branding, toBrandingResource } from './branding.ts'
import { findBranding } from './branding-store.ts'
import { deleteBrandImage } from './images/delete-image.ts'
import { findBrandImage } from './images/image-store.ts'
import { putBrandImage } from './images/put-image.ts'
import { deleteCustomText } from './texts/delete-text.ts'
import { findCustomTexts } from './texts/find-texts.ts'
import { putCustomText } from './texts/put-text.ts'
import { toCustomTextResource } from './texts/text-resource.ts'
import { findStoredTexts } from './texts/text-store.ts'
import { updateBranding } from './update-branding.ts'

const tagged = (branding: Branding) => new Answer(toBrandingResource(branding), { etag: etagOf(branding) })

export function brandingRoutes(users: Users) {
  const taggedText = async (id: CustomTextId, branding: Branding) =>
    new Answer(toCustomTextResource(id, await findStoredTexts(users.db)), { etag: etagOf(branding) })
  return [
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
    route(listCustomTextsEndpoint, async () => {
      const [branding, stored] = await Promise.all([findBranding(users.db), findStoredTexts(users.db)])
      const data = customTextIds.map((id) => toCustomTextResource(id, stored))
      return new Answer({ data }, { etag: etagOf(branding) })
    }),
    route(getCustomTextEndpoint, async ({ params }) => {
      return taggedText(params.text_id, await findBranding(users.db))
    }),
    route(putCustomTextEndpoint, async ({ params: { text_id: id, language }, body, caller, ifMatch }) => {
      return taggedText(id, await putCustomText(users, { id, language, ...body, by: caller, ifMatch }))
    }),
    route(deleteCustomTextEndpoint, ({ params: { text_id: id, language }, caller, ifMatch }) =>
      deleteCustomText(users, { id, language, by: caller, ifMatch }),
    ),
    route(findCustomTextsEndpoint, async () => ({ data: await findCustomTexts(users.db) })),
    route(findBrandingEndpoint, async () => {
      const branding = await findBranding(users.db)
      return { ...toBrandingResource(branding), version: branding.version }
    }),
    route(findBrandImageEndpoint, ({ body }) => storedImage(users, body.image)),
  ]
}

/** @throws {Failure} `image_not_found` */
async function storedImage({ db }: Users, name: BrandImageName) {
  const found = await findBrandImage(db, name)
  if (!found) throw new Failure('image_not_found')
  return found
}
