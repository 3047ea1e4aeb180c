import { looksLikeApiKey } from '#contract/api-key-form.ts'
import { type Caller, scopesIn } from '#contract/endpoint.ts'
import type { Auth } from './auth.ts'
import { validateToken } from './validate-token.ts'

/** Who is calling. What a user may do is as of the last login or refresh; that the session lives is read every time. */
export async function authenticate(auth: Auth, input: { token: string }): Promise<Caller> {
  if (looksLikeApiKey(input.token)) {
    const { id, scopes } = await auth.apiKeys.validate(input.token)
    return { apiKeyId: id, scopes }
  }
  const { user_id: userId, session_id: sessionId, scope } = await validateToken(auth, input)
  return { userId, sessionId, scopes: scopesIn(scope) }
}
