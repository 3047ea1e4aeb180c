import type { Body, Reply, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { proveIdentityEndpoint, signUpByIdentityEndpoint } from '#contract/sign-in/identities.ts'
import { amrOf } from '../core/level-of.ts'
import {
  findTrustedDevice,
  isTrustedOn,
  type Login,
  type Method,
  type StepUpMethod,
} from '../sign-in/index.ts'
import type { FederatedLogin } from './federated-login-store.ts'
import type { AuthenticatedIdentity } from './providers/provider.ts'

/** The data from the client for a user who is created, in addition to the data from the provider. */
interface Comer {
  /** The language of the person's client. */
  locale?: string | undefined
  /** True when a proxy has passed the request on. */
  isPassedOn: boolean
}

/**
 * Signs in a person whom a provider has authenticated. If no user is linked to the account, a new one is created,
 * provided that sign-up is open and the e-mail address is verified and not taken. A second factor of the user is
 * required as after a password (I148).
 * @throws {Failure} `identity_unlinked`, `signup_limited`, `user_service_unavailable`
 */
export const byIdentity = (person: AuthenticatedIdentity, comer: Comer): Method => ({
  async prove(login, { device: { address }, deviceToken: token }) {
    const { proven: known, isNew } = await findOrMake(login, person, { ...comer, address })
    const countedBy = known.user.id
    const device = await findTrustedDevice(login, { token, countedBy })
    return {
      known,
      countedBy,
      amr: amrOf(methodsOf(person)),
      authenticatedAt: timeOfProof(person, { now: login.clock.now(), isNew }),
      isRemembered: isTrustedOn(device, known),
    }
  },
  refused: 'identity_unlinked',
})

/**
 * Re-authenticates a user by a new authentication at a provider. The provider must report when it took place (I115,
 * I117).
 * @throws {Failure} `identity_refused` when the proof is older than the question, of unknown age, or of an account that is not
 * linked to this user; `user_service_unavailable`
 */
export const stepUpByIdentity = (
  { userId, sessionId }: SignedInCaller,
  { begun, person }: { begun: FederatedLogin; person: AuthenticatedIdentity },
): StepUpMethod => ({
  async prove({ users }) {
    const isOfCaller = begun.sessionId === sessionId && begun.userId === userId
    if (!isOfCaller || !isSince(person, begun)) throw new Failure('identity_refused')
    const proof = { purpose: 'step_up', user_id: userId, ...toIdentity(person) } as const
    const known = await users.ask(proveIdentityEndpoint, proof).catch(asRefused)
    return { known, amr: amrOf(methodsOf(person)), countedBy: userId, sessionId }
  },
})

/** Returns the methods of a login at a provider: `fed`, and also `fmfa` for a second factor there that the operator trusts. */
const methodsOf = ({ hasSecondFactor }: AuthenticatedIdentity): string[] =>
  hasSecondFactor ? ['fed', 'fmfa'] : ['fed']

/**
 * The age that is assumed when a provider does not report the time of the authentication: one hour, in milliseconds,
 * which is never recent enough.
 */
const unknownAgeMs = 60 * 60_000

/**
 * Returns when the person authenticated, in epoch milliseconds. A person with a session at the provider comes back without a
 * new proof, so the time of the return proves nothing (I117). A user who was just created has nothing yet that an old proof
 * could endanger.
 */
function timeOfProof(
  { authenticatedAt }: AuthenticatedIdentity,
  { now, isNew }: { now: number; isNew: boolean },
): number {
  if (isNew) return now
  return Math.min(authenticatedAt ?? now - unknownAgeMs, now)
}

/** The difference that is allowed between the clock of a provider and ours, in milliseconds. */
const skewMs = 60_000

/**
 * Returns whether the person authenticated at the provider after Latchkey requested it, with a tolerance for the
 * provider's clock.
 */
export const isSince = ({ authenticatedAt }: AuthenticatedIdentity, { createdAt }: FederatedLogin): boolean =>
  authenticatedAt !== undefined && authenticatedAt >= createdAt - skewMs

type Proven = Reply<typeof proveIdentityEndpoint>

async function findOrMake(
  { users }: Login,
  person: AuthenticatedIdentity,
  { address, locale, isPassedOn }: Comer & { address: string },
): Promise<{ proven: Proven; isNew: boolean }> {
  const proof = toIdentity(person)
  try {
    return { proven: await users.ask(proveIdentityEndpoint, { purpose: 'login', ...proof }), isNew: false }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'identity_not_found') throw error
  }
  if (!person.emailVerified) throw new Failure('identity_unlinked')
  const { name } = person
  const asked = { ...proof, address, is_passed_on: isPassedOn }
  try {
    const told = { ...(name === undefined ? {} : { name }), ...(locale === undefined ? {} : { locale }) }
    return { proven: await users.ask(signUpByIdentityEndpoint, { ...asked, ...told }), isNew: true }
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
}: Pick<AuthenticatedIdentity, 'provider' | 'issuer' | 'subject' | 'email' | 'emailVerified'>): Omit<
  Body<typeof proveIdentityEndpoint>,
  'purpose'
> => ({ provider, issuer, subject, email, email_verified: emailVerified })

const notMade = ['email_taken', 'identity_taken', 'email_unverified', 'signup_closed', 'invalid_request']

const isTaken = (error: unknown): boolean => error instanceof Failure && notMade.includes(error.code)

/**
 * Converts the failure for an account that is not linked to this user, so that the reply does not tell whether it is linked to
 * another.
 */
function asRefused(error: unknown): never {
  if (error instanceof Failure && error.code === 'identity_not_found') throw new Failure('identity_refused')
  throw error
}
