import { useTakeBackLinkEndpoint } from '#contract/users/links.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../../core/users.ts'
import { lifetimesMs } from '../../messages/index.ts'
import { takeBack } from './take-back.ts'

export const takeBackRoutes = (users: Users) => [
  route(useTakeBackLinkEndpoint, async ({ body }) => {
    const { userId, resetToken, sessionEpoch } = await takeBack(users, body)
    const expiresIn = lifetimesMs.reset_password / 1000
    return { user_id: userId, reset_token: resetToken, expires_in: expiresIn, session_epoch: sessionEpoch }
  }),
]
