import type { LoginFactorResource, SecondFactorsResource } from '#contract/sign-in/factors.ts'
import type { Sql } from '#runtime/database/database.ts'
import { hasPasskey } from '../core/second-factor-store.ts'
import { type KnownUser, toKnownUser, type User } from '../core/user.ts'
import { findRecoveryCodes } from './recovery-codes/recovery-code-store.ts'
import { findTotp } from './totp/totp-store.ts'

/** A user whose password was right, as the authentication service receives it. */
interface ValidatedUser extends KnownUser {
  second_factors?: SecondFactorsResource
}

/**
 * Returns a user with the second factors, if there is one or was one earlier. For all other users nothing is looked up or added.
 */
export async function toValidatedUser(db: Sql, user: User): Promise<ValidatedUser> {
  const known = toKnownUser(user)
  return user.factorsVersion === 0 ? known : { ...known, second_factors: await findSecondFactors(db, user) }
}

/**
 * Returns the second factors with which a user can complete a login. `factors` is empty for a user who has removed them all.
 */
export async function findSecondFactors(
  db: Sql,
  { id, factorsVersion: version }: Pick<User, 'id' | 'factorsVersion'>,
): Promise<SecondFactorsResource> {
  return { version, factors: await findFactors(db, id) }
}

async function findFactors(db: Sql, userId: string): Promise<LoginFactorResource[]> {
  const [totp, isPasskeyThere, codes] = await Promise.all([
    findTotp(db, userId),
    hasPasskey(db, userId),
    findRecoveryCodes(db, userId),
  ])
  if (!totp && !isPasskeyThere) return []
  const left = codes?.macs.length ?? 0
  return [
    ...(totp ? [{ kind: 'totp' as const }] : []),
    ...(isPasskeyThere ? [{ kind: 'passkey' as const }] : []),
    ...(left > 0 ? [{ kind: 'recovery_code' as const, left }] : []),
  ]
}
