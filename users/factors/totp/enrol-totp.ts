import type { Caller } from '#contract/declaration/endpoint.ts'
import type { TotpEnrolmentResource } from '#contract/sign-in/factors.ts'
import { lockOwn, requireFactorsAreAskedFor } from '../../core/lock-own.ts'
import type { Users } from '../../core/users.ts'
import { beginEnrolment, showEnrolment } from './enrolment.ts'

/**
 * Begins to add an authenticator app, or to replace the one that the user has.
 * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `auth_service_outdated`
 */
export async function enrolTotp(
  users: Users,
  input: { userId: string; caller: Caller },
): Promise<TotpEnrolmentResource> {
  requireFactorsAreAskedFor(input.caller)
  const begun = await users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    return { username: user.username, secret: await beginEnrolment(tx, users, user) }
  })
  return showEnrolment(users, begun)
}
