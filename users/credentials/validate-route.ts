import { validateUserEndpoint } from '#contract/sign-in/internal-users.ts'
import { route } from '#runtime/requests/route.ts'
import { toValidatedUser } from '../factors/index.ts'
import type { Credentials } from './credentials.ts'
import { validateUser } from './validate-user.ts'

/** Checks the password of a login. The route is loaded with the start, because every login by password calls it. */
export const validateRoute = (users: Credentials) =>
  route(validateUserEndpoint, async ({ body: { username: name, password, address } }) => ({
    valid: true as const,
    ...(await toValidatedUser(users.db, await validateUser(users, { name, password, address }))),
  }))
