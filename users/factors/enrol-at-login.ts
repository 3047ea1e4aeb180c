import { Failure } from '#contract/declaration/failures.ts'
import type { TotpEnrolmentResource } from '#contract/sign-in/factors.ts'
import type { Sql } from '#runtime/database/database.ts'
import { hasSecondFactor } from '../core/second-factor-store.ts'
import type { User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { lockUnchanged, type Stood } from './core/stood.ts'
import type { Factors } from './factors.ts'
import type { ProvenFactor } from './prove-factor.ts'
import { findSecondFactors } from './second-factors.ts'
import { beginEnrolment, type ConfirmedEnrolment, confirmEnrolment, showEnrolment } from './totp/enrolment.ts'

/**
 * Begins the enrolment of an authenticator app during a login that requires a second factor, for a user who has none.
 * @throws {Failure} `login_expired`, `changes_limited`
 */
export async function enrolAtLogin(users: Factors, input: Stood): Promise<TotpEnrolmentResource> {
  users.countEnrolment(input.user_id)
  const begun = await users.db.transaction(async (tx) => {
    const user = await lockWithoutFactor(tx, input)
    return { username: user.username, secret: await beginEnrolment(tx, users, user) }
  })
  return showEnrolment(users, begun)
}

/**
 * Confirms the authenticator app that `enrolAtLogin` began to enrol.
 * @throws {Failure} `login_expired`, `enrolment_not_found`, `second_factor_invalid`
 */
export async function confirmAtLogin(
  users: Users,
  input: Stood & { code: string },
): Promise<ConfirmedEnrolment & ProvenFactor> {
  return users.db.transaction(async (tx) => {
    const before = await lockWithoutFactor(tx, input)
    const confirmed = await confirmEnrolment(tx, users, {
      user: before,
      code: input.code,
      at: users.clock.now(),
    })
    return { ...confirmed, secondFactors: await findSecondFactors(tx, confirmed.user) }
  })
}

/**
 * Locks a user and requires that the user has no second factor. A user who has one must use it, because the password alone must
 * not be enough to replace it.
 */
async function lockWithoutFactor(tx: Sql, stood: Stood): Promise<User> {
  const user = await lockUnchanged(tx, stood)
  if (await hasSecondFactor(tx, user.id)) throw new Failure('login_expired')
  return user
}
