import { Failure } from '#contract/declaration/failures.ts'
import type { Auth } from '../core/auth.ts'
import { digestOf } from '../core/opaque-token.ts'
import { findLogin, type StoredLogin } from './login-store.ts'

/**
 * Finds the login that a `login_token` belongs to.
 * @throws {Failure} `login_expired`, also for a text that never was such a token
 */
export async function requireLogin(auth: Pick<Auth, 'db' | 'clock'>, token: string): Promise<StoredLogin> {
  const login = await findLogin(auth.db, digestOf(token), auth.clock.now())
  if (!login) throw new Failure('login_expired')
  return login
}
