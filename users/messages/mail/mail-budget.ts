import { createHash } from 'node:crypto'
import { emailKey } from '#contract/rules/names.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { Log } from '#runtime/log/log.ts'
import { warnOfFlood } from '#runtime/log/warn-of-flood.ts'
import type { ValuesMetric } from '#runtime/metrics/metrics.ts'
import { isLoopback, networkBuckets } from '#runtime/network.ts'
import { takeFromBudget } from './mail-budget-store.ts'
import type { MailKind } from './mail-content.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * The number of mails that each budget allows in its window, which begins with the first mail. When a mail counts in several
 * budgets, the narrowest is checked first.
 */
const budgets = {
  network: { most: 5, windowMs: minuteMs },
  // Password resets have a budget of their own: strangers who use up the other budgets cannot keep anybody
  // from resetting a password.
  reset: { most: 3, windowMs: hourMs },
  notice: { most: 5, windowMs: hourMs },
  // Users can have mails about a change of address sent to any address. This budget keeps them from writing to many strangers.
  change: { most: 5, windowMs: hourMs },
  recipient_hour: { most: 5, windowMs: hourMs },
  recipient_day: { most: 20, windowMs: 24 * hourMs },
} as const
type BudgetName = keyof typeof budgets

interface Bucket {
  budget: BudgetName
  key: string
  /** A factor by which the budget is multiplied. It is larger for a wide network than for a narrow one. */
  room?: number
}

/** The kinds of mail that any client can cause to any address by a request. */
const askedFor: ReadonlySet<MailKind> = new Set(['verify_email', 'address_in_use', 'confirm_email_change'])

/**
 * The kinds of warning that anybody with a session can cause again and again. The first few mails of a kind are enough, because
 * their links are valid for days. Each kind has its own budget. `email_changed` has no budget, because its link undoes the
 * change.
 */
const warnings: ReadonlySet<MailKind> = new Set([
  'password_changed',
  'new_sign_in',
  'device_remembered',
  'email_change_requested',
  'second_factor_failed',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
  'api_key_created',
  'webhook_set_up',
  'client_set_up',
  'admin_added',
  'reset_link_shown',
])

/** The number of mails that this process did not send because a mail budget was used up, by the name of the budget. */
type WithheldMails = Map<string, number>

interface Budgeting {
  clock: Clock
  log: Log
  mail: { withheld: WithheldMails }
}

/**
 * Counts a mail in its budgets, in the transaction that queues it. Returns false when a budget is used up, and no mail must be
 * sent. The reply to the client must be the same in both cases. Call this before a link is made, because a new link voids the one
 * that was sent before.
 */
export async function withinMailBudget(
  tx: Sql,
  budgeting: Budgeting,
  { kind, to, userId }: { kind: MailKind; to: string; userId: string },
): Promise<boolean> {
  const buckets = bucketsFor({ kind, to, userId })
  return takeAll(tx, budgeting, { buckets, kind, userId })
}

function bucketsFor({ kind, to, userId }: { kind: MailKind; to: string; userId: string }): Bucket[] {
  if (kind === 'reset_password') return [{ budget: 'reset', key: userId }]
  if (warnings.has(kind)) return [{ budget: 'notice', key: `${userId} ${kind}` }]
  if (!askedFor.has(kind)) return []
  const recipient = digestOf(to)
  // A mail that the daily budget refuses still counts in the hourly one, which expires sooner.
  return [
    ...(kind === 'confirm_email_change' ? [{ budget: 'change', key: userId } as const] : []),
    { budget: 'recipient_hour', key: recipient },
    { budget: 'recipient_day', key: recipient },
  ]
}

/**
 * Counts a request for mail by the network of its client, because one client may request mail to many addresses. Loopback is
 * exempt: it is a developer, or a proxy that no setting names, behind which all clients share one address. Sign-ups through such
 * a proxy are counted. Requests for mail are not, because one client could use up the budget, and then nobody else behind the
 * proxy could reset a password, although each reply looks the same.
 */
export async function withinNetworkBudget(
  tx: Sql,
  budgeting: Budgeting,
  { kind, address }: { kind: MailKind; address: string },
): Promise<boolean> {
  if (isLoopback(address)) return true
  const buckets = networkBuckets(address).map((network) => ({ budget: 'network' as const, ...network }))
  return takeAll(tx, budgeting, { buckets, kind })
}

async function takeAll(
  tx: Sql,
  { clock, log, mail }: Budgeting,
  { buckets, kind, userId }: { buckets: Bucket[]; kind: MailKind; userId?: string },
): Promise<boolean> {
  for (const { budget, key, room = 1 } of buckets) {
    const { most, windowMs } = budgets[budget]
    const taken = { bucket: `${budget} ${key}`, most: most * room, windowMs }
    if (await takeFromBudget(tx, taken, clock.now())) continue
    mail.withheld.set(budget, (mail.withheld.get(budget) ?? 0) + 1)
    warnOfFlood(log, {
      line: { event: 'mail.withheld', budget, kind },
      first: { user_id: userId },
      message: 'email held back, too many requested',
      moreMessage: 'more emails held back, too many requested',
      countedAs: 'withheld',
    })
    return false
  }
  return true
}

/**
 * Makes one bucket key for all spellings of an address. It is a digest, because the address may belong to somebody who never was
 * a user.
 */
const digestOf = (address: string): string =>
  createHash('sha256')
    .update(emailKey(address) ?? address)
    .digest('base64url')

export const withheldMailsMetric = (withheld: WithheldMails): ValuesMetric => ({
  name: 'latchkey_withheld_mails',
  help: 'Emails that this process did not send because a budget was used up, by budget.',
  label: 'budget',
  read: async () => withheld,
})
