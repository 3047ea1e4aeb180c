import type { Language } from '#contract/declaration/languages.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { Outbox } from '#runtime/events/outbox.ts'
import type { Log } from '#runtime/log/log.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { SessionEndRequest } from './session-directory.ts'

/**
 * The context (database, clock, log, …) of every use case of the user service. Some features extend it (ApiKeys, Credentials,
 * UserAdministration).
 */
export interface Users {
  db: Database
  clock: Clock
  log: Log
  /** The outbox, from which the orders to end sessions are sent to the authentication service. */
  outbox: Outbox<SessionEndRequest>
  passwords: PasswordHasher
  secrets: Secrets
  mail: MailPolicy
  policy: UserPolicy
}

export interface Secrets {
  /**
   * The master keys, of which the first one in the setting is the current one. Secrets are encrypted with the current key, and
   * decrypted with any of the keys, so that the key can be changed.
   */
  masterKeys: readonly Buffer[]
  /** The HMAC key for the fingerprints of request bodies. A plain hash is not enough, because the bodies hold passwords. */
  fingerprintKey: Buffer
}

export interface MailPolicy {
  /** The URL with which each link in a mail begins. */
  publicUrl: string
  /** What the environment sets of the appearance of mails. */
  brand: FixedMailBrand
  /** The number of mails that this process did not send because a mail budget was used up, by the name of the budget. */
  withheld: Map<string, number>
}

/** What the environment sets of the appearance of mails. It takes precedence over the branding that is stored. */
export interface FixedMailBrand {
  name?: string | undefined
  /** Written as `#rrggbb`. */
  color?: string | undefined
  /** The language of mail to users whose language is not known. */
  language?: Language | undefined
  /** True when the account pages serve the stored logo, and no setting names another one. */
  showsLogo: boolean
}

export interface UserPolicy {
  signup: 'open' | 'private' | 'closed'
  /** The number of sign-ups that one network may make in a minute. */
  signUpsPerMinute: number
  /** True when only users with a confirmed address may log in. */
  requiresVerifiedEmail: boolean
  /**
   * The time (epoch milliseconds) from which hashes of other systems are refused at a login; absent when they are always
   * accepted.
   */
  foreignPasswordsUntil?: number | undefined
  /** True when webhooks may use private addresses, and HTTP without TLS. */
  allowsPrivateTargets: boolean
}
