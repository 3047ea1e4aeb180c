import { normalizeId } from '#contract/rules/user-in-path.ts'
import { replacePasswordEndpoint } from '#contract/sign-in/internal-users.ts'
import { useResetLinkEndpoint } from '#contract/users/links.ts'
import { route } from '#runtime/requests/route.ts'
import { toKnownUser, toResource } from '../core/user.ts'
import { changePassword } from './change-password.ts'
import type { Credentials } from './credentials.ts'
import { resetPassword } from './reset-password.ts'

/** The routes that set another password. Unlike a login, few requests need them, so they are loaded with the first one. */
export const passwordRoutes = (users: Credentials) => [
  route(replacePasswordEndpoint, async ({ body }) =>
    toKnownUser(
      await changePassword(users, {
        userId: normalizeId(body.user_id),
        currentPassword: body.current_password,
        newPassword: body.new_password,
        address: body.address,
        acr: body.acr ?? 'aal1',
        authenticatedAt: body.authenticated_at,
      }),
    ),
  ),
  route(useResetLinkEndpoint, async ({ body }) => {
    const user = await resetPassword(users, body)
    return { user: toResource(user), session_epoch: user.sessionEpoch }
  }),
]
