import { Failure } from '#contract/declaration/failures.ts'
import { siteKey } from '#runtime/network.ts'
import { digestOf, newOpaqueToken } from '../core/opaque-token.ts'
import { removeStaleDevices } from './devices/device-store.ts'
import type { Login } from './login.ts'
import { type Client, noFactors, type Proof } from './method.ts'
import { insertPendingLogin, type Step } from './pending-login-store.ts'
import { countSession } from './start-session.ts'

const lifetimeMs = 10 * 60_000

/**
 * Stores a login, or a step-up, that needs one more step. Returns the failure for the client, with a token that opens the next
 * steps of this login and nothing else. There is no session and no other credential before the last step (I81). Such logins have
 * the same rate limit as new sessions, but for each network separately: a stranger who knows the password must not use up the limit
 * of the owner.
 * @throws {Failure} `sessions_limited`
 */
export async function beginNextStep(
  login: Login,
  {
    proof,
    step,
    client,
    sessionId,
  }: {
    proof: Proof
    step: Step
    client: Client
    /** The session whose level the last step raises, for a step-up; without it, the last step starts a session. */
    sessionId?: string
  },
): Promise<Failure> {
  const { known, amr, countedBy } = proof
  const {
    user,
    session_epoch: epoch,
    second_factors: { version: factorsVersion, factors } = noFactors,
  } = known
  const { name: deviceName, address } = client.device
  const network = siteKey(address)
  if (sessionId === undefined) countSession(login, `${user.id} from ${network}`)
  const token = newOpaqueToken('lk_login_')
  const now = login.clock.now()
  const waiting = { userId: user.id, step, amr, epoch, factorsVersion, countedBy, deviceName, sessionId }
  await login.db.transaction(async (tx) => {
    const begun = { network: network ?? '', now, expiresAt: now + lifetimeMs }
    await insertPendingLogin(tx, { ...waiting, digest: digestOf(token) }, begun)
    // This service learns the present version of the factors from a login. Devices of an older version are removed now,
    // so that the list of devices does not show devices which are not valid any more.
    await removeStaleDevices(tx, waiting)
  })
  const code = step === 'enrolment' ? 'second_factor_enrolment_required' : 'second_factor_required'
  return new Failure(code, { loginStep: { token, expiresInSeconds: lifetimeMs / 1000, factors } })
}
