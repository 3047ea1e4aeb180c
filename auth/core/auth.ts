import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { RememberedRows } from '#runtime/database/remembered-rows.ts'
import type { Log } from '#runtime/log.ts'
import type { TokenVerifier } from '#sdk/verify-token.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { Liveness } from './session.ts'

/** Every use case of the authentication service is handed this, some of them with what only their feature has. */
export interface Auth {
  db: Database
  clock: Clock
  log: Log
  users: UserDirectory
  keys: SigningKeys
  verifier: TokenVerifier
  /** Whether sessions live, remembered on the embedded database until a commit changes them. */
  liveness: RememberedRows<Liveness>
  policy: TokenPolicy
}

export interface TokenPolicy {
  /** `iss` of every token. */
  issuer: string
  /** `aud` of access tokens. */
  audience: string
  accessTokenMs: number
  /** A session that is not refreshed for so long is over. */
  idleMs: number
  /** A session is over so long after login, whatever happens. */
  sessionMs: number
  /** How long the refresh token before the current one gives the same successor again. */
  graceMs: number
}
