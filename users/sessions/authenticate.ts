import { looksLikeApiKey } from '#contract/api-key-form.ts'
import type { TokenInformationResource } from '#contract/auth.ts'
import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { validateApiKey } from '../api-keys/validate-api-key.ts'
import { scopesOf } from '../core/user.ts'
import type { Standing } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'

/**
 * Who is calling. That the session lives is asked of the authentication service every time; what its user may do
 * is as it is here, so that a deletion, a suspension or a change of role counts from the very next request on.
 */
export function authenticate(users: Users, input: { token: string }): Caller | Promise<Caller> {
  if (looksLikeApiKey(input.token)) return authenticateKey(users, input.token)
  const token = users.sessions.checkToken(input.token)
  return token instanceof Promise ? token.then((later) => userOf(users, later)) : userOf(users, token)
}

async function authenticateKey(users: Users, key: string): Promise<Caller> {
  const { id, scopes } = await validateApiKey(users, { key })
  return { apiKeyId: id, scopes }
}

function userOf({ standings }: Users, token: TokenInformationResource): Caller | Promise<Caller> {
  const standing = standings.remembered(token.user_id)
  if (standing) return toCaller(token, standing)
  return standings.find(token.user_id).then((found) => toCaller(token, found))
}

function toCaller(token: TokenInformationResource, standing: Standing | undefined): Caller {
  if (!standing) throw new Failure('session_ended', { reason: 'user_deleted' })
  if (standing.status === 'suspended') throw new Failure('session_ended', { reason: 'user_suspended' })
  return {
    userId: token.user_id,
    sessionId: token.session_id,
    authenticatedAt: token.authenticated_at,
    scopes: scopesOf(standing),
  }
}
