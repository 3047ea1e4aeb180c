import { looksLikeApiKey } from '#contract/api-key-form.ts'
import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { validateApiKey } from './api-keys/validate-api-key.ts'
import { scopesOf } from './user.ts'
import { findUser } from './user-store.ts'
import type { Users } from './users.ts'

/**
 * Who is calling. That the session lives is asked of the authentication service every time; what its user may do
 * is read here, so that a deletion, a suspension or a change of role counts from the very next request on.
 */
export async function authenticate(users: Users, input: { token: string }): Promise<Caller> {
  if (looksLikeApiKey(input.token)) {
    const { id, scopes } = await validateApiKey(users, { key: input.token })
    return { apiKeyId: id, scopes }
  }
  const token = await users.sessions.checkToken(input.token)
  const user = await findUser(users.db, token.user_id)
  if (!user) throw new Failure('session_ended', { reason: 'user_deleted' })
  if (user.status === 'suspended') throw new Failure('session_ended', { reason: 'user_suspended' })
  return { userId: user.id, sessionId: token.session_id, scopes: scopesOf(user) }
}
