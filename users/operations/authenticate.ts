import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { looksLikeApiKey } from '#contract/rules/api-key-form.ts'
import { scopesOf } from '#contract/rules/rights.ts'
import { isBeforeEpoch } from '#contract/rules/session-epoch.ts'
import type { CheckedTokenResource } from '#contract/sessions/tokens.ts'
import type { RememberedRows } from '#runtime/database/remembered-rows.ts'
import type { SessionDirectory } from '../core/session-directory.ts'
import type { UserAccess } from '../core/user-store.ts'

/** The functions and the cache by which a caller is identified. */
export interface Callers {
  checkToken: SessionDirectory['checkToken']
  validateApiKey(key: string): Promise<Pick<Caller, 'scopes'> & { id: string }>
  userAccess: RememberedRows<UserAccess>
}

/**
 * Identifies a caller. The authentication service checks for each request that the session has not ended. Role, status and session
 * epoch are read from the database of the user service, so that a deletion, a suspension, a new role or the end of all sessions
 * takes effect with the next request.
 */
export function authenticate(callers: Callers, input: { token: string }): Caller | Promise<Caller> {
  if (looksLikeApiKey(input.token)) return authenticateKey(callers, input.token)
  const token = callers.checkToken(input.token)
  return token instanceof Promise ? token.then((later) => userOf(callers, later)) : userOf(callers, token)
}

async function authenticateKey(callers: Callers, key: string): Promise<Caller> {
  const { id, scopes } = await callers.validateApiKey(key)
  return { apiKeyId: id, scopes }
}

function userOf({ userAccess }: Callers, token: CheckedTokenResource): Caller | Promise<Caller> {
  const access = userAccess.remembered(token.user_id)
  if (access) return toCaller(token, access)
  return userAccess.find(token.user_id).then((found) => toCaller(token, found))
}

function toCaller(token: CheckedTokenResource, access: UserAccess | undefined): Caller {
  if (!access) throw new Failure('session_ended', { reason: 'user_deleted' })
  if (access.status === 'suspended') throw new Failure('session_ended', { reason: 'user_suspended' })
  const { session_id: id, session_epoch: epoch } = token
  // The order to end the sessions may not have arrived at the authentication service yet.
  if (epoch !== undefined && isBeforeEpoch({ id, epoch }, access.sessions))
    throw new Failure('session_ended', { reason: 'revoked' })
  return {
    userId: token.user_id,
    sessionId: id,
    sessionEpoch: epoch,
    authenticatedAt: token.authenticated_at,
    acr: token.acr ?? 'aal1',
    amr: token.amr ?? [],
    hasSecondFactor: access.hasSecondFactor,
    scopes: scopesOf(access),
  }
}
