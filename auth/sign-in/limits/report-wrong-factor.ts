import { record } from '#runtime/events/record.ts'
import type { Auth } from '../../core/auth.ts'
import { findFailures, markOnce } from './login-attempt-store.ts'
import { secondFactorKeys } from './login-limits.ts'
import { type Tried, wrongFactorKeys } from './second-factor-limits.ts'

const reportedFrom = 3
const reportedAgainAfterMs = 24 * 60 * 60_000

/**
 * Records that somebody who knows the password of a user enters wrong second factors. This happens from the third wrong factor
 * in a row on, and at most once a day, because the user is notified of each such event.
 */
export async function reportWrongFactor(
  { db, clock }: Pick<Auth, 'db' | 'clock'>,
  { userId, factorsVersion, address }: Tried & { address: string },
): Promise<void> {
  const at = clock.now()
  const { totp, recoveryCode } = wrongFactorKeys({ userId, factorsVersion })
  const count = (await findFailures(db, totp, at)) + (await findFailures(db, recoveryCode, at))
  if (count < reportedFrom) return
  await db.transaction(async (tx) => {
    const mark = {
      key: `${secondFactorKeys(userId).first}told`,
      now: at,
      expiresAt: at + reportedAgainAfterMs,
    }
    if (!(await markOnce(tx, mark))) return
    await record(tx, {
      type: 'login.second_factor_failed',
      subject: userId,
      data: { count, address },
      at,
    })
  })
}
