import { validateUserEndpoint } from '#contract/sign-in/internal-users.ts'
import { route } from '#runtime/requests/route.ts'
import { toValidatedUser } from '../factors/index.ts'
import type { Credentials } from './credentials.ts'
import { validateUser } from './validate-user.ts'

export const credentialRoutes = (users: Credentials) => [
  route(validateUserEndpoint, async ({ body }) => ({
    valid: true as const,
    ...(await toValidatedUser(
      users.db,
      await validateUser(users, { name: body.username, password: body.password, address: body.address }),
    )),
  })),
]
