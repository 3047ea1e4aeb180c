import type { Caller } from '#contract/declaration/endpoint.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import { requireUser } from '../../core/require-user.ts'
import { methodsOf } from '../methods/identity.ts'
import { beginLogin } from '../suspend.ts'
import type { Federation } from './federation.ts'
import { finishAtProvider } from './finish-at-provider.ts'
import { stepUpByIdentity } from './step-up-by-identity.ts'

/**
 * Completes a step-up at a provider for a client of the API. A user who has a second factor at Latchkey must prove it next,
 * with a `login_token` that is valid only for the second step of this step-up; the session stays unchanged until then.
 * @throws {Failure} `forbidden`, `login_expired`, `identity_refused`, `second_factor_required`, `session_ended`, and what
 * `finishAtProvider` throws
 */
export async function completeStepUp(
  federation: Federation,
  input: { provider: string; token: string; response: string; caller: Caller; address: string },
): Promise<TokenPairResource> {
  const { provider, token, address } = input
  const caller = requireUser(input.caller)
  const { userId, sessionId } = caller
  const response = new URLSearchParams(input.response)
  const { begun, person } = await finishAtProvider(federation, {
    ...{ provider, browser: token, response, purpose: 'step_up', sessionId },
  })
  return stepUpByIdentity(federation, {
    ...{ begun, person, caller },
    askSecondFactor({ session_epoch: epoch, second_factors: factors }) {
      const login = {
        step: 'second_factor',
        userId,
        sessionId,
        epoch,
        countedBy: userId,
        deviceName: null,
      } as const
      const { version: factorsVersion } = factors
      const begun = { ...login, amr: methodsOf(person), factorsVersion, factors: factors.factors, address }
      return beginLogin(federation, begun)
    },
  })
}
