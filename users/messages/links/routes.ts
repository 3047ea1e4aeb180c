import { describeLinkEndpoint, requestLinkEndpoint } from '#contract/users/links.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../../core/users.ts'
import { describeLink } from './describe-link.ts'
import { requestLink } from './request-link.ts'

export const linkRoutes = (users: Users) => [
  route(requestLinkEndpoint, ({ body }) => requestLink(users, body)),
  route(describeLinkEndpoint, ({ body }) => describeLink(users, body)),
]
