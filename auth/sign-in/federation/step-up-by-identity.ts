import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import { amrOf } from '../../core/level-of.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import type { ProvenUser } from '../methods/check-factor.ts'
import { methodsOf, toIdentity } from '../methods/identity.ts'
import { raiseSession } from '../raise-session.ts'
import type { FederatedLogin } from './federated-login-store.ts'
import type { Federation } from './federation.ts'
import type { ProvenPerson } from './providers/provider.ts'

/** The difference that is allowed between the clock of a provider and ours, in milliseconds. */
const skewMs = 60_000

/**
 * Steps a session up by a new proof at a provider. The provider was asked to authenticate the person anew, and must say when it
 * did (I115, I117). If the user has a second factor at Latchkey, `askSecondFactor` makes the failure that asks for it.
 * @throws {Failure} `identity_refused` when the proof is older than the question, of unknown age, or of an account that is not
 * linked to this user; `second_factor_required`, `session_ended`, `user_service_unavailable`
 */
export async function stepUpByIdentity(
  federation: Federation,
  {
    begun,
    person,
    caller,
    askSecondFactor,
  }: {
    begun: FederatedLogin
    person: ProvenPerson
    caller: SignedInCaller
    askSecondFactor: (proven: ProvenUser) => Failure | Promise<Failure>
  },
): Promise<TokenPairResource> {
  if (begun.sessionId !== caller.sessionId || begun.userId !== caller.userId)
    throw new Failure('identity_refused')
  if (!isSince(person, begun)) throw new Failure('identity_refused')
  const proof = { purpose: 'step_up', user_id: caller.userId, ...toIdentity(person) } as const
  const proven = await federation.users.proveIdentity(proof).catch(asRefused)
  const amr = amrOf(methodsOf(person))
  if (proven.second_factors.factors.length > 0 && !amr.includes('mfa')) throw await askSecondFactor(proven)
  const raised = { caller, known: proven, amr }
  return mintTokenPair(federation, await raiseSession(federation, raised), proven.user)
}

/**
 * Converts the failure for an account that is not linked to this user, so that the reply does not tell whether it is linked to
 * another.
 */
function asRefused(error: unknown): never {
  if (error instanceof Failure && error.code === 'identity_not_found') throw new Failure('identity_refused')
  throw error
}

/**
 * Checks whether the person authenticated at the provider after this was asked for, with a tolerance for the provider's clock.
 */
export const isSince = ({ authenticatedAt }: ProvenPerson, { createdAt }: FederatedLogin): boolean =>
  authenticatedAt !== undefined && authenticatedAt >= createdAt - skewMs
