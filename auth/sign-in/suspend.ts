import { Failure } from '#contract/declaration/failures.ts'
import type { LoginFactorResource } from '#contract/sign-in/factors.ts'
import { siteKey } from '#runtime/network.ts'
import type { Auth } from '../core/auth.ts'
import { digestOf, newOpaqueToken } from '../core/opaque-token.ts'
import { removeStaleDevices } from '../sessions/devices/device-store.ts'
import { type BegunLogin, insertLogin } from './login-store.ts'

const lifetimeMs = 10 * 60_000

/**
 * Stores a login that needs one more step. Returns the failure for the client, with a token that opens the next steps
 * of this login and nothing else. There is no session and no other credential before the last step (I81).
 */
export async function beginLogin(
  auth: Pick<Auth, 'db' | 'clock'>,
  {
    factors,
    address,
    ...login
  }: Omit<BegunLogin, 'digest'> & { factors: readonly LoginFactorResource[]; address: string },
): Promise<Failure> {
  const token = newOpaqueToken('lk_login_')
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    const begun = { network: siteKey(address) ?? '', now, expiresAt: now + lifetimeMs }
    await insertLogin(tx, { ...login, digest: digestOf(token) }, begun)
    // This service learns the present version of the factors from a login. Devices of an older version are removed now,
    // so that the list of devices does not show devices which are not valid any more.
    await removeStaleDevices(tx, login)
  })
  const code = login.step === 'enrolment' ? 'second_factor_enrolment_required' : 'second_factor_required'
  return new Failure(code, { loginStep: { token, expiresInSeconds: lifetimeMs / 1000, factors } })
}
