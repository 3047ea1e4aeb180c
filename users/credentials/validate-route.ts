import { validateUserEndpoint } from '#contract/sign-in/internal-users.ts'
import { route } from '#runtime/requests/route.ts'
import { toValidatedUser, type ValidatedUser } from '../factors/index.ts'
import type { Credentials } from './credentials.ts'
import { validateUser } from './validate-user.ts'

/** Checks the password of a login. The internal route uses it; an authentication service in the same process calls it directly. */
export const validateForLogin = async (
  users: Credentials,
  { username: name, password, address }: { username: string; password: string; address?: string | undefined },
): Promise<ValidatedUser> => toValidatedUser(users.db, await validateUser(users, { name, password, address }))

export const validateRoute = (users: Credentials) =>
  route(validateUserEndpoint, async ({ body }) => ({
    valid: true as const,
    ...(await validateForLogin(users, body)),
  }))
