import type { Caller } from '#contract/declaration/endpoint.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { PasskeyAssertionResource } from '#contract/sign-in/webauthn.ts'
import { amrOf } from '../../core/level-of.ts'
import { requireUser } from '../../core/require-user.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import { raiseSession } from '../raise-session.ts'
import { forStepUp, type PasskeyLogin } from './passkey-login.ts'

/**
 * Lets the user of a session prove their identity again with a passkey (step-up, RFC 9470). The challenge is valid for
 * this session only (I116).
 * @throws {Failure} `forbidden`, `passkey_invalid`, `passkeys_off`, `session_ended`, `user_service_unavailable`
 */
export async function stepUpByPasskey(
  login: PasskeyLogin,
  { caller, credential }: { caller: Caller; credential: PasskeyAssertionResource },
): Promise<TokenPairResource> {
  const { userId, sessionId } = requireUser(caller)
  const { purpose, boundTo } = forStepUp(sessionId)
  const { proven, amr: methods } = await login.users.provePasskey({
    ...{ purpose, bound_to: boundTo, credential, user_id: userId },
  })
  const raised = { caller: requireUser(caller), known: proven, amr: amrOf(methods) }
  return mintTokenPair(login, await raiseSession(login, raised), proven.user)
}
