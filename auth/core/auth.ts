import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { Log } from '#runtime/log/log.ts'
import type { AuthCounts } from './auth-counts.ts'
import type { SigningKeys } from './keys/signing-keys.ts'
import type { UserDirectory } from './user-directory.ts'

/** The context of every use case of the authentication service. Some features extend it (Login, Sessions, Tokens). */
export interface Auth {
  db: Database
  clock: Clock
  log: Log
  users: UserDirectory
  keys: SigningKeys
  policy: TokenPolicy
  counts: AuthCounts
}

export interface TokenPolicy {
  /** The `iss` of every token. */
  issuer: string
  /** The `aud` of access tokens. */
  audience: string
  accessTokenMs: number
  /** The idle timeout: a session that is not refreshed for this time has expired. */
  idleMs: number
  /** The absolute timeout: a session expires this long after login, however often it is refreshed. */
  sessionMs: number
  /** The grace window in which the previous refresh token still gets the current one, for retries and parallel tabs. */
  graceMs: number
}
