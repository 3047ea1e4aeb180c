import type { Language } from '#contract/languages.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { Outbox } from '#runtime/events/outbox.ts'
import type { Log } from '#runtime/log.ts'
import type { PasswordHasher } from '../passwords/password-hash.ts'

/** Every use case of the user service is handed this, some of them with what only their feature has. */
export interface Users {
  db: Database
  clock: Clock
  log: Log
  /** The orders to the authentication service. */
  outbox: Outbox
  passwords: PasswordHasher
  secrets: Secrets
  mail: MailPolicy
  policy: UserPolicy
}

export interface Secrets {
  /** The first seals; the others only open, while the key is changed. */
  masterKeys: readonly Buffer[]
  /** Keys the fingerprints of request bodies, which hold passwords. */
  fingerprintKey: Buffer
}

export interface MailPolicy {
  /** The beginning of each link in a mail. */
  publicUrl: string
  /** The language of mail to a user of whom no other is known. */
  language: Language
  /** How many mails this process has held back, by the budget that was used up. */
  withheld: Map<string, number>
}

export interface UserPolicy {
  signup: 'open' | 'private' | 'closed'
  /** How many users one network may sign up in a minute. */
  signUpsPerMinute: number
  /** Whether only users whose address is confirmed may log in. */
  requiresVerifiedEmail: boolean
  /** Whether webhooks may lead to private addresses, and by HTTP without TLS. */
  allowsPrivateTargets: boolean
}
