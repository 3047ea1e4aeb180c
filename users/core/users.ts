import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { RememberedRows } from '#runtime/database/remembered-rows.ts'
import type { Outbox } from '#runtime/events/outbox.ts'
import type { Log } from '#runtime/log.ts'
import type { ApiKeyUses } from '../api-keys/api-key-use.ts'
import type { EventFeed } from '../events/event-feed.ts'
import type { WithheldMails } from '../mail/mail-budget.ts'
import type { Language } from '../mail/mail-content.ts'
import type { NotificationFeed } from '../notifications/notification-feed.ts'
import type { PasswordHasher } from '../passwords/password-hash.ts'
import type { Targets } from '../webhooks/target.ts'
import type { SessionDirectory } from './session-directory.ts'
import type { Standing } from './user-store.ts'

/** What every use case of the user service is handed. */
export interface Users {
  db: Database
  clock: Clock
  log: Log
  standings: RememberedRows<Standing>
  passwords: PasswordHasher
  /** Counts a change of password by a user who knows the current one; throws `changes_limited`. Each leaves rows for weeks. */
  countPasswordChange(userId: string): void
  sessions: SessionDirectory
  /** The orders to the authentication service. */
  outbox: Outbox
  apiKeyUses: ApiKeyUses
  notifications: NotificationFeed
  webhookTargets: Targets
  /** The first seals; the others only open, while the key is changed. */
  masterKeys: readonly Buffer[]
  /** What links in mails begin with. */
  publicUrl: string
  /** Of mail to those of whom no other is known. */
  language: Language
  withheldMails: WithheldMails
  signup: 'open' | 'private' | 'closed'
  /** How many users one network may sign up in a minute. */
  signUpsPerMinute: number
  /** Whether a user whose address nobody has confirmed is let in. */
  requiresVerifiedEmail: boolean
  events: EventFeed
  /** Keys the fingerprints of request bodies, which hold passwords. */
  fingerprintKey: Buffer
}
