import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { TokenPairResource } from '#contract/login/token-pair.ts'
import { amrOf } from '../core/level-of.ts'
import type { ProvenUser } from '../second-factors/check-factor.ts'
import { raiseSession } from '../second-factors/raise-session.ts'
import { mintTokenPair } from '../tokens/token.ts'
import type { FederatedLogin } from './federated-login-store.ts'
import type { Federation } from './federation.ts'
import { methodsOf, toIdentity } from './log-in-by-identity.ts'
import type { ProvenPerson } from './providers/provider.ts'

/** How far the clock of a provider may be off. */
const skewMs = 60_000

/**
 * Raises a session by a proof that its user has just given at a provider. The provider was asked to have the person prove it anew,
 * and must say when that was (I115, I117). Where the user has a second factor here, `askSecondFactor` makes the failure that asks for it.
 * @throws {Failure} `identity_refused` when the proof is older than the question, of unknown age, or of an account that is not linked
 * to this user; `second_factor_required`, `session_ended`, `user_service_unavailable`
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
  const raised = { caller, epoch: proven.session_epoch, amr }
  return mintTokenPair(federation, await raiseSession(federation, raised), proven.user)
}

/** Nothing tells whether the account is linked to another user, or to none. */
function asRefused(error: unknown): never {
  if (error instanceof Failure && error.code === 'identity_not_found') throw new Failure('identity_refused')
  throw error
}

/** True when the person authenticated at the provider after it was asked to have them do so. */
export const isSince = ({ authenticatedAt }: ProvenPerson, { createdAt }: FederatedLogin): boolean =>
  authenticatedAt !== undefined && authenticatedAt >= createdAt - skewMs
