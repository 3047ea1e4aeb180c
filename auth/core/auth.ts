import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { RememberedRows } from '#runtime/database/remembered-rows.ts'
import type { MemoryLimit } from '#runtime/limits/memory-limit.ts'
import type { Log } from '#runtime/log.ts'
import type { TokenVerifier } from '#sdk/verify-token.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { LoginGate } from '../login/login-gate.ts'
import type { LoginThrottle } from '../login/login-throttle.ts'
import type { RevocationFeed } from '../revocations/revocation-feed.ts'
import type { Liveness } from '../sessions/session-store.ts'
import type { ApiKeys } from '../tokens/remembered-api-keys.ts'
import type { UserDirectory } from '../users/user-directory.ts'

/** What every use case of the authentication service is handed. */
export interface Auth {
  db: Database
  clock: Clock
  log: Log
  users: UserDirectory
  apiKeys: ApiKeys
  keys: SigningKeys
  verifier: TokenVerifier
  liveness: RememberedRows<Liveness>
  throttle: LoginThrottle
  gate: LoginGate
  /** How many sessions each user has begun lately, in this process. */
  beginnings: MemoryLimit
  revocations: RevocationFeed
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
