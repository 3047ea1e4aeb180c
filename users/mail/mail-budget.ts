import { createHash } from 'node:crypto'
import { emailKey } from '#contract/names.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database/database.ts'
import { warnOfFlood } from '#runtime/limits/warn-of-flood.ts'
import type { Log } from '#runtime/log.ts'
import type { Metric } from '#runtime/metrics.ts'
import { isLoopback, networkBuckets } from '#runtime/network.ts'
import { takeFromBudget } from './mail-budget-store.ts'
import type { MailKind } from './mail-content.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** So many in a window, which begins with the first. The narrowest is asked first. */
const budgets = {
  network: { most: 5, windowMs: minuteMs },
  // What is forgotten is asked for here only: others can use up the rest, and shut nobody out by it.
  reset: { most: 3, windowMs: hourMs },
  notice: { most: 5, windowMs: hourMs },
  // To whoever one likes: a user is no means to write to strangers with.
  change: { most: 5, windowMs: hourMs },
  recipient_hour: { most: 5, windowMs: hourMs },
  recipient_day: { most: 20, windowMs: 24 * hourMs },
} as const
type BudgetName = keyof typeof budgets

interface Bucket {
  budget: BudgetName
  key: string
  /** How many times the budget it has. */
  room?: number
}

/** What anybody can have sent to an address by asking. */
const askedFor: ReadonlySet<MailKind> = new Set(['verify_email', 'address_in_use', 'confirm_email_change'])

/**
 * Warnings that whoever has a session can cause again and again. The first few of a kind say it; those to one user have a link
 * that is good for days. The one that undoes a change of address is never held back, nor for anything of another kind.
 */
const warnings: ReadonlySet<MailKind> = new Set([
  'password_changed',
  'new_sign_in',
  'email_change_requested',
  'api_key_created',
  'webhook_set_up',
  'admin_added',
])

/** How many mails this process has held back, by the budget that was used up. */
type WithheldMails = Map<string, number>

interface Budgeting {
  clock: Clock
  log: Log
  mail: { withheld: WithheldMails }
}

/**
 * Counts a mail, in the transaction that queues it. False: there is to be none, and nobody is to be told, for the reply is
 * the same. To be asked before a link is made: a new link voids the one that was sent before.
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
  // What a wider window refuses stays counted in the narrower one, which is over sooner.
  return [
    ...(kind === 'confirm_email_change' ? [{ budget: 'change', key: userId } as const] : []),
    { budget: 'recipient_hour', key: recipient },
    { budget: 'recipient_day', key: recipient },
  ]
}

/**
 * The same for who asks: they may be asking for mail to many, also to those who are no users. Not for this machine: that is
 * a developer, or a proxy that no setting names, behind which everybody would be one. Sign-ups through such a proxy are counted;
 * these are not, because whoever used the limit up would keep all the others from a new password, and no reply would show it.
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
      message: 'a mail was held back: too many were asked for',
      moreMessage: 'more mails were held back: too many were asked for',
      countedAs: 'withheld',
    })
    return false
  }
  return true
}

/** One bucket for every spelling. As a digest, for the address may be of somebody who never was a user. */
const digestOf = (address: string): string =>
  createHash('sha256')
    .update(emailKey(address) ?? address)
    .digest('base64url')

export const withheldMailsMetric = (withheld: WithheldMails): Metric => ({
  name: 'latchkey_withheld_mails',
  help: 'Mails that this process held back because too many were asked for, by the budget that was used up.',
  label: 'budget',
  read: async () => withheld,
})
