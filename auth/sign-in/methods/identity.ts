import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { proveIdentityEndpoint } from '#contract/sign-in/identities.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import { siteKey } from '#runtime/network.ts'
import { amrOf } from '../../core/level-of.ts'
import { digestOf } from '../../core/opaque-token.ts'
import { findDevice } from '../../sessions/devices/device-store.ts'
import type { Device } from '../../sessions/session-store.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import type { Federation } from '../federation/federation.ts'
import type { ProvenPerson } from '../federation/providers/provider.ts'
import { findFamiliarity } from '../known-network-store.ts'
import { nextStep } from '../next-step.ts'
import { countSession, startSession } from '../start-session.ts'
import { beginLogin } from '../suspend.ts'

/** The client of a person who comes back from a provider. */
export interface Client {
  device: Device
  deviceToken?: string | undefined
  /** The language of the person's client, for a user who is made. */
  locale?: string | undefined
  /** True when a proxy has passed the request on. */
  isPassedOn: boolean
}

/**
 * Logs in the person whom a provider has proven. A person without a user gets a new one, if sign-up is open and the e-mail
 * address is verified and not taken. A second factor of the user is asked for as after a password (I148).
 * @throws {Failure} `identity_unlinked`, `second_factor_required`, `second_factor_enrolment_required`, `signup_limited`,
 * `sessions_limited`, `user_service_unavailable`
 */
export async function logInByIdentity(
  federation: Federation,
  { person, client }: { person: ProvenPerson; client: Client },
): Promise<TokenPairResource> {
  const { proven, isNew } = await findOrMake(federation, person, client)
  const { user, session_epoch: epoch, second_factors: factors } = proven
  const { device } = client
  const methods = methodsOf(person)
  const factorsVersion = factors.version
  const isRemembered = await isOwnDevice(federation, { client, userId: user.id, epoch, factorsVersion })
  const step = nextStep(
    { user, amr: methods, hasFactors: factors.factors.length > 0, isRemembered },
    federation.demand,
  )
  const begun = { userId: user.id, countedBy: user.id }
  if (step) {
    countSession(federation, `${user.id} from ${siteKey(device.address)}`)
    const half = { step, amr: methods, factorsVersion, deviceName: device.name, address: device.address }
    throw await beginLogin(federation, { ...begun, ...half, epoch, factors: factors.factors })
  }
  countSession(federation, user.id)
  const now = federation.clock.now()
  const familiar = { countedBy: begun.countedBy, network: siteKey(device.address), now }
  const { isFresh } = await findFamiliarity(federation.db, familiar)
  const amr = amrOf(methods)
  const authenticatedAt = timeOfProof(person, { now, isNew })
  const started = { ...begun, known: proven, amr, authenticatedAt, device, isFamiliar: isFresh }
  return mintTokenPair(federation, await startSession(federation, started).catch(asUnlinked), user)
}

/** Returns the methods of a login at a provider: `fed`, and also `fmfa` for a second factor there that the operator trusts. */
export const methodsOf = ({ hasSecondFactor }: ProvenPerson): string[] =>
  hasSecondFactor ? ['fed', 'fmfa'] : ['fed']

/** The age that a proof of unknown age counts with: one hour, in milliseconds, which is never fresh enough for anything. */
const unknownAgeMs = 60 * 60_000

/**
 * Returns when the person authenticated, in epoch milliseconds. A person with a session at the provider comes back without a
 * new proof, so the time of the return proves nothing (I117). A user who was just created has nothing yet that an old proof
 * could endanger.
 */
function timeOfProof(
  { authenticatedAt }: ProvenPerson,
  { now, isNew }: { now: number; isNew: boolean },
): number {
  if (isNew) return now
  return Math.min(authenticatedAt ?? now - unknownAgeMs, now)
}

type Proven = Reply<typeof proveIdentityEndpoint>

async function findOrMake(
  { users }: Federation,
  person: ProvenPerson,
  { device, locale, isPassedOn }: Client,
): Promise<{ proven: Proven; isNew: boolean }> {
  const identity = toIdentity(person)
  try {
    return { proven: await users.proveIdentity({ purpose: 'login', ...identity }), isNew: false }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'identity_not_found') throw error
  }
  if (!person.emailVerified) throw new Failure('identity_unlinked')
  const { name } = person
  const asked = { ...identity, address: device.address, is_passed_on: isPassedOn }
  try {
    const told = { ...(name === undefined ? {} : { name }), ...(locale === undefined ? {} : { locale }) }
    return { proven: await users.signUpByIdentity({ ...asked, ...told }), isNew: true }
  } catch (error) {
    throw isTaken(error) ? new Failure('identity_unlinked') : error
  }
}

/** Converts a proven person to the fields that the user service expects. */
export const toIdentity = ({
  provider,
  issuer,
  subject,
  email,
  emailVerified,
}: Pick<ProvenPerson, 'provider' | 'issuer' | 'subject' | 'email' | 'emailVerified'>): Omit<
  Body<typeof proveIdentityEndpoint>,
  'purpose'
> => ({ provider, issuer, subject, email, email_verified: emailVerified })

const notMade = ['email_taken', 'identity_taken', 'email_unverified', 'signup_closed', 'invalid_request']

const isTaken = (error: unknown): boolean => error instanceof Failure && notMade.includes(error.code)

/**
 * Checks whether the client has the token of a device on which the user has proven a second factor. Such a device replaces the
 * second factor of a login, and nothing else.
 */
async function isOwnDevice(
  { db, clock }: Federation,
  {
    client: { deviceToken },
    ...stood
  }: { client: Client; userId: string; epoch: number; factorsVersion: number },
): Promise<boolean> {
  if (deviceToken === undefined) return false
  const device = await findDevice(db, digestOf(deviceToken), clock.now())
  return (
    device?.userId === stood.userId &&
    device.epoch === stood.epoch &&
    device.factorsVersion === stood.factorsVersion
  )
}

/**
 * Converts the failure of a session that could not begin, because all sessions of the user were ended while this login was
 * under way.
 */
function asUnlinked(error: unknown): never {
  if (error instanceof Failure && error.code === 'invalid_credentials') throw new Failure('identity_unlinked')
  throw error
}
