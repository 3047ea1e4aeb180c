import type { Caller } from '#contract/declaration/endpoint.ts'
import type { Users } from '../../core/users.ts'
import { lockOwn } from '../core/lock-own.ts'
import { type ConfirmedEnrolment, confirmEnrolment } from './enrolment.ts'

/**
 * Makes a new authenticator app count, with a code that it shows. One that the user had before counts no more.
 * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `enrolment_not_found`, `second_factor_invalid`
 */
export async function confirmTotp(
  users: Users,
  input: { userId: string; caller: Caller; code: string },
): Promise<ConfirmedEnrolment> {
  return users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    return confirmEnrolment(tx, users, { user, code: input.code })
  })
}
