import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { FactorsResource } from '#contract/sign-in/factors.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { hasPasskey } from '../core/second-factor-store.ts'
import { may } from '../core/user.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { findRecoveryCodes } from './recovery-codes/recovery-code-store.ts'
import { startOfStep } from './totp/totp.ts'
import { findTotp } from './totp/totp-store.ts'

/**
 * Returns the second factors of a user, without their secrets.
 * @throws {Failure} `user_not_found`, also when the caller may not see the user
 */
export async function findFactors(
  users: Users,
  { userId, caller }: { userId: string; caller: Caller },
): Promise<FactorsResource> {
  // The right is checked before the look-up: a caller without it gets the same answer whether the user exists or not.
  const user = may(caller, 'users:read', userId) ? await findUser(users.db, userId) : undefined
  if (!user) throw new Failure('user_not_found')
  const [totp, isPasskeyThere, codes] = await Promise.all([
    findTotp(users.db, userId),
    hasPasskey(users.db, userId),
    findRecoveryCodes(users.db, userId),
  ])
  return {
    totp: totp
      ? {
          added_at: toRfc3339(totp.addedAt),
          // A code of the next time step may be accepted before that step begins. The time that is shown must not be in the
          // future.
          last_used_at: toRfc3339(Math.min(startOfStep(totp.lastStep, totp.form), users.clock.now())),
        }
      : null,
    recovery_codes: codes ? { left: codes.macs.length, made_at: toRfc3339(codes.madeAt) } : null,
    is_required_at_login: totp !== undefined || isPasskeyThere,
  }
}
