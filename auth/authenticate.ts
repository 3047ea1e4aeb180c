import { looksLikeApiKey } from '#contract/api-key-form.ts'
import type { ValidatedApiKeyResource } from '#contract/api-keys.ts'
import type { TokenInformationResource } from '#contract/auth.ts'
import { type Caller, scopesIn } from '#contract/endpoint.ts'
import type { Auth } from './auth.ts'
import { validateToken } from './validate-token.ts'

/** Who is calling. What a user may do is as of the last login or refresh; that the session lives is as of now. */
export function authenticate(auth: Auth, input: { token: string }): Caller | Promise<Caller> {
  if (looksLikeApiKey(input.token)) return auth.apiKeys.validate(input.token).then(keyCaller)
  const token = validateToken(auth, input)
  return token instanceof Promise ? token.then(userCaller) : userCaller(token)
}

const keyCaller = ({ id, scopes }: ValidatedApiKeyResource): Caller => ({ apiKeyId: id, scopes })

const userCaller = (token: TokenInformationResource): Caller => ({
  userId: token.user_id,
  sessionId: token.session_id,
  authenticatedAt: token.authenticated_at,
  scopes: scopesIn(token.scope),
})
