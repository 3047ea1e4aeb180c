import { Failure } from '#contract/declaration/failures.ts'
import type { SecondFactorsResource } from '#contract/sign-in/factors.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { openFactor } from './core/factor-secrets.ts'
import { recordFactorChange } from './core/record-factor-change.ts'
import { lockUnchanged, type Stood } from './core/stood.ts'
import { recoveryCodeMac } from './recovery-codes/recovery-code.ts'
import { findRecoveryCodes, takeRecoveryCode } from './recovery-codes/recovery-code-store.ts'
import { findSecondFactors } from './second-factors.ts'
import { matchStep } from './totp/totp.ts'
import { findTotp, takeStep } from './totp/totp-store.ts'

export interface FactorProof extends Stood {
  totp?: string | undefined
  recovery_code?: string | undefined
}

export interface ProvenFactor {
  user: User
  secondFactors: SecondFactorsResource
}

/**
 * Checks a second factor and uses it up: a code is accepted only once, even if no session is created afterwards. The caller has
 * counted the attempt before.
 * @throws {Failure} `second_factor_invalid`, `login_expired`
 */
export async function proveFactor(users: Users, input: FactorProof): Promise<ProvenFactor> {
  const { totp, recovery_code: recoveryCode } = input
  if ((totp === undefined) === (recoveryCode === undefined)) throw notOne()
  return users.db.transaction(async (tx) => {
    const user = await lockUnchanged(tx, input)
    if (totp !== undefined) await useTotpCode(tx, users, { userId: user.id, code: totp })
    if (recoveryCode !== undefined) await useRecoveryCode(tx, users, { user, code: recoveryCode })
    return { user, secondFactors: await findSecondFactors(tx, user) }
  })
}

async function useTotpCode(
  tx: Sql,
  users: Users,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const totp = await findTotp(tx, userId)
  if (!totp) throw new Failure('second_factor_invalid')
  const secret = openFactor(users, { kind: 'totp secret', userId }, totp.secret)
  const step = matchStep(secret, code, users.clock.now(), totp.form)
  if (step === undefined || !(await takeStep(tx, userId, step))) throw new Failure('second_factor_invalid')
}

async function useRecoveryCode(
  tx: Sql,
  users: Users,
  { user, code }: { user: User; code: string },
): Promise<void> {
  const set = await findRecoveryCodes(tx, user.id)
  if (!set) throw new Failure('second_factor_invalid')
  const key = openFactor(users, { kind: 'recovery key', userId: user.id }, set.key)
  const left = await takeRecoveryCode(tx, user.id, { set, mac: recoveryCodeMac(key, code) })
  if (left === undefined) throw new Failure('second_factor_invalid')
  const change = { type: 'user.recovery_code_used', data: { left } } as const
  await recordFactorChange(tx, users, { user, change, at: users.clock.now() })
}

const notOne = (): Failure =>
  new Failure('invalid_request', {
    errors: [{ pointer: '', code: 'not_allowed', detail: 'Exactly one of totp and recovery_code.' }],
  })
