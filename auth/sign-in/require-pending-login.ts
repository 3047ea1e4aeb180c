import { Failure } from '#contract/declaration/failures.ts'
import type { Auth } from '../core/auth.ts'
import { digestOf } from '../core/opaque-token.ts'
import { findPendingLogin, type PendingLogin } from './pending-login-store.ts'

/**
 * Finds the login that a `login_token` belongs to.
 * @throws {Failure} `login_expired`, also for a text that never was such a token
 */
export async function requirePendingLogin(
  auth: Pick<Auth, 'db' | 'clock'>,
  token: string,
): Promise<PendingLogin> {
  const login = await findPendingLogin(auth.db, digestOf(token), auth.clock.now())
  if (!login) throw new Failure('login_expired')
  return login
}
