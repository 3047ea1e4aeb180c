import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { RememberedRows } from '#runtime/database/remembered-rows.ts'
import type { Log } from '#runtime/log.ts'
import type { TokenVerifier } from '#sdk/verify-token.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { AuthCounts } from './auth-counts.ts'
import type { Liveness } from './session.ts'

/** The context of every use case of the authentication service. Some features extend it (Login, Sessions, Tokens). */
export interface Auth {
  db: Database
  clock: Clock
  log: Log
  users: UserDirectory
  keys: SigningKeys
  verifier: TokenVerifier
  /**
   * A cache of the fields that decide whether a session lives. On SQLite a row is remembered until a commit changes it; on
   * PostgreSQL none is.
   */
  liveness: RememberedRows<Liveness>
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
