import { useTakeBackLinkEndpoint } from '#contract/links.ts'
import { route } from '#runtime/route.ts'
import type { Users } from '../core/users.ts'
import { lifetimesMs } from '../links/link.ts'
import { takeBack } from './take-back.ts'

export const takeBackRoutes = (users: Users) => [
  route(useTakeBackLinkEndpoint, async ({ body }) => {
    const { userId, resetToken } = await takeBack(users, body)
    return { user_id: userId, reset_token: resetToken, expires_in: lifetimesMs.reset_password / 1000 }
  }),
]
