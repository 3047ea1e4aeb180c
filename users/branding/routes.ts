import {
  findBrandingEndpoint,
  getBrandingEndpoint,
  updateBrandingEndpoint,
} from '#contract/system/branding.ts'
import { etagOf } from '#runtime/requests/etag.ts'
import { Answer, route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { type Branding, toBrandingResource } from './branding.ts'
import { findBranding } from './branding-store.ts'
import { updateBranding } from './update-branding.ts'

const tagged = (branding: Branding) => new Answer(toBrandingResource(branding), { etag: etagOf(branding) })

export const brandingRoutes = (users: Users) => [
  route(getBrandingEndpoint, async () => tagged(await findBranding(users.db))),
  route(updateBrandingEndpoint, async ({ body, caller, ifMatch }) =>
    tagged(await updateBranding(users, { patch: body, by: caller, ifMatch })),
  ),
  route(findBrandingEndpoint, async () => toBrandingResource(await findBranding(users.db))),
]
