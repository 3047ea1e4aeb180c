import { Failure } from '#contract/declaration/failures.ts'
import type { CompletedLoginResource } from '#contract/sign-in/login-steps.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { Sql } from '#runtime/database/database.ts'
import { siteKey } from '#runtime/network.ts'
import { newOpaqueToken } from '../core/opaque-token.ts'
import type { Session } from '../core/session.ts'
import { mintTokenPair } from '../tokens/index.ts'
import { beginNextStep } from './begin-next-step.ts'
import { trustDevice } from './devices/remember-device.ts'
import { findKnownNetwork } from './known-network-store.ts'
import type { Login } from './login.ts'
import { type Client, type Method, noFactors, type Proof, type StepUpMethod } from './method.ts'
import { nextStep } from './next-step.ts'
import { takePendingLogin } from './pending-login-store.ts'
import { raiseSession } from './raise-session.ts'
import { countSession, startSession } from './start-session.ts'

/**
 * Signs a user in. Every sign-in method ends here, and nothing else starts a session. A person who has a second factor,
 * or must have one, gets no session yet, but a failure with a token for the next step.
 * @throws {Failure} `second_factor_required`, `second_factor_enrolment_required`, `sessions_limited`, `login_expired`, and
 * those of the method
 */
export function signIn(login: Login, method: Method, client: Client): Promise<CompletedLoginResource> {
  const signedIn = proveAndEnd(login, method, client)
  return method.counter ? login.counts[method.counter].of(signedIn) : signedIn
}

async function proveAndEnd(login: Login, method: Method, client: Client): Promise<CompletedLoginResource> {
  const proof = await method.prove(login, client)
  const step = proof.isReplacing ? undefined : nextStep(proof, login.demand)
  // The setting that requires a second factor may have changed since the login began (I90).
  if (step && proof.completes) throw new Failure('login_expired')
  const ended = step
    ? beginNextStep(login, { proof, step, client })
    : complete(login, proof, client).catch(refusing(method))
  // `beginNextStep` returns its failure, so that the attempt is released in the same turn as a login is stored or a session started.
  const [result] = await Promise.all([ended, proof.release?.()])
  if (result instanceof Failure) throw result
  return result
}

/**
 * Re-authenticates the user of a session (step-up, RFC 9470). The session continues with the level, the methods and the
 * time of the new authentication, and ends when it would have ended before (I116). If the user has a second factor, one
 * kind of proof is only the first step.
 * @throws {Failure} `second_factor_required`, `session_ended`, and those of the method
 */
export async function stepUp(login: Login, method: StepUpMethod, client: Client): Promise<TokenPairResource> {
  const proof = await method.prove(login, client)
  const step = nextStep(proof, 'nobody')
  const ended = step
    ? beginNextStep(login, { proof, step, client, sessionId: proof.sessionId })
    : raiseSession(login, proof)
  const [result] = await Promise.all([ended, proof.release?.()])
  if (result instanceof Failure) throw result
  return mintTokenPair(login, result, proof.known.user)
}

/**
 * Starts the session of a login that needs no further step. The last step of a step-up starts no session, but raises
 * the level of the one in which it began (I116).
 */
async function complete(login: Login, proof: Proof, client: Client): Promise<CompletedLoginResource> {
  const { known, completes } = proof
  const sessionId = completes?.pending.sessionId
  // No device is remembered at a step-up, because the session itself stores what was proven.
  const deviceToken =
    completes?.remembersDevice && sessionId === undefined ? newOpaqueToken('lk_device_') : undefined
  const session =
    sessionId === undefined
      ? await start(login, { proof, client, deviceToken })
      : await raiseSession(login, { ...proof, sessionId }, (tx) => take(tx, login, proof))
  return {
    ...mintTokenPair(login, session, known.user),
    ...(deviceToken === undefined ? {} : { device_token: deviceToken }),
    ...(known.recovery_codes ? { recovery_codes: known.recovery_codes } : {}),
  }
}

async function start(
  login: Login,
  { proof, client, deviceToken }: { proof: Proof; client: Client; deviceToken: string | undefined },
): Promise<Session> {
  const { known, amr, countedBy, authenticatedAt, completes, isReplacing } = proof
  const pending = completes?.pending
  const userId = known.user.id
  if (!isReplacing) countSession(login, userId)
  const device = pending ? { ...client.device, name: pending.deviceName } : client.device
  const isNetworkStored = proof.isNetworkStored ?? (await wasNetworkStored(login, countedBy, device.address))
  // A factor that was added during a login belongs to the new session. When the owner then follows the link “This was
  // not me” about that login, the factor is removed too.
  const beganAt = pending?.step === 'enrolment' ? pending.createdAt : undefined
  return startSession(login, {
    userId,
    known,
    amr,
    authenticatedAt,
    device,
    countedBy,
    isNetworkStored,
    beganAt,
    async before(tx) {
      await take(tx, login, proof)
      if (deviceToken === undefined) return
      const { session_epoch: epoch, second_factors: { version: factorsVersion } = noFactors } = known
      const remembered = { token: deviceToken, userId, countedBy, epoch, factorsVersion, beganAt }
      await trustDevice(tx, { ...remembered, ...device, now: login.clock.now() })
    },
  })
}

async function wasNetworkStored({ db, clock }: Login, countedBy: string, address: string): Promise<boolean> {
  const familiarity = await findKnownNetwork(db, { countedBy, network: siteKey(address), now: clock.now() })
  return familiarity.isStored
}

/** Removes a login with its last step: of several concurrent requests, on any node, only one gets the session (I82). */
async function take(tx: Sql, { clock }: Login, { completes }: Proof): Promise<void> {
  if (completes && !(await takePendingLogin(tx, completes.pending.digest, clock.now())))
    throw new Failure('login_expired')
}

const endedMeanwhile = ['invalid_credentials', 'session_ended']

/** Converts the failure for a user whose sessions, or whose session to raise, ended while this was under way. */
const refusing =
  ({ refused }: Method) =>
  (error: unknown): never => {
    throw error instanceof Failure && endedMeanwhile.includes(error.code) ? new Failure(refused) : error
  }
