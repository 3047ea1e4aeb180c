import {
  describeLinkEndpoint,
  requestLinkEndpoint,
  useEmailLinkEndpoint,
  useResetLinkEndpoint,
  useTakeBackLinkEndpoint,
} from '#contract/links.ts'
import { route } from '#runtime/route.ts'
import { toResource } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { resetPassword } from '../credentials/reset-password.ts'
import { verifyEmail } from '../email/verify-email.ts'
import { takeBack } from '../take-back/take-back.ts'
import { describeLink } from './describe-link.ts'
import { lifetimesMs } from './link.ts'
import { requestLink } from './request-link.ts'

export const linkRoutes = (users: Users) => [
  route(requestLinkEndpoint, ({ body }) => requestLink(users, body)),
  route(describeLinkEndpoint, async ({ body }) => {
    const { link, username } = await describeLink(users, body)
    return { purpose: link.purpose, username, email: link.email }
  }),
  route(useResetLinkEndpoint, async ({ body }) => ({ user: toResource(await resetPassword(users, body)) })),
  route(useEmailLinkEndpoint, async ({ body }) => ({ user: toResource(await verifyEmail(users, body)) })),
  route(useTakeBackLinkEndpoint, async ({ body }) => {
    const { userId, resetToken } = await takeBack(users, body)
    return {
      user_id: userId,
      reset_token: resetToken,
      expires_in: lifetimesMs.reset_password / 1000,
    }
  }),
]
