import { type Caller, type SignedInCaller, scopesIn } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { ValidatedApiKeyResource } from '#contract/integrations/api-keys.ts'
import { looksLikeApiKey } from '#contract/rules/api-key-form.ts'
import { scopesOf } from '#contract/rules/rights.ts'
import { isBeforeEpoch } from '#contract/rules/session-epoch.ts'
import type { CheckedTokenResource } from '#contract/sessions/tokens.ts'
import type { Auth } from '../core/auth.ts'
import type { Tokens } from './tokens.ts'
import { checkToken } from './validate-token.ts'

/**
 * Finds the caller of a bearer credential. Session and rights are checked at the time of the request: the
 * token has the scopes of the last login or refresh, and a user who has lost a right since must not keep it
 * until the token expires.
 */
export function authenticate(auth: Tokens, input: { token: string }): Caller | Promise<Caller> {
  if (looksLikeApiKey(input.token)) return auth.apiKeys.validate(input.token).then(keyCaller)
  const token = checkToken(auth, input)
  return token instanceof Promise ? token.then((later) => userCaller(auth, later)) : userCaller(auth, token)
}

const keyCaller = ({ id, scopes }: ValidatedApiKeyResource): Caller => ({ apiKeyId: id, scopes })

function userCaller(auth: Auth, token: CheckedTokenResource): Caller | Promise<Caller> {
  const caller = {
    userId: token.user_id,
    sessionId: token.session_id,
    sessionEpoch: token.session_epoch,
    authenticatedAt: token.authenticated_at,
    acr: token.acr ?? 'aal1',
    amr: token.amr ?? [],
    scopes: scopesIn(token.scope),
  }
  // Most callers have no scope that they could have lost, so the user service need not be called.
  return caller.scopes.length === 0 ? caller : withPresentScopes(auth, caller)
}

async function withPresentScopes({ users }: Auth, caller: SignedInCaller): Promise<Caller> {
  const present = await users.findUser(caller.userId)
  if (!present) throw new Failure('session_ended', { reason: 'user_deleted' })
  if (present.user.status === 'suspended') throw new Failure('session_ended', { reason: 'user_suspended' })
  const { sessionId: id, sessionEpoch: epoch } = caller
  // The order to end the sessions may not have arrived yet.
  if (epoch !== undefined && isBeforeEpoch({ id, epoch }, present))
    throw new Failure('session_ended', { reason: 'revoked' })
  const held = scopesOf(present.user)
  return { ...caller, scopes: caller.scopes.filter((scope) => held.includes(scope)) }
}
