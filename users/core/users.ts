import type { Language } from '#contract/languages.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { Outbox } from '#runtime/events/outbox.ts'
import type { Log } from '#runtime/log.ts'
import type { PasswordHasher } from '../passwords/password-hash.ts'
import type { EndSessionsOrder } from './session-directory.ts'

/** The context of every use case of the user service. Some features extend it (ApiKeys, Credentials, UserAdministration). */
export interface Users {
  db: Database
  clock: Clock
  log: Log
  /** The outbox holds the orders to the authentication service. */
  outbox: Outbox<EndSessionsOrder>
  passwords: PasswordHasher
  secrets: Secrets
  mail: MailPolicy
  policy: UserPolicy
}

export interface Secrets {
  /**
   * The master keys. The first one encrypts (seals) secrets, and each of them can decrypt (unseal) them, so
   * that the key can be changed.
   */
  masterKeys: readonly Buffer[]
  /** This key makes the fingerprints of request bodies (HMAC), because the bodies hold passwords. */
  fingerprintKey: Buffer
}

export interface MailPolicy {
  /** The URL with which each link in a mail begins. */
  publicUrl: string
  /** The language of mail to users whose locale is not set or has no translation. */
  language: Language
  /** The number of mails that this process withheld, by the budget that was used up. */
  withheld: Map<string, number>
}

export interface UserPolicy {
  signup: 'open' | 'private' | 'closed'
  /** The number of sign-ups that one network may make in a minute. */
  signUpsPerMinute: number
  /** True when only users with a confirmed address may log in. */
  requiresVerifiedEmail: boolean
  /** True when webhooks may use private addresses, and HTTP without TLS. */
  allowsPrivateTargets: boolean
}
