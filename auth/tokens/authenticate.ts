import { looksLikeApiKey } from '#contract/api-key-form.ts'
import type { ValidatedApiKeyResource } from '#contract/api-keys.ts'
import type { TokenInformationResource } from '#contract/auth.ts'
import { type Caller, type SignedInCaller, scopesIn } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { scopesOf } from '#contract/rights.ts'
import type { Auth } from '../core/auth.ts'
import type { Tokens } from './tokens.ts'
import { validateToken } from './validate-token.ts'

/**
 * Who is calling. That the session lives is as of now, and so are the rights: a token says what its user could do at the
 * last login or refresh, and whoever has lost that since must not go on until the token expires.
 */
export function authenticate(auth: Tokens, input: { token: string }): Caller | Promise<Caller> {
  if (looksLikeApiKey(input.token)) return auth.apiKeys.validate(input.token).then(keyCaller)
  const token = validateToken(auth, input)
  return token instanceof Promise ? token.then((later) => userCaller(auth, later)) : userCaller(auth, token)
}

const keyCaller = ({ id, scopes }: ValidatedApiKeyResource): Caller => ({ apiKeyId: id, scopes })

function userCaller(auth: Auth, token: TokenInformationResource): Caller | Promise<Caller> {
  const caller = {
    userId: token.user_id,
    sessionId: token.session_id,
    authenticatedAt: token.authenticated_at,
    scopes: scopesIn(token.scope),
  }
  // Most callers have no right that they could have lost, and nobody need be asked about them.
  return caller.scopes.length === 0 ? caller : withPresentScopes(auth, caller)
}

async function withPresentScopes({ users }: Auth, caller: SignedInCaller): Promise<Caller> {
  const present = await users.findUser(caller.userId)
  if (!present) throw new Failure('session_ended', { reason: 'user_deleted' })
  if (present.user.status === 'suspended') throw new Failure('session_ended', { reason: 'user_suspended' })
  const held = scopesOf(present.user)
  return { ...caller, scopes: caller.scopes.filter((scope) => held.includes(scope)) }
}
