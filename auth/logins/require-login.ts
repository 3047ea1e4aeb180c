import { Failure } from '#contract/failures.ts'
import type { Auth } from '../core/auth.ts'
import { digestOf } from '../core/opaque-token.ts'
import { findLogin, type StoredLogin } from './login-store.ts'

/** Finds the login of a `login_token`. @throws {Failure} `login_expired`, also for a token that never was one */
export async function requireLogin(auth: Pick<Auth, 'db' | 'clock'>, token: string): Promise<StoredLogin> {
  const login = await findLogin(auth.db, digestOf(token), auth.clock.now())
  if (!login) throw new Failure('login_expired')
  return login
}
