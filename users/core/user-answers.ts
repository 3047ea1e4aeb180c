import type { UserResource } from '#contract/users/user.ts'
import { etagOf } from '#runtime/requests/etag.ts'
import { Answer } from '#runtime/requests/route.ts'
import { toResource, type User } from './user.ts'

export const tagged = (user: User): Answer<UserResource> =>
  new Answer(toResource(user), { etag: etagOf(user) })

export const created = (user: User): Answer<UserResource> =>
  new Answer(toResource(user), { etag: etagOf(user), location: `/api/v1/users/${user.id}` })
