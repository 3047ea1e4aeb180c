import type { Caller } from '#contract/declaration/endpoint.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { endSessions } from '../../core/end-sessions.ts'
import { lockOwn, requireFactorsAreAskedFor, timeOfChange } from '../../core/lock-own.ts'
import type { Users } from '../../core/users.ts'
import { type ConfirmedEnrolment, confirmEnrolment } from './enrolment.ts'
import { findTotp } from './totp-store.ts'

/**
 * Activates a new authenticator app with a code that it shows. If the user had an app before, its codes are no longer accepted
 * and the user's other sessions end, as after a removal. The first app of a user ends no session.
 * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `enrolment_not_found`, `second_factor_invalid`,
 * `auth_service_outdated`
 */
export async function confirmTotp(
  users: Users,
  input: { userId: string; caller: Caller; code: string },
): Promise<ConfirmedEnrolment> {
  const { userId, caller, code } = input
  requireFactorsAreAskedFor(caller)
  const { confirmed, isReplaced } = await users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    const isReplaced = (await findTotp(tx, userId)) !== undefined
    const at = timeOfChange(users, caller)
    const confirmed = await confirmEnrolment(tx, users, { user, code, at })
    if (isReplaced) await endSessions(tx, { user, kept: caller, at })
    return { confirmed, isReplaced }
  })
  if (isReplaced) await deliverSessionEnds(users, userId)
  return confirmed
}
