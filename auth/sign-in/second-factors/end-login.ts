import { Failure } from '#contract/declaration/failures.ts'
import type { CompletedLoginResource } from '#contract/sign-in/login-steps.ts'
import type { Sql } from '#runtime/database/database.ts'
import { siteKey } from '#runtime/network.ts'
import { newOpaqueToken } from '../../core/opaque-token.ts'
import { rememberDevice } from '../../sessions/devices/remember-device.ts'
import type { Device } from '../../sessions/session-store.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import { findFamiliarity } from '../known-network-store.ts'
import type { Login } from '../login.ts'
import { type StoredLogin, takeLogin } from '../login-store.ts'
import type { ProvenUser } from '../methods/check-factor.ts'
import { nextStep } from '../next-step.ts'
import { raiseSession } from '../raise-session.ts'
import { countSession, startSession } from '../start-session.ts'

/**
 * Makes the session of a login whose second factor was right, in the transaction that removes the login: of several concurrent
 * requests, on any node, only one gets a session (I82). A step-up makes no session, but raises the one in which it began.
 * @throws {Failure} `login_expired`, `sessions_limited`
 */
export async function endLogin(
  login: Login,
  {
    begun,
    proven,
    amr,
    device,
    remembersDevice,
  }: { begun: StoredLogin; proven: ProvenUser; amr: string[]; device: Device; remembersDevice: boolean },
): Promise<CompletedLoginResource> {
  const { user, session_epoch: epoch, second_factors: factors } = proven
  const { userId, countedBy } = begun
  // The demand of the deployment is checked again at the end, because it may have changed since the login began (I90).
  if (nextStep({ user, amr, hasFactors: true }, login.demand)) throw new Failure('login_expired')
  if (begun.sessionId !== undefined)
    return endStepUp(login, { begun, proven, amr, sessionId: begun.sessionId })
  countSession(login, userId)
  const now = login.clock.now()
  const network = siteKey(device.address)
  const { isFresh } = await findFamiliarity(login.db, { countedBy, network, now })
  // A factor that was added during a login belongs to the new session. When the owner then follows the link “This was
  // not me” about that login, the factor is removed too.
  const began = begun.step === 'enrolment' ? { beganAt: begun.createdAt } : {}
  const token = remembersDevice ? newOpaqueToken('lk_device_') : undefined
  const before = async (tx: Sql) => {
    if (!(await takeLogin(tx, begun.digest, now))) throw new Failure('login_expired')
    if (token === undefined) return
    const remembered = { token, userId, countedBy, epoch, factorsVersion: factors.version, now }
    await rememberDevice(tx, { ...remembered, ...device, ...began })
  }
  const input = { userId, known: proven, amr, device, countedBy, isFamiliar: isFresh, before, ...began }
  const session = await startSession(login, input).catch(asExpired)
  return {
    ...mintTokenPair(login, session, user),
    ...(token === undefined ? {} : { device_token: token }),
    ...(proven.recovery_codes ? { recovery_codes: proven.recovery_codes } : {}),
  }
}

/** Raises the session in which a step-up began. No device is remembered, because the session itself stores what was proven. */
async function endStepUp(
  login: Login,
  {
    begun,
    proven,
    amr,
    sessionId,
  }: { begun: StoredLogin; proven: ProvenUser; amr: string[]; sessionId: string },
): Promise<CompletedLoginResource> {
  const { userId, digest } = begun
  const before = async (tx: Sql) => {
    if (!(await takeLogin(tx, digest, login.clock.now()))) throw new Failure('login_expired')
  }
  const raised = { caller: { userId, sessionId }, known: proven, amr, before }
  return mintTokenPair(login, await raiseSession(login, raised).catch(asExpired), proven.user)
}

const ended = ['invalid_credentials', 'session_ended']

/**
 * Converts the failure for a user whose sessions, or whose session to raise, ended while this login was under way: the login
 * counts as expired.
 */
function asExpired(error: unknown): never {
  if (error instanceof Failure && ended.includes(error.code)) throw new Failure('login_expired')
  throw error
}
